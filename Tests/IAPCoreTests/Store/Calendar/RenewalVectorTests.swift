import IAPCore
import Testing

/// One line of the test vectors of store-semantics 6.2.
struct RenewalVector: Sendable, CustomTestStringConvertible {
  var start: String
  var period: SubscriptionPeriod
  var mode = RenewalAnchor.anchor
  var calendar = RenewalCalendar.utc
  var ends: [String]

  var testDescription: String { "\(start) \(period.iso8601) \(mode) \(calendar.rawValue)" }

  /// The ends of as many periods as are expected, one after the other.
  func calculated() throws -> [String] {
    var settings = StoreSettings()
    settings.anchor = mode
    settings.calendar = calendar
    let calculator = RenewalCalculator(settings: settings)
    let anchor = try #require(Instant(rfc3339: start))
    var begin = anchor
    return (1...ends.count).map { periods in
      begin = calculator.end(anchor: anchor, start: begin, periods: periods, period: period)
      return begin.rfc3339
    }
  }
}

struct RenewalVectorTests {
  /// Days of noon and so on are written in full, so that a wrong hour is seen.
  static let anchored: [RenewalVector] = [
    .init(
      start: "2025-01-31T12:00:00Z",
      period: .init(1, .month),
      ends: noon("2025-02-28 2025-03-31 2025-04-30 2025-05-31 2025-06-30 2025-07-31")
    ),
    .init(
      start: "2024-01-31T12:00:00Z",
      period: .init(1, .month),
      ends: noon("2024-02-29 2024-03-31 2024-04-30 2024-05-31")
    ),
    .init(
      start: "2025-01-30T12:00:00Z",
      period: .init(1, .month),
      ends: noon("2025-02-28 2025-03-30 2025-04-30")
    ),
    .init(
      start: "2025-12-31T23:59:59Z",
      period: .init(2, .month),
      ends: at("23:59:59", "2026-02-28 2026-04-30 2026-06-30 2026-08-31")
    ),
    .init(
      start: "2025-11-30T12:00:00Z",
      period: .init(3, .month),
      ends: noon("2026-02-28 2026-05-30 2026-08-30")
    ),
    .init(
      start: "2025-08-31T00:00:00Z",
      period: .init(6, .month),
      ends: at("00:00:00", "2026-02-28 2026-08-31 2027-02-28")
    ),
    .init(
      start: "2024-02-29T08:00:00Z",
      period: .init(1, .year),
      ends: at("08:00:00", "2025-02-28 2026-02-28 2027-02-28 2028-02-29")
    ),
  ]

  static let chained: [RenewalVector] = [
    .init(
      start: "2025-01-31T12:00:00Z",
      period: .init(1, .month),
      mode: .chained,
      ends: noon("2025-02-28 2025-03-28 2025-04-28 2025-05-28 2025-06-28 2025-07-28")
    ),
    .init(
      start: "2024-01-31T12:00:00Z",
      period: .init(1, .month),
      mode: .chained,
      ends: noon("2024-02-29 2024-03-29 2024-04-29 2024-05-29")
    ),
    .init(
      start: "2025-01-30T12:00:00Z",
      period: .init(1, .month),
      mode: .chained,
      ends: noon("2025-02-28 2025-03-28 2025-04-28")
    ),
    .init(
      start: "2025-12-31T23:59:59Z",
      period: .init(2, .month),
      mode: .chained,
      ends: at("23:59:59", "2026-02-28 2026-04-28 2026-06-28 2026-08-28")
    ),
    .init(
      start: "2025-11-30T12:00:00Z",
      period: .init(3, .month),
      mode: .chained,
      ends: noon("2026-02-28 2026-05-28 2026-08-28")
    ),
    .init(
      start: "2025-08-31T00:00:00Z",
      period: .init(6, .month),
      mode: .chained,
      ends: at("00:00:00", "2026-02-28 2026-08-28 2027-02-28")
    ),
    .init(
      start: "2024-02-29T08:00:00Z",
      period: .init(1, .year),
      mode: .chained,
      ends: at("08:00:00", "2025-02-28 2026-02-28 2027-02-28 2028-02-28")
    ),
  ]

  static let pacific: [RenewalVector] = [
    .init(
      start: "2025-02-19T07:42:32Z",
      period: .init(1, .month),
      calendar: .losAngeles,
      ends: at("06:42:32", "2025-03-19 2025-04-19 2025-05-19")
    ),
    .init(
      start: "2025-01-31T07:00:00Z",
      period: .init(1, .month),
      calendar: .losAngeles,
      ends: ["2025-03-01T07:00:00Z", "2025-03-31T06:00:00Z", "2025-05-01T06:00:00Z"]
    ),
  ]

  @Test(arguments: anchored)
  func `rule S-20, S-21, S-22: an anchored series keeps the day of its start`(
    vector: RenewalVector
  ) throws {
    #expect(try vector.calculated() == vector.ends)
  }

  @Test(arguments: chained)
  func `rule S-22: a chained series continues from the last end`(vector: RenewalVector) throws {
    #expect(try vector.calculated() == vector.ends)
  }

  @Test(arguments: pacific)
  func `rule S-23: on the Pacific calendar the wall clock stands still`(
    vector: RenewalVector
  ) throws {
    #expect(try vector.calculated() == vector.ends)
  }

  @Test func `rule S-23: weeks and days too keep the wall clock where the clocks change`() throws {
    let weekly = RenewalVector(
      start: "2025-03-05T20:00:00Z",
      period: .init(1, .week),
      calendar: .losAngeles,
      ends: ["2025-03-12T19:00:00Z", "2025-03-19T19:00:00Z"]
    )
    let daily = RenewalVector(
      start: "2025-03-08T20:00:00.250Z",
      period: .init(1, .day),
      calendar: .losAngeles,
      ends: ["2025-03-09T19:00:00.250Z", "2025-03-10T19:00:00.250Z"]
    )

    #expect(try weekly.calculated() == weekly.ends)
    #expect(try daily.calculated() == daily.ends)
  }

  @Test func `case K07: bought on 31 January, three renewals, and in a leap year`() throws {
    let ordinary = RenewalVector(
      start: "2026-01-31T00:00:00Z",
      period: .init(1, .month),
      ends: Self.at("00:00:00", "2026-02-28 2026-03-31 2026-04-30")
    )
    let leap = RenewalVector(
      start: "2028-01-31T00:00:00Z",
      period: .init(1, .month),
      ends: Self.at("00:00:00", "2028-02-29 2028-03-31 2028-04-30")
    )

    #expect(try ordinary.calculated() == ordinary.ends)
    #expect(try leap.calculated() == leap.ends)
  }

  private static func noon(_ days: String) -> [String] { at("12:00:00", days) }

  private static func at(_ time: String, _ days: String) -> [String] {
    days.split(separator: " ").map { "\($0)T\(time)Z" }
  }
}
