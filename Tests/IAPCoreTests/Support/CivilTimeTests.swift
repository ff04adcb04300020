import Foundation
import IAPCore
import Testing

/// The calendar, judged by Foundation's.
struct CivilTimeTests {
  private let calendar: Calendar = {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// The parts from the year to the second.
  private func words(_ civil: CivilTime) -> String {
    "\(civil.year) \(civil.month) \(civil.day) \(civil.hour) \(civil.minute) \(civil.second)"
  }

  private func words(of seconds: Int) -> String {
    let date = Date(timeIntervalSince1970: Double(seconds))
    let units: Set<Calendar.Component> = [.year, .month, .day, .hour, .minute, .second]
    let parts = calendar.dateComponents(units, from: date)
    return [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second]
      .map { String($0 ?? -1) }.joined(separator: " ")
  }

  @Test func `Days of eight centuries have the parts that Foundation gives them`() {
    // From 1600; an odd step visits every time of day as well.
    let start = -11_676_096_000
    let end = start + 800 * 365 * 86_400
    for seconds in stride(from: start, to: end, by: 11 * 86_400 + 12_345) {
      let instant = Instant(milliseconds: Int64(seconds) * 1000 + 678)
      let civil = CivilTime(instant)
      #expect(words(civil) == words(of: seconds))
      #expect(civil.instant == instant, "\(seconds)")
    }
  }

  @Test func `Leap days are those of the Gregorian calendar`() {
    for (year, hasLeapDay) in [(1900, false), (2000, true), (2024, true), (2100, false), (0, true)]
    {
      #expect((CivilTime(year: year, month: 2, day: 29) != nil) == hasLeapDay, "\(year)")
      #expect(CivilTime(year: year, month: 2, day: 30) == nil)
      #expect(CivilTime(year: year, month: 12, day: 31) != nil)
    }
    #expect(CivilTime(year: 2026, month: 4, day: 31) == nil)
  }

  @Test func `What is out of range counts on`() throws {
    var civil = try #require(CivilTime(year: 2026, month: 1, day: 31))
    civil.day = 32
    #expect(civil.instant == CivilTime(year: 2026, month: 2, day: 1)?.instant)
    civil.month = 14
    #expect(civil.instant == CivilTime(year: 2027, month: 3, day: 4)?.instant)
    civil.month = 0
    #expect(civil.instant == CivilTime(year: 2026, month: 1, day: 1)?.instant)
  }

  @Test func `Before 1970 the parts are rounded towards the past`() {
    let civil = CivilTime(Instant(milliseconds: -1))
    #expect(words(civil) == "1969 12 31 23 59 59")
    #expect(civil.millisecond == 999)
  }
}
