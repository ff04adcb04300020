internal import Foundation

/// The parts of a moment on the Gregorian calendar in UTC.
///
/// The C library converts (it comes with Foundation), not a `Calendar`: the first use of one sets up
/// a locale, which takes longer than the rest of `iap entitlements`.
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
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    year = Int(parts.tm_year) + 1900
    month = Int(parts.tm_mon) + 1
    day = Int(parts.tm_mday)
    hour = Int(parts.tm_hour)
    minute = Int(parts.tm_min)
    second = Int(parts.tm_sec)
    millisecond = Int(rest)
  }

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

  /// The moment that these parts name.
  package var instant: Instant {
    var parts = tm()
    parts.tm_year = Int32(year - 1900)
    parts.tm_mon = Int32(month - 1)
    parts.tm_mday = Int32(day)
    parts.tm_hour = Int32(hour)
    parts.tm_min = Int32(minute)
    parts.tm_sec = Int32(second)
    return Instant(milliseconds: Int64(timegm(&parts)) * Instant.second + Int64(millisecond))
  }
}

extension Instant {
  /// Whole seconds, rounded towards the past, and the milliseconds after them, 0...999.
  var wholeSeconds: (seconds: Int64, rest: Int64) {
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: Instant.second)
    return rest < 0 ? (seconds - 1, rest + Instant.second) : (seconds, rest)
  }
}
