/// A length of time as a person says it: calendar months, calendar days, and milliseconds.
///
/// ISO 8601 (`P1M`, `PT6H`, `P1Y2M3DT4H`) or short (`1mo`, `2w`, `30d`, `6h`, `45m`, `10s`, `1y`).
/// The parts are added in the order months, days, milliseconds.
package struct CalendarDuration: Hashable, Sendable {
  package var months: Int
  package var days: Int
  package var milliseconds: Int64

  package init(months: Int = 0, days: Int = 0, milliseconds: Int64 = 0) {
    self.months = months
    self.days = days
    self.milliseconds = milliseconds
  }

  /// 200 years: longer spans leave the store's clock in any case.
  private static let maximumCount: Int64 = 200 * 366 * 86_400

  /// Reads either form; `nil` for everything else, for an empty length and for absurd sizes.
  package init?(_ text: String) {
    self.init()
    guard !text.isEmpty, !text.hasPrefix("P") else {
      guard readISO8601(text.dropFirst()) else { return nil }
      return
    }
    guard readShort(text) else { return nil }
  }

  /// The ISO 8601 form that reads back as the same value; `PT0S` for no length at all.
  package var iso8601: String {
    let (years, restMonths) = months.quotientAndRemainder(dividingBy: 12)
    var date = ""
    if years != 0 { date += "\(years)Y" }
    if restMonths != 0 { date += "\(restMonths)M" }
    if days != 0 { date += "\(days)D" }
    let (seconds, fraction) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    let (minutes, restSeconds) = seconds.quotientAndRemainder(dividingBy: 60)
    let (hours, restMinutes) = minutes.quotientAndRemainder(dividingBy: 60)
    var time = ""
    if hours != 0 { time += "\(hours)H" }
    if restMinutes != 0 { time += "\(restMinutes)M" }
    if fraction != 0 {
      time += "\(restSeconds)." + String(1000 + fraction).dropFirst() + "S"
    } else if restSeconds != 0 {
      time += "\(restSeconds)S"
    }
    if date.isEmpty, time.isEmpty { return "PT0S" }
    return "P" + date + (time.isEmpty ? "" : "T" + time)
  }

  private mutating func readISO8601(_ text: Substring) -> Bool {
    let halves = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard let date = halves.first, halves.count == 1 || !halves[1].isEmpty else { return false }
    guard !date.isEmpty || halves.count == 2 else { return false }
    return readParts(date, units: ["Y", "M", "W", "D"], isTime: false)
      && (halves.count == 1 || readParts(halves[1], units: ["H", "M", "S"], isTime: true))
  }

  /// Units in their order, each at most once.
  private mutating func readParts(_ text: Substring, units: [Character], isTime: Bool) -> Bool {
    var rest = text
    var remaining = units[...]
    while !rest.isEmpty {
      guard let end = rest.firstIndex(where: { $0.isLetter }),
        let place = remaining.firstIndex(of: rest[end])
      else { return false }
      remaining = remaining[(place + 1)...]
      let unit = (isTime && rest[end] == "M") ? "m" : String(rest[end])
      guard add(rest[..<end], unit: unit) else { return false }
      rest = rest[rest.index(after: end)...]
    }
    return true
  }

  private mutating func readShort(_ text: String) -> Bool {
    guard let start = text.firstIndex(where: { $0.isLetter }) else { return false }
    let units = [
      "y": "Y", "mo": "M", "w": "W", "d": "D", "h": "H", "m": "m", "min": "m", "s": "S", "ms": "ms",
    ]
    guard let unit = units[String(text[start...])] else { return false }
    return add(text[..<start], unit: unit)
  }

  private mutating func add(_ number: Substring, unit: String) -> Bool {
    if unit == "S", number.contains(".") { return addSeconds(number) }
    guard number.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let count = Int64(number), count <= Self.maximumCount
    else { return false }
    switch unit {
    case "Y": months += Int(count) * 12
    case "M": months += Int(count)
    case "W": days += Int(count) * 7
    case "D": days += Int(count)
    case "H": milliseconds += count * Instant.hour
    case "m": milliseconds += count * Instant.minute
    case "S": milliseconds += count * Instant.second
    default: milliseconds += count
    }
    return true
  }

  private mutating func addSeconds(_ number: Substring) -> Bool {
    guard let amount = Price(String(number)), amount.milliunits / 1000 <= Self.maximumCount else {
      return false
    }
    milliseconds += amount.milliunits
    return true
  }
}

extension CalendarDuration: Codable {
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let duration = CalendarDuration(text) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "expected a duration like P1M or 30d, found \"\(text)\""
        )
      )
    }
    self = duration
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(iso8601)
  }
}
