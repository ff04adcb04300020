/// Distinguished encoding of the few ASN.1 types that a receipt's payload consists of.
///
/// This is a notation for bytes, no cryptography: containers and certificates are libcrypto's.
enum DERWriter {
  static func sequence(_ parts: [[UInt8]]) -> [UInt8] { element(0x30, parts.flatMap(\.self)) }
  static func set(_ parts: [[UInt8]]) -> [UInt8] { element(0x31, parts.flatMap(\.self)) }
  static func octetString(_ bytes: [UInt8]) -> [UInt8] { element(0x04, bytes) }
  static func utf8String(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }
  static func ia5String(_ text: String) -> [UInt8] { element(0x16, Array(text.utf8)) }

  /// The shortest two's complement form.
  static func integer(_ value: Int64) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = value
    repeat {
      bytes.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    } while !(rest == 0 && bytes[0] < 0x80) && !(rest == -1 && bytes[0] >= 0x80)
    return element(0x02, bytes)
  }

  /// A number of any length that is not negative, from its big-endian bytes.
  static func integer(unsigned bytes: some Collection<UInt8>) -> [UInt8] {
    let digits = Array(bytes.drop { $0 == 0 })
    return element(0x02, (digits.first ?? 0x80) >= 0x80 ? [0] + digits : digits)
  }

  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    [tag] + length(content.count) + content
  }

  private static func length(_ count: Int) -> [UInt8] {
    guard count >= 0x80 else { return [UInt8(count)] }
    var bytes: [UInt8] = []
    var rest = count
    while rest > 0 {
      bytes.insert(UInt8(rest & 0xFF), at: 0)
      rest >>= 8
    }
    return [0x80 | UInt8(bytes.count)] + bytes
  }
}
