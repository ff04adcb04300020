internal import Foundation

extension Instant {
  /// The moment that much later on the calendar in UTC; a missing day becomes the month's last.
  ///
  /// Months first, then days, then milliseconds. Saturates far outside the store's clock.
  package func adding(_ duration: CalendarDuration) -> Instant {
    let month = duration.months == 0 ? self : adding(months: duration.months, in: .utc)
    let (days, overflow) = Int64(duration.days).multipliedReportingOverflow(by: Instant.day)
    return month.adding(milliseconds: overflow ? (duration.days > 0 ? .max : .min) : days)
      .adding(milliseconds: duration.milliseconds)
  }

  /// The same day and time of day that many months later (rules S-20, S-21).
  func adding(months: Int, in calendar: RenewalCalendar) -> Instant {
    moved(.month, by: months, in: calendar)
  }

  /// The same time of day that many days later: 23 or 25 hours away where the clocks change.
  func adding(days: Int, in calendar: RenewalCalendar) -> Instant {
    moved(.day, by: days, in: calendar)
  }

  /// Whole seconds go through Foundation's floating `Date`, which holds them exactly.
  private func moved(
    _ component: Calendar.Component,
    by amount: Int,
    in calendar: RenewalCalendar
  ) -> Instant {
    let limit = component == .month ? Self.maximumMonths : Self.maximumDays
    let amount = max(-limit, min(amount, limit))
    let (seconds, rest) = wholeSeconds
    let date = Date(timeIntervalSince1970: Double(seconds))
    guard Self.calendarSeconds.contains(seconds),
      let moved = calendar.foundation.date(byAdding: component, value: amount, to: date),
      let whole = Int64(exactly: moved.timeIntervalSince1970.rounded())
    else { return adding(milliseconds: amount > 0 ? .max : .min) }
    return Instant(milliseconds: whole * Self.second + rest)
  }

  /// Ten centuries: farther than any clock of a store, and nothing overflows.
  private static let maximumMonths = 12_000
  private static let maximumDays = 365_250

  /// Some 30,000 years around 1970; outside, no calendar is asked.
  private static let calendarSeconds: ClosedRange<Int64> = -1_000_000_000_000...1_000_000_000_000
}

extension RenewalCalendar {
  /// Made once: setting up a calendar costs more than a thousand renewals.
  fileprivate var foundation: Calendar {
    switch self {
    case .utc: Self.gregorianUTC
    case .losAngeles: Self.gregorianLosAngeles
    }
  }

  private static let gregorianUTC = gregorian(.gmt)

  // Without the zone's rules (a system without time zone data) winter time all year is the nearest.
  private static let gregorianLosAngeles = gregorian(
    TimeZone(identifier: RenewalCalendar.losAngeles.rawValue)
      ?? TimeZone(secondsFromGMT: -8 * 3600) ?? .gmt
  )

  private static func gregorian(_ zone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }
}
