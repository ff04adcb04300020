import IAPCore

/// Reads one word as the kind that the table asks for.
enum ValueReader {
  /// `nil`: the text is not of that kind.
  static func read(_ text: String, as kind: ValueKind) -> OptionValue? {
    guard !text.isEmpty else { return kind == .anything ? .text(text) : nil }
    switch kind {
    case .word(let words): return words.contains(text) ? .text(text) : nil
    case .integer(let range): return integer(text, in: range)
    case .time(let words):
      return words.contains(text) ? .text(text) : time(text)
    case .duration: return CalendarDuration(text).map { .duration($0) }
    case .uuid: return isUUID(text) ? .text(text) : nil
    case .percent(let whole): return percentage(text, whole: whole)
    case .amount: return Price(text).map { .amount($0) }
    case .notification:
      return NotificationType.documentedNames.contains(text) ? .text(text) : nil
    case .bundleID: return BundleID.isValid(text) ? .text(text) : nil
    case .plainFile: return text == "-" ? nil : .text(text)
    case .account, .name: return AccountName(text).isValid ? .text(text) : nil
    default: return .text(text)
    }
  }

  /// The store's clock runs from 2000 to 2199, and nothing that anybody signed is from elsewhere.
  private static func time(_ text: String) -> OptionValue? {
    guard let time = Instant(rfc3339: text), StoreState.earliest <= time, time < StoreState.end
    else { return nil }
    return .time(time)
  }

  /// Decimal digits with at most one minus sign in front; no plus, blanks or separators.
  private static func integer(_ text: String, in range: ClosedRange<Int64>) -> OptionValue? {
    guard !text.hasPrefix("+"), let number = Int64(text), range.contains(number) else {
      return nil
    }
    return .integer(number)
  }

  /// 8-4-4-4-12 hexadecimal digits, in either case.
  private static func isUUID(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.joined().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }
  }

  /// A percent sign at the end is allowed.
  private static func percentage(_ text: String, whole: Bool) -> OptionValue? {
    let number = text.hasSuffix("%") ? String(text.dropLast()) : text
    let range: ClosedRange<Int64> = whole ? 0...100_000 : 1...99_999
    guard let amount = Price(number), range.contains(amount.milliunits) else { return nil }
    return .percentage(Int(amount.milliunits))
  }
}
