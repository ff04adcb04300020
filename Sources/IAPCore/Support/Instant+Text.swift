extension Instant {
  /// The moments that the store's clock can show: the years 2000 to 2199.
  package static let clockLimits =
    Instant(milliseconds: 946_684_800_000)...Instant(milliseconds: 7_258_118_399_999)

  /// Reads an RFC 3339 time, or a plain date, which means midnight UTC; `nil` for everything else.
  ///
  /// A day that does not exist, an hour 24 and a leap second are refused. Fractions finer than a
  /// millisecond are cut off (rule S-25).
  package init?(rfc3339 text: String) {
    var reader = TimeReader(text)
    guard let instant = reader.read() else { return nil }
    self = instant
  }

  /// `2026-03-01T00:00:00Z`, with three digits of fraction where there is one.
  ///
  /// Years outside 0...9999 have no such form; they are written with all their digits.
  package var rfc3339: String {
    let civil = CivilTime(self)
    let fraction = civil.millisecond == 0 ? "" : "." + Self.padded(civil.millisecond, to: 3)
    return "\(civil.dateText)T\(civil.clockText):\(Self.padded(civil.second, to: 2))\(fraction)Z"
  }

  /// `2026-03-01 00:00 UTC`, with seconds only where there are some.
  package var forPeople: String {
    let civil = CivilTime(self)
    let seconds = civil.second == 0 ? "" : ":" + Self.padded(civil.second, to: 2)
    return "\(civil.dateText) \(civil.clockText)\(seconds) UTC"
  }

  /// `2026-03-01`: the day in UTC.
  package var dateText: String { CivilTime(self).dateText }

  fileprivate static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

extension CivilTime {
  fileprivate var dateText: String {
    "\(Instant.padded(year, to: 4))-\(Instant.padded(month, to: 2))-\(Instant.padded(day, to: 2))"
  }

  fileprivate var clockText: String {
    "\(Instant.padded(hour, to: 2)):\(Instant.padded(minute, to: 2))"
  }
}

/// Reads one time from left to right.
private struct TimeReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func read() -> Instant? {
    guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2)
    else { return nil }
    if isAtEnd { return CivilTime(year: year, month: month, day: day)?.instant }
    guard take("T") || take("t"), let hour = digits(2), take(":"), let minute = digits(2),
      take(":"), let second = digits(2), let millisecond = fraction(), let offset = offset(),
      isAtEnd
    else { return nil }
    let civil = CivilTime(
      year: year,
      month: month,
      day: day,
      hour: hour,
      minute: minute,
      second: second,
      millisecond: millisecond
    )
    return civil?.instant.adding(milliseconds: -offset)
  }

  /// Milliseconds; 0 where no point stands.
  private mutating func fraction() -> Int? {
    guard take(".") else { return 0 }
    let start = position
    var milliseconds = 0
    while let digit = digit() {
      if position - start <= 3 { milliseconds = milliseconds * 10 + digit }
    }
    guard position > start else { return nil }
    for _ in min(position - start, 3)..<3 { milliseconds *= 10 }
    return milliseconds
  }

  /// Milliseconds that the written clock is ahead of UTC.
  private mutating func offset() -> Int64? {
    if take("Z") || take("z") { return 0 }
    let isAhead = take("+")
    guard isAhead || take("-"), let hours = digits(2), hours < 24, take(":"),
      let minutes = digits(2), minutes < 60
    else { return nil }
    let length = Int64(hours) * Instant.hour + Int64(minutes) * Instant.minute
    return isAhead ? length : -length
  }

  private var isAtEnd: Bool { position == bytes.count }

  private mutating func digits(_ count: Int) -> Int? {
    var number = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  private mutating func digit() -> Int? {
    guard position < bytes.count,
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position])
    else { return nil }
    position += 1
    return Int(bytes[position - 1] - UInt8(ascii: "0"))
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }
}
