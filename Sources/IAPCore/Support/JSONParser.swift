/// The one strict JSON reader of the project: RFC 8259 without any leniency.
///
/// It refuses a byte order mark, invalid UTF-8, lone surrogates, equal member names in one object,
/// trailing commas, anything after the value, and nesting deeper than the limit.
package struct JSONParser {
  /// Genuine App Store data nests four levels, Xcode's catalogues six.
  package static let defaultMaximumDepth = 128

  private let bytes: [UInt8]
  private let maximumDepth: Int
  private var position = 0
  private var depth = 0

  private init(_ bytes: [UInt8], maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  /// Reads exactly one value.
  ///
  /// White space around the value is allowed, anything else is not.
  package static func parse(
    _ bytes: [UInt8],
    maximumDepth: Int = defaultMaximumDepth
  ) throws(JSONSyntaxError) -> JSONValue {
    var parser = JSONParser(bytes, maximumDepth: maximumDepth)
    return try parser.document()
  }

  package static func parse(_ text: String) throws(JSONSyntaxError) -> JSONValue {
    try parse(Array(text.utf8))
  }

  private mutating func document() throws(JSONSyntaxError) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw failure(.byteOrderMark) }
    skipWhiteSpace()
    guard position < bytes.count else { throw failure(.empty) }
    let value = try value()
    skipWhiteSpace()
    guard position == bytes.count else { throw failure(.trailingBytes) }
    return value
  }

  private mutating func value() throws(JSONSyntaxError) -> JSONValue {
    guard position < bytes.count else { throw failure(.unexpectedEnd) }
    switch bytes[position] {
    case UInt8(ascii: "{"):
      return try nested { parser throws(JSONSyntaxError) in try parser.object() }
    case UInt8(ascii: "["):
      return try nested { parser throws(JSONSyntaxError) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: throw failure(.unexpectedByte)
    }
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(JSONSyntaxError) -> JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    depth += 1
    guard depth <= maximumDepth else { throw failure(.tooDeep) }
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(JSONSyntaxError) -> JSONValue {
    position += 1
    var members: [JSONMember] = []
    var names: Set<String> = []
    skipWhiteSpace()
    if take("}") { return .object([]) }
    while true {
      skipWhiteSpace()
      guard position < bytes.count else { throw failure(.unexpectedEnd) }
      guard bytes[position] == UInt8(ascii: "\"") else { throw failure(.unexpectedByte) }
      let start = position
      let name = try string()
      guard isNew(name, among: members, names: &names) else {
        throw failure(.duplicateMember, at: start, member: name)
      }
      skipWhiteSpace()
      try expect(":")
      skipWhiteSpace()
      members.append(JSONMember(name, try value()))
      skipWhiteSpace()
      if take("}") { return .object(members) }
      try expect(",")
    }
  }

  /// Small objects are searched, larger ones hashed: most objects have few members.
  private func isNew(_ name: String, among members: [JSONMember], names: inout Set<String>) -> Bool
  {
    if members.count < 12 { return !members.contains { $0.name == name } }
    if names.isEmpty { names = Set(members.map(\.name)) }
    return names.insert(name).inserted
  }

  private mutating func array() throws(JSONSyntaxError) -> JSONValue {
    position += 1
    var elements: [JSONValue] = []
    skipWhiteSpace()
    if take("]") { return .array([]) }
    while true {
      skipWhiteSpace()
      elements.append(try value())
      skipWhiteSpace()
      if take("]") { return .array(elements) }
      try expect(",")
    }
  }

  private mutating func word(
    _ word: StaticString,
    _ value: JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    for offset in 0..<word.utf8CodeUnitCount {
      guard position < bytes.count else { throw failure(.unexpectedEnd) }
      guard bytes[position] == word.utf8Start[offset] else { throw failure(.unexpectedByte) }
      position += 1
    }
    return value
  }

  private mutating func number() throws(JSONSyntaxError) -> String {
    let start = position
    _ = take("-")
    if !take("0") { try digits(from: start) }
    if take(".") { try digits(from: start) }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      try digits(from: start)
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func digits(from start: Int) throws(JSONSyntaxError) {
    let first = position
    while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position])
    {
      position += 1
    }
    guard position > first else { throw failure(.invalidNumber, at: start) }
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    position += 1
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        guard let text = String(validating: bytes[start..<position], as: UTF8.self) else {
          throw failure(.invalidUTF8, at: start)
        }
        position += 1
        return text
      case UInt8(ascii: "\\"): return try escapedString(from: start)
      case 0..<0x20: throw failure(.controlCharacter)
      default: position += 1
      }
    }
    throw failure(.unexpectedEnd)
  }

  /// The slow way for strings with escapes: unescaped bytes are gathered, then checked once.
  private mutating func escapedString(from start: Int) throws(JSONSyntaxError) -> String {
    var gathered = Array(bytes[start..<position])
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        guard let text = String(validating: gathered, as: UTF8.self) else {
          throw failure(.invalidUTF8, at: start)
        }
        position += 1
        return text
      }
      guard byte >= 0x20 else { throw failure(.controlCharacter) }
      if byte == UInt8(ascii: "\\") {
        gathered.append(contentsOf: try escape().utf8)
      } else {
        gathered.append(byte)
        position += 1
      }
    }
    throw failure(.unexpectedEnd)
  }

  private mutating func escape() throws(JSONSyntaxError) -> String {
    position += 1
    guard position < bytes.count else { throw failure(.unexpectedEnd) }
    let letter = bytes[position]
    position += 1
    switch letter {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return String(Character(try escapedScalar()))
    default: throw failure(.invalidEscape, at: position - 1)
    }
  }

  private mutating func escapedScalar() throws(JSONSyntaxError) -> Unicode.Scalar {
    let start = position
    let unit = try hexUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, position + 1 < bytes.count, take("\\"), take("u") else {
      throw failure(.invalidEscape, at: start)
    }
    let low = try hexUnit()
    guard (0xDC00..<0xE000).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(unit - 0xD800) << 10) + UInt32(low - 0xDC00))
    else { throw failure(.invalidEscape, at: start) }
    return scalar
  }

  private mutating func hexUnit() throws(JSONSyntaxError) -> UInt16 {
    guard position + 4 <= bytes.count else { throw failure(.unexpectedEnd) }
    var unit: UInt16 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure(.invalidEscape)
      }
      unit = unit << 4 | UInt16(digit)
    }
    position += 4
    return unit
  }

  private mutating func skipWhiteSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(JSONSyntaxError) {
    guard position < bytes.count else { throw failure(.unexpectedEnd) }
    guard take(character) else { throw failure(.unexpectedByte) }
  }

  private func failure(
    _ problem: JSONSyntaxError.Problem,
    at place: Int? = nil,
    member: String? = nil
  ) -> JSONSyntaxError {
    let offset = place ?? position
    let before = bytes[..<min(offset, bytes.count)]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return JSONSyntaxError(
      problem: problem,
      offset: offset,
      line: before.count { $0 == 0x0A } + 1,
      column: offset - lineStart + 1,
      member: member
    )
  }
}
