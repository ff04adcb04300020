/// The three parts of a JSON Web Signature, found but not yet decoded.
struct SignedText {
  /// Ranges into the text.
  var header: Range<Int>
  var payload: Range<Int>
  var signature: Range<Int>

  /// Genuine ones have 5 to 12 kB; a notification nests two of them.
  static let maximumBytes = 256 * 1024
  static let maximumHeaderBytes = 32 * 1024

  init(_ text: UnsafeBufferPointer<UInt8>) throws(VerificationFailure) {
    let dots = Self.dots(in: text)
    guard dots.count == 2 else { throw .wrongPartCount(found: dots.count + 1) }
    header = 0..<dots[0]
    payload = dots[0] + 1..<dots[1]
    signature = dots[1] + 1..<text.count
    for (name, part) in [("header", header), ("payload", payload), ("signature", signature)] {
      guard !part.isEmpty else { throw .emptyPart(name) }
    }
  }

  private static func dots(in text: UnsafeBufferPointer<UInt8>) -> [Int] {
    var dots: [Int] = []
    dots.reserveCapacity(2)
    for index in text.indices where text[index] == UInt8(ascii: ".") { dots.append(index) }
    return dots
  }

  /// Whether the text looks like a JSON Web Signature, so that what is wrong with it can be said.
  static func isLikely(_ text: some Collection<UInt8>) -> Bool {
    // `eyJ` is base64url for `{"`, with which every header begins.
    text.starts(with: Array("eyJ".utf8)) || text.starts(with: Array("ew".utf8))
  }

  /// The text without ASCII white space around it.
  static func trimmed(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var range = text.indices
    while let first = range.first, isSpace(text[first]) { range.removeFirst() }
    while let last = range.last, isSpace(text[last]) { range.removeLast() }
    return UnsafeBufferPointer(rebasing: text[range])
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
