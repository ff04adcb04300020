/// Reads DER, one element after the other: definite lengths in their shortest form, nothing else.
struct DERReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  struct Element: Equatable {
    var tag: UInt8
    var content: ArraySlice<UInt8>
  }

  /// The octet at which the bytes stop being DER, or being what was asked for.
  struct Failure: Error, Equatable {
    var offset: Int
  }

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  var isAtEnd: Bool { position == bytes.endIndex }

  /// The next element, whatever it is.
  mutating func next() throws(Failure) -> Element {
    let start = position
    guard let tag = take(), tag & 0x1F != 0x1F, let first = take() else { throw failure(start) }
    var length = Int(first)
    if first >= 0x80 {
      let count = Int(first & 0x7F)
      guard (1...4).contains(count) else { throw failure(start) }
      length = 0
      for _ in 0..<count {
        guard let byte = take() else { throw failure(start) }
        length = length << 8 | Int(byte)
      }
      // The shortest form only: DER has one way to write each value.
      guard length >= 0x80, length >> ((count - 1) * 8) != 0 else { throw failure(start) }
    }
    guard length <= bytes.endIndex - position else { throw failure(start) }
    let content = bytes[position..<position + length]
    position += length
    return Element(tag: tag, content: content)
  }

  /// The content of the next element, which must be of this kind.
  mutating func next(_ tag: DERTag) throws(Failure) -> ArraySlice<UInt8> {
    let start = position
    let element = try next()
    guard element.tag == tag.rawValue else { throw failure(start) }
    return element.content
  }

  /// A whole number of at most eight octets in its shortest form.
  mutating func integer() throws(Failure) -> Int64 {
    let start = position
    let content = try next(.integer)
    guard let number = Self.integer(content) else { throw failure(start) }
    return number
  }

  static func integer(_ content: ArraySlice<UInt8>) -> Int64? {
    guard let first = content.first, content.count <= 8 else { return nil }
    if content.count > 1 {
      let second = content[content.startIndex + 1]
      guard !(first == 0 && second < 0x80), !(first == 0xFF && second >= 0x80) else { return nil }
    }
    return content.reduce(first >= 0x80 ? -1 : 0) { $0 << 8 | Int64($1) }
  }

  /// The content of the only element in the bytes.
  static func only(_ tag: DERTag, in bytes: ArraySlice<UInt8>) throws(Failure) -> ArraySlice<UInt8>
  {
    var reader = DERReader(bytes)
    let content = try reader.next(tag)
    guard reader.isAtEnd else { throw Failure(offset: reader.position) }
    return content
  }

  private mutating func take() -> UInt8? {
    guard position < bytes.endIndex else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  private func failure(_ offset: Int) -> Failure { Failure(offset: offset) }
}

/// The kinds of elements that receipts have.
enum DERTag: UInt8 {
  case integer = 0x02
  case octetString = 0x04
  case utf8String = 0x0C
  case ia5String = 0x16
  case sequence = 0x30
  case set = 0x31
}
