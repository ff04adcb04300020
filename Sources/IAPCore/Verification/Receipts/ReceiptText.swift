/// Finds the container in the forms that receipts travel in (signed-data 2.1).
enum ReceiptText {
  /// The largest genuine receipt known has 79 kB; 4 MiB of DER is a limit, not a size.
  static let maximumBytes = 4 * 1024 * 1024
  static let maximumTextBytes = 6 * 1024 * 1024

  /// DER and BER begin with the SEQUENCE of the container.
  static func isContainer(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.first == DERTag.sequence.rawValue && bytes.count > 4
      && bytes.dropFirst().first.map { $0 >= 0x80 } == true
  }

  /// Whether the text can be base64 of something: an early answer, not a check.
  static func isLikelyBase64(_ text: some Collection<UInt8>) -> Bool {
    var count = 0
    for byte in text.prefix(64) where byte != 0x0A && byte != 0x0D {
      guard isDigit(byte) || byte == 0x20 || byte == UInt8(ascii: "%") else { return false }
      count += 1
    }
    return count >= 16
  }

  /// The bytes that base64 text stands for.
  ///
  /// Reads line breaks, the URL alphabet, `%2B`, missing padding, and blanks that form encoding made
  /// of `+`. What comes out is judged by its own length, so leniency here lets nothing in.
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var digits: [UInt8] = []
    digits.reserveCapacity(text.count)
    var blanks = 0
    var iterator = text.makeIterator()
    while let byte = iterator.next() {
      switch byte {
      case 0x09...0x0D: continue
      case 0x20:
        blanks += 1
        digits.append(byte)
      case UInt8(ascii: "-"): digits.append(UInt8(ascii: "+"))
      case UInt8(ascii: "_"): digits.append(UInt8(ascii: "/"))
      case UInt8(ascii: "%"):
        guard let high = iterator.next(), let low = iterator.next(),
          let decoded = hexBytes(String(decoding: [high, low], as: UTF8.self)).first
        else { return nil }
        digits.append(decoded)
      default: digits.append(byte)
      }
    }
    guard blanks > 0 else { return decodeDigits(digits) }
    let plus = digits.map { $0 == 0x20 ? UInt8(ascii: "+") : $0 }
    return decodeDigits(trimmedPlus(plus, original: digits))
      ?? decodeDigits(digits.filter { $0 != 0x20 })
  }

  /// Blanks around the text were never `+`.
  private static func trimmedPlus(_ plus: [UInt8], original: [UInt8]) -> [UInt8] {
    let start = original.firstIndex { $0 != 0x20 } ?? 0
    let end = original.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? 0
    return start < end ? Array(plus[start..<end]) : []
  }

  private static func decodeDigits(_ digits: [UInt8]) -> [UInt8]? {
    var digits = digits
    while digits.last == UInt8(ascii: "=") { digits.removeLast() }
    guard digits.count % 4 != 1, !digits.isEmpty else { return nil }
    digits += repeatElement(UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
    return Base64Text.bytes(standard: digits)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
      UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "="):
      true
    default: false
    }
  }
}
