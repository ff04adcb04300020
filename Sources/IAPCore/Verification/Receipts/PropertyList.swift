/// A NeXT property list of texts, as iOS 6 style receipts are: `{ "a" = "b"; }`.
struct PropertyList: Equatable, Sendable {
  private(set) var values: [String: String] = [:]

  /// `nil` for anything but one dictionary of quoted texts with different keys, at least one.
  init?(_ bytes: [UInt8]) {
    guard bytes.count <= 1024 * 1024 else { return nil }
    var reader = Reader(bytes: bytes)
    guard reader.take("{") else { return nil }
    while !reader.take("}") {
      guard let key = reader.text(), reader.take("="), let value = reader.text(),
        reader.take(";"), values.updateValue(value, forKey: key) == nil
      else { return nil }
    }
    // Braces with nothing in them are an empty JSON object just as well.
    guard reader.isAtEnd, !values.isEmpty else { return nil }
  }

  subscript(key: String) -> String? { values[key] }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool {
      mutating get {
        skipSpace()
        return position == bytes.count
      }
    }

    private mutating func skipSpace() {
      while position < bytes.count, bytes[position] == 0x20 || (9...13).contains(bytes[position]) {
        position += 1
      }
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      skipSpace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }

    mutating func text() -> String? {
      guard take("\"") else { return nil }
      var text: [UInt8] = []
      while position < bytes.count {
        let byte = bytes[position]
        position += 1
        if byte == UInt8(ascii: "\"") { return String(validating: text, as: UTF8.self) }
        guard byte == UInt8(ascii: "\\") else {
          text.append(byte)
          continue
        }
        guard position < bytes.count else { return nil }
        text.append(bytes[position])
        position += 1
      }
      return nil
    }
  }
}
