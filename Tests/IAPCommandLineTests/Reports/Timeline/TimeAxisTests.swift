import IAPCore
import Testing

@testable import IAPCommandLine

struct TimeAxisTests {
  private func labels(_ start: String, _ end: String, _ count: Int) -> [String] {
    let axis = TimeAxis(SampleTimelines.time(start)...SampleTimelines.time(end))
    return axis.ticks(atMost: count).map { "\($0.group) \($0.label)" }
  }

  @Test func `Labels follow the length of the span`() {
    #expect(
      labels("2026-01-01T00:00:00Z", "2026-01-01T00:00:40Z", 5) == [
        "2026-01-01 00:00", "2026-01-01 00:00:10", "2026-01-01 00:00:20", "2026-01-01 00:00:30",
        "2026-01-01 00:00:40",
      ]
    )
    #expect(
      labels("2026-01-01T01:00:00Z", "2026-01-02T01:00:00Z", 5)
        == ["2026-01-01 06:00", "2026-01-01 12:00", "2026-01-01 18:00", "2026-01-02 00:00"]
    )
    #expect(
      labels("2026-01-30", "2026-02-02", 4) == [
        "2026 30 Jan", "2026 31 Jan", "2026 1 Feb", "2026 2 Feb",
      ]
    )
    #expect(
      labels("2026-01-01", "2026-01-31", 5) == [
        "2026 5 Jan", "2026 12 Jan", "2026 19 Jan", "2026 26 Jan",
      ]
    )
    #expect(labels("2025-11-15", "2026-02-15", 4) == ["2025 Dec", "2026 Jan", "2026 Feb"])
    #expect(
      labels("2026-01-01", "2036-01-01", 6) == [
        " 2026", " 2028", " 2030", " 2032", " 2034", " 2036",
      ]
    )
  }

  @Test func `There are never more labels than asked for`() {
    for seed in 0..<300 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      let start = Instant.clockLimits.lowerBound
        .adding(milliseconds: .random(in: 0..<(100 * 365 * Instant.day), using: &generator))
      let length =
        Int64.random(in: 1...(1 << 42), using: &generator)
        >> Int64.random(in: 0..<42, using: &generator)
      let count = Int.random(in: 1...20, using: &generator)
      let ticks = TimeAxis(start...start.adding(milliseconds: length)).ticks(atMost: count)

      #expect(ticks.count <= count + 1, "seed \(seed)")
      #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0.date < $1.date }, "seed \(seed)")
    }
  }

  @Test func `A moment stands between the ends, and outside it stands at an end`() {
    let axis = TimeAxis(SampleTimelines.time("2026-01-01")...SampleTimelines.time("2026-01-05"))

    #expect(axis.fraction(of: SampleTimelines.time("2026-01-02")) == 0.25)
    #expect(axis.fraction(of: SampleTimelines.time("2025-01-02")) == 0)
    #expect(axis.fraction(of: SampleTimelines.time("2027-01-02")) == 1)
  }

  @Test(arguments: [
    ("2026-01-01", "2026-01-31", "2026-01-01 2026"),
    ("2026-03-03", "2026-04-03", "2026-03-03 2026"),
    ("2025-12-03", "2026-01-20", "2025-12-03 2025, 2026-01-01 2026"),
    (
      "2026-01-01T21:00:00Z", "2026-01-02T03:00:00Z",
      "2026-01-01 2026-01-01, 2026-01-02 2026-01-02"
    ),
  ])
  func `A year or a day begins where it begins, not at its first label`(
    _ start: String,
    _ end: String,
    _ expected: String
  ) {
    let axis = TimeAxis(SampleTimelines.time(start)...SampleTimelines.time(end))

    let groups = axis.groups(of: axis.ticks(atMost: 8))

    #expect(groups.map { "\($0.date.dateText) \($0.label)" }.joined(separator: ", ") == expected)
    #expect(groups.first?.date == axis.span.lowerBound)
  }
}
