/// A moment: whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Apple's signed data counts the same way. Seconds as floating point are never used (rule S-25).
package struct Instant: Hashable, Comparable, Sendable {
  package var milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Saturates instead of overflowing, so that no input traps.
  package func adding(milliseconds amount: Int64) -> Instant {
    let (sum, overflow) = milliseconds.addingReportingOverflow(amount)
    return Instant(milliseconds: overflow ? (amount > 0 ? .max : .min) : sum)
  }

  /// Milliseconds from the other moment to this one; saturating.
  package func milliseconds(since other: Instant) -> Int64 {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(other.milliseconds)
    return overflow ? (milliseconds > other.milliseconds ? .max : .min) : difference
  }

  /// Midnight in UTC of the same day.
  package var startOfDay: Instant {
    let rest = milliseconds % Self.day
    return Instant(milliseconds: milliseconds - (rest < 0 ? rest + Self.day : rest))
  }

  package static let second: Int64 = 1000
  package static let minute: Int64 = 60 * second
  package static let hour: Int64 = 60 * minute
  package static let day: Int64 = 24 * hour
}

extension Instant: Codable {
  package init(from decoder: any Decoder) throws {
    milliseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }
}
