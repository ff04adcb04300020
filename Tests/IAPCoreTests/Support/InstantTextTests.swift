import IAPCore
import Testing

struct InstantTextTests {
  @Test func `A time is read in every form that RFC 3339 allows`() {
    let noon = Instant(milliseconds: 1_772_366_400_000)

    #expect(Instant(rfc3339: "2026-03-01T12:00:00Z") == noon)
    #expect(Instant(rfc3339: "2026-03-01t12:00:00z") == noon)
    #expect(Instant(rfc3339: "2026-03-01T14:30:00+02:30") == noon)
    #expect(Instant(rfc3339: "2026-02-28T20:00:00-16:00") == noon)
    #expect(Instant(rfc3339: "2026-03-01T12:00:00.25Z") == noon.adding(milliseconds: 250))
    #expect(Instant(rfc3339: "2026-03-01T12:00:00.0019999Z") == noon.adding(milliseconds: 1))
    #expect(Instant(rfc3339: "1969-12-31T23:59:59.999Z") == Instant(milliseconds: -1))
    #expect(Instant(rfc3339: "2024-02-29T00:00:00Z") == Instant(milliseconds: 1_709_164_800_000))
  }

  @Test func `A plain date is its midnight in UTC`() {
    #expect(Instant(rfc3339: "2026-03-01") == Instant(rfc3339: "2026-03-01T00:00:00Z"))
    #expect(Instant(rfc3339: "2000-02-29")?.rfc3339 == "2000-02-29T00:00:00Z")
  }

  @Test(arguments: [
    "", " ", "now", "2026", "2026-03", "2026-3-1", "26-03-01", "2026-02-30", "2026-02-30T00:00:00Z",
    "2025-02-29", "1900-02-29", "2026-04-31", "2026-00-10", "2026-13-01", "2026-01-00",
    "2026-01-32", "2026-03-01T00:00Z", "2026-03-01T00:00:00", "2026-03-01 00:00:00Z",
    "2026-03-01T24:00:00Z", "2026-03-01T23:60:00Z", "2026-06-30T23:59:60Z",
    "2026-03-01T12:00:00.Z", "2026-03-01T12:00:00,5Z", "2026-03-01T12:00:00+0200",
    "2026-03-01T12:00:00+24:00", "2026-03-01T12:00:00+02:60", "2026-03-01T12:00:00Z ",
    " 2026-03-01", "2026-03-01T", "-2026-03-01", "+2026-03-01", "2026-03-01T12:00:00ZZ",
    "\u{0662}\u{0660}26-03-01",
  ])
  func `What is no RFC 3339 time is refused`(text: String) {
    #expect(Instant(rfc3339: text) == nil)
  }

  @Test func `Times are written for machines and for people`() {
    let midnight = Instant(milliseconds: 1_772_323_200_000)

    #expect(midnight.rfc3339 == "2026-03-01T00:00:00Z")
    #expect(midnight.adding(milliseconds: 7).rfc3339 == "2026-03-01T00:00:00.007Z")
    #expect(midnight.adding(milliseconds: -1).rfc3339 == "2026-02-28T23:59:59.999Z")
    #expect(midnight.forPeople == "2026-03-01 00:00 UTC")
    #expect(midnight.adding(milliseconds: 90_500).forPeople == "2026-03-01 00:01:30 UTC")
    #expect(midnight.dateText == "2026-03-01")
  }

  @Test func `Reading what was written gives the same moment, in every year a clock can show`() {
    let first = Instant.clockLimits.lowerBound.milliseconds
    let last = Instant.clockLimits.upperBound.milliseconds
    for seed in 0..<500 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      let instant = Instant(milliseconds: .random(in: first...last, using: &generator))

      #expect(Instant(rfc3339: instant.rfc3339) == instant, "seed \(seed)")
    }
    #expect(Instant.clockLimits.lowerBound.rfc3339 == "2000-01-01T00:00:00Z")
    #expect(Instant.clockLimits.upperBound.rfc3339 == "2199-12-31T23:59:59.999Z")
  }

  @Test func `The ends of time are written without a trap`() {
    #expect(Instant(milliseconds: .max).rfc3339.hasSuffix("Z"))
    #expect(Instant(milliseconds: .min).forPeople.hasSuffix("UTC"))
  }
}
