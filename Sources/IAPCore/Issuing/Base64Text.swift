/// Base64 in the two alphabets that signed data uses.
package enum Base64Text {
  /// `+` and `/`, padded: certificates, receipts, offer signatures.
  package static func standard(_ bytes: [UInt8]) -> String {
    encode(bytes, with: standardDigits, isPadded: true)
  }

  /// `-` and `_`, without padding: the three parts of a JWS.
  package static func url(_ bytes: [UInt8]) -> String {
    encode(bytes, with: urlDigits, isPadded: false)
  }

  /// Reads the padded standard form; `nil` for white space, other characters, missing or misplaced
  /// padding, and unused bits that are not zero.
  package static func bytes(standard text: String) -> [UInt8]? {
    bytes(standard: Array(text.utf8))
  }

  /// The same for text that stands as bytes.
  package static func bytes(standard digits: [UInt8]) -> [UInt8]? {
    guard digits.count.isMultiple(of: 4) else { return nil }
    let padding = digits.suffix(2).count { $0 == UInt8(ascii: "=") }
    var (output, accumulator, bits): ([UInt8], UInt32, Int) = ([], 0, 0)
    output.reserveCapacity(digits.count / 4 * 3)
    for digit in digits.dropLast(padding) {
      guard let value = value(of: digit) else { return nil }
      accumulator = accumulator << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        output.append(UInt8(truncatingIfNeeded: accumulator >> UInt32(bits)))
        accumulator &= (1 << UInt32(bits)) - 1
      }
    }
    return accumulator == 0 ? output : nil
  }

  private static let standardDigits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )
  private static let urlDigits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
  )

  private static func encode(_ bytes: [UInt8], with digits: [UInt8], isPadded: Bool) -> String {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var group = UInt32(0)
      for offset in 0..<3 {
        group = group << 8 | (offset < count ? UInt32(bytes[start + offset]) : 0)
      }
      for place in 0...count {
        output.append(digits[Int(group >> UInt32(18 - place * 6) & 63)])
      }
      if isPadded { output.append(contentsOf: repeatElement(UInt8(ascii: "="), count: 3 - count)) }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
