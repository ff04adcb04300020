/// Base64url read strictly: one text for each sequence of bytes, so that signed data has one form
/// only.
///
/// Refuses foreign characters, white space, padding and unused bits that are not zero.
extension Base64Text {
  /// The bytes of a part of a JSON Web Signature.
  package static func decodeURL(_ text: some Collection<UInt8>) -> [UInt8]? {
    withContiguous(text) { decode($0, values: urlValues) }
  }

  /// Decodes into a buffer that is reused; answers how many bytes, `nil` when the text is refused.
  ///
  /// The buffer holds at least three quarters of the text's length.
  static func decodeURL(
    _ text: UnsafeBufferPointer<UInt8>,
    into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    decode(text, into: output, values: urlValues)
  }

  private static let urlAlphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
  )
  private static let urlValues = values(of: urlAlphabet)

  /// For each byte its six bits, 0xFF for what is no character of the alphabet.
  private static func values(of alphabet: [UInt8]) -> [UInt8] {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }

  private static func withContiguous(
    _ text: some Collection<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>) -> [UInt8]?
  ) -> [UInt8]? {
    if let answer = text.withContiguousStorageIfAvailable(body) { return answer }
    return Array(text).withUnsafeBufferPointer(body)
  }

  private static func decode(_ text: UnsafeBufferPointer<UInt8>, values: [UInt8]) -> [UInt8]? {
    var isValid = false
    let bytes = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3 + 3) { buffer, count in
      guard let length = decode(text, into: buffer, values: values) else { return }
      count = length
      isValid = true
    }
    return isValid ? bytes : nil
  }

  private static func decode(
    _ text: UnsafeBufferPointer<UInt8>,
    into output: UnsafeMutableBufferPointer<UInt8>,
    values: [UInt8]
  ) -> Int? {
    let rest = text.count % 4
    let whole = text.count - rest
    guard rest != 1, output.count >= text.count / 4 * 3 + max(0, rest - 1) else { return nil }
    return values.withUnsafeBufferPointer { values in
      var written = 0
      var place = 0
      var seen: UInt8 = 0
      while place < whole {
        let (a, b) = (values[Int(text[place])], values[Int(text[place + 1])])
        let (c, d) = (values[Int(text[place + 2])], values[Int(text[place + 3])])
        seen |= a | b | c | d
        output[written] = a << 2 | b >> 4
        output[written + 1] = b << 4 | c >> 2
        output[written + 2] = c << 6 | d
        written += 3
        place += 4
      }
      guard rest > 0 else { return seen & 0xC0 == 0 ? written : nil }
      let (a, b) = (values[Int(text[place])], values[Int(text[place + 1])])
      let c = rest == 3 ? values[Int(text[place + 2])] : 0
      seen |= a | b | c
      output[written] = a << 2 | b >> 4
      if rest == 3 { output[written + 1] = b << 4 | c >> 2 }
      let unused = rest == 3 ? c & 0b11 : b & 0b1111
      return seen & 0xC0 == 0 && unused == 0 ? written + rest - 1 : nil
    }
  }
}
