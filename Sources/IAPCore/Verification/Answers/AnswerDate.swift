internal import Foundation

/// The date forms of verifyReceipt's answers (signed-data section 3).
enum AnswerDate {
  /// Reads any of the forms: milliseconds, `2020-07-22 17:39:08 Etc/GMT`, `... America/Los_Angeles`,
  /// RFC 3339; `nil` for anything else.
  static func read(_ text: String) -> Instant? {
    if let milliseconds = Int64(text) { return Instant(checkedMilliseconds: milliseconds) }
    if text.utf8.dropFirst(10).first == UInt8(ascii: "T") { return Instant(receiptText: text) }
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3,
      let wall = Instant(rfc3339: "\(parts[0])T\(parts[1])Z")
    else { return nil }
    switch parts[2] {
    case "Etc/GMT", "GMT", "UTC", "Etc/UTC": return wall
    case "America/Los_Angeles": return losAngeles(wall)
    default: return nil
    }
  }

  /// The moment at which the clocks of Los Angeles show this; they have daylight saving time,
  /// whatever "pst" in the member's name says.
  private static func losAngeles(_ wall: Instant) -> Instant? {
    for hours: Int64 in [7, 8] {
      let moment = wall.adding(milliseconds: hours * Instant.hour)
      if hoursBehind(at: moment) == hours { return moment }
    }
    // An hour that the clocks skipped: as winter time.
    return wall.adding(milliseconds: 8 * Instant.hour)
  }

  private static func hoursBehind(at moment: Instant) -> Int64 {
    guard let zone else { return 8 }
    let date = Date(timeIntervalSince1970: Double(moment.milliseconds / 1000))
    return Int64(-zone.secondsFromGMT(for: date) / 3600)
  }

  /// `nil` on a system without time zone data.
  private static let zone = TimeZone(identifier: "America/Los_Angeles")
}

extension Instant {
  /// `nil` where it would be centuries away from any purchase.
  init?(checkedMilliseconds milliseconds: Int64) {
    guard milliseconds.magnitude < 1_000_000_000_000_000 else { return nil }
    self.init(milliseconds: milliseconds)
  }

  /// The same moment without its milliseconds, as the texts have it.
  var inWholeSeconds: Instant {
    Instant(milliseconds: milliseconds - (milliseconds % 1000 + 1000) % 1000)
  }
}
