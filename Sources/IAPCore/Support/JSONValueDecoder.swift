/// Reads `Decodable` types from a `JSONValue`, refusing members that the type does not name.
///
/// Integers are read from their text, so none is rounded. A type decoded through a `CodingKey`
/// enum refuses every other member by name; dictionaries take any.
package struct JSONValueDecoder {
  /// Decodes one value.
  ///
  /// Whatever goes wrong is a `JSONShapeError` with the path inside the document.
  package static func decode<Content: Decodable>(
    _ type: Content.Type = Content.self,
    from value: JSONValue,
    at path: JSONPath = .root
  ) throws(JSONShapeError) -> Content {
    do {
      return try ValueDecoder(value: value, path: path).decode(type)
    } catch let error as JSONShapeError {
      throw error
    } catch DecodingError.dataCorrupted(let context) {
      throw JSONShapeError(path: path.description, problem: .invalidValue(context.debugDescription))
    } catch {
      throw JSONShapeError(path: path.description, problem: .invalidValue("\(error)"))
    }
  }
}

private struct ValueDecoder: Decoder {
  let value: JSONValue
  let path: JSONPath

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
    if type == JSONValue.self, let content = value as? Content { return content }
    do {
      return try Content(from: self)
    } catch DecodingError.dataCorrupted(let context) {
      let words = noChoice(of: type) ?? context.debugDescription
      throw JSONShapeError(path: path.description, problem: .invalidValue(words))
    }
  }

  /// That the text is none of the words of a type; `nil`: the type has no words, or this is no text.
  private func noChoice(of type: Any.Type) -> String? {
    guard let type = type as? any CaseIterable.Type, let text = value.string else { return nil }
    let words = Self.words(of: type)
    return words.isEmpty ? nil : "'\(text)' is none of \(words.joined(separator: ", "))"
  }

  private static func words<Choice: CaseIterable>(of type: Choice.Type) -> [String] {
    type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw wrongKind("an object") }
    for member in members where Key(stringValue: member.name) == nil {
      throw JSONShapeError(
        path: path.member(member.name).description,
        problem: .unknownMember(nearest: nil)
      )
    }
    return KeyedDecodingContainer(KeyedContainer(decoder: self, members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw wrongKind("an array") }
    return UnkeyedContainer(decoder: self, elements: elements)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleContainer(decoder: self)
  }

  func wrongKind(_ expected: String) -> JSONShapeError {
    JSONShapeError(
      path: path.description,
      problem: .expected(expected, found: value.kindName)
    )
  }

  func bool() throws -> Bool {
    guard case .boolean(let flag) = value else { throw wrongKind("a boolean") }
    return flag
  }

  func text() throws -> String {
    guard case .string(let text) = value else { throw wrongKind("text") }
    return text
  }

  func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    guard case .number(let text) = value else { throw wrongKind("a whole number") }
    guard let number = Number(text) else {
      throw JSONShapeError(
        path: path.description,
        problem: .expected("a whole number", found: text)
      )
    }
    return number
  }

  func floating<Number: LosslessStringConvertible>(_ type: Number.Type) throws -> Number {
    guard case .number(let text) = value, let number = Number(text) else {
      throw wrongKind("a number")
    }
    return number
  }
}

private struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder
  let members: [JSONMember]

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }

  func contains(_ key: Key) -> Bool {
    members.contains { $0.name == key.stringValue }
  }

  private func member(_ key: some CodingKey) throws -> ValueDecoder {
    let path = decoder.path.member(key.stringValue)
    guard let member = members.first(where: { $0.name == key.stringValue }) else {
      throw JSONShapeError(path: path.description, problem: .missing)
    }
    return ValueDecoder(value: member.value, path: path)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).value.isNull }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try member(key).bool() }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try member(key).text() }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try member(key).floating(type)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try member(key).floating(type)
  }
  func decode<Content: Decodable>(_ type: Content.Type, forKey key: Key) throws -> Content {
    try member(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { decoder }
  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
}

private struct UnkeyedContainer: UnkeyedDecodingContainer {
  let decoder: ValueDecoder
  let elements: [JSONValue]
  var currentIndex = 0

  init(decoder: ValueDecoder, elements: [JSONValue]) {
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private mutating func next() throws -> ValueDecoder {
    let path = decoder.path.element(currentIndex)
    guard !isAtEnd else { throw JSONShapeError(path: path.description, problem: .missing) }
    defer { currentIndex += 1 }
    return ValueDecoder(value: elements[currentIndex], path: path)
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, elements[currentIndex].isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
    try next().decode(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }
}

private struct SingleContainer: SingleValueDecodingContainer {
  let decoder: ValueDecoder

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { decoder.value.isNull }
  func decode(_ type: Bool.Type) throws -> Bool { try decoder.bool() }
  func decode(_ type: String.Type) throws -> String { try decoder.text() }
  func decode(_ type: Double.Type) throws -> Double { try decoder.floating(type) }
  func decode(_ type: Float.Type) throws -> Float { try decoder.floating(type) }
  func decode(_ type: Int.Type) throws -> Int { try decoder.integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try decoder.integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try decoder.integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try decoder.integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try decoder.integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try decoder.integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.integer(type) }
  func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
    try decoder.decode(type)
  }
}

extension JSONValue: Decodable {
  /// Only `JSONValueDecoder` can hand a value over as it is.
  package init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? ValueDecoder else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "needs JSONValueDecoder")
      )
    }
    self = decoder.value
  }
}
