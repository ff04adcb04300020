internal import Foundation

/// One date in the three forms that verifyReceipt answers have (signed-data section 3).
struct ReceiptDate {
  let date: Instant

  /// `purchase_date`, `purchase_date_ms` and `purchase_date_pst` for the name `purchase_date`.
  func members(_ name: String) -> [JSONMember] {
    [
      JSONMember(name, .string(text(offset: 0) + " Etc/GMT")),
      JSONMember(name + "_ms", .string(String(date.milliseconds))),
      JSONMember(name + "_pst", .string(text(offset: pacificOffset) + " America/Los_Angeles")),
    ]
  }

  /// `2026-03-01 00:00:00`: whole seconds, never rounded up.
  private func text(offset: Int64) -> String {
    let shifted = date.adding(milliseconds: offset).receiptText
    return String(shifted.dropLast()).replacing("T", with: " ", maxReplacements: 1)
  }

  /// Milliseconds, daylight saving included although the name says otherwise.
  private var pacificOffset: Int64 {
    let seconds = Double(date.milliseconds) / 1000
    let zone = TimeZone(identifier: RenewalCalendar.losAngeles.rawValue)
    let offset = zone?.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)) ?? -8 * 3600
    return Int64(offset) * Instant.second
  }
}
