/// The parts of a moment on the Gregorian calendar in UTC.
///
/// Whole numbers convert, neither a `Calendar` nor the C library: the first use of a calendar sets up
/// a locale, which takes longer than the rest of `iap entitlements`, and the C library asks the
/// system for its time zone, even where only UTC is meant.
package struct CivilTime: Equatable, Sendable {
  package var year: Int
  /// 1...12.
  package var month: Int
  /// 1...31.
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int
  package var millisecond: Int

  /// The parts of the moment, exact to the millisecond.
  package init(_ instant: Instant) {
    let (seconds, rest) = instant.wholeSeconds
    let (days, time) = Int(seconds).flooredQuotient(by: Self.secondsOfADay)
    let (era, dayOfEra) = (days + Self.daysToTheEra).flooredQuotient(by: Self.daysOfAnEra)
    // A leap day is missing after 4 years less one day, there again at the century, and so on.
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    hour = time / 3600
    minute = time / 60 % 60
    second = time % 60
    millisecond = Int(rest)
  }

  private static let secondsOfADay = 86_400
  /// 400 years, after which the calendar repeats itself.
  private static let daysOfAnEra = 146_097
  /// From 0000-03-01 to 1970-01-01: years that begin in March end with their leap day.
  private static let daysToTheEra = 719_468

  /// `nil` for a day that its month does not have and for hours, minutes and seconds out of range.
  package init?(
    year: Int,
    month: Int,
    day: Int,
    hour: Int = 0,
    minute: Int = 0,
    second: Int = 0,
    millisecond: Int = 0
  ) {
    guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second),
      (0...999).contains(millisecond)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.millisecond = millisecond
    guard CivilTime(instant) == self else { return nil }
  }

  /// The moment that these parts name; what is out of range counts on, as the 32nd of January does.
  package var instant: Instant {
    let (moreYears, monthOfYear) = (month - 1).flooredQuotient(by: 12)
    let yearFromMarch = year + moreYears - (monthOfYear < 2 ? 1 : 0)
    let (era, yearOfEra) = yearFromMarch.flooredQuotient(by: 400)
    let monthFromMarch = (monthOfYear + 10) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * Self.daysOfAnEra + dayOfEra - Self.daysToTheEra
    let seconds = days * Self.secondsOfADay + hour * 3600 + minute * 60 + second
    return Instant(milliseconds: Int64(seconds) * Instant.second + Int64(millisecond))
  }
}

extension Int {
  /// Rounded towards the past, with what is left over, which is never below zero.
  fileprivate func flooredQuotient(by divisor: Int) -> (quotient: Int, rest: Int) {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}

extension Instant {
  /// Whole seconds, rounded towards the past, and the milliseconds after them, 0...999.
  var wholeSeconds: (seconds: Int64, rest: Int64) {
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: Instant.second)
    return rest < 0 ? (seconds - 1, rest + Instant.second) : (seconds, rest)
  }
}
