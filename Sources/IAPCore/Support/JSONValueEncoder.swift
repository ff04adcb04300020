/// Turns `Encodable` types into a `JSONValue`; absent optionals leave no member.
package struct JSONValueEncoder {
  package static func encode(_ content: some Encodable) -> JSONValue {
    let box = Box()
    do {
      try ValueEncoder(box: box).encode(content)
    } catch {
      // Encoding into memory has no way to fail; a type that throws is our own mistake.
      preconditionFailure("cannot encode \(type(of: content)): \(error)")
    }
    return box.value
  }
}

/// Where one value is gathered; containers of the standard library are written by reference.
private final class Box {
  enum Content {
    case value(JSONValue)
    case object([(String, Box)])
    case array([Box])
  }

  var content = Content.value(.null)

  var value: JSONValue {
    switch content {
    case .value(let value): value
    case .object(let members): .object(members.map { JSONMember($0.0, $0.1.value) })
    case .array(let elements): .array(elements.map(\.value))
    }
  }

  func addMember(_ name: String) -> Box {
    let box = Box()
    var members: [(String, Box)] = []
    if case .object(let existing) = content { members = existing }
    content = .value(.null)
    members.append((name, box))
    content = .object(members)
    return box
  }

  func addElement() -> Box {
    let box = Box()
    var elements: [Box] = []
    if case .array(let existing) = content { elements = existing }
    content = .value(.null)
    elements.append(box)
    content = .array(elements)
    return box
  }
}

private struct ValueEncoder: Encoder {
  let box: Box

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func encode(_ content: some Encodable) throws {
    if let value = content as? JSONValue {
      box.content = .value(value)
    } else {
      try content.encode(to: self)
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .value = box.content { box.content = .object([]) }
    return KeyedEncodingContainer(KeyedContainer(box: box))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .value = box.content { box.content = .array([]) }
    return UnkeyedContainer(box: box)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleContainer(box: box)
  }
}

private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let box: Box

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) throws { _ = box.addMember(key.stringValue) }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try ValueEncoder(box: box.addMember(key.stringValue)).encode(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    ValueEncoder(box: box.addMember(key.stringValue)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    ValueEncoder(box: box.addMember(key.stringValue)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { ValueEncoder(box: box.addMember("super")) }
  func superEncoder(forKey key: Key) -> any Encoder {
    ValueEncoder(box: box.addMember(key.stringValue))
  }
}

private struct UnkeyedContainer: UnkeyedEncodingContainer {
  let box: Box

  var codingPath: [any CodingKey] { [] }
  var count: Int { if case .array(let elements) = box.content { elements.count } else { 0 } }

  func encodeNil() throws { _ = box.addElement() }
  func encode(_ value: some Encodable) throws {
    try ValueEncoder(box: box.addElement()).encode(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    ValueEncoder(box: box.addElement()).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    ValueEncoder(box: box.addElement()).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { ValueEncoder(box: box.addElement()) }
}

private struct SingleContainer: SingleValueEncodingContainer {
  let box: Box

  var codingPath: [any CodingKey] { [] }

  private func set(_ value: JSONValue) { box.content = .value(value) }

  func encodeNil() throws { set(.null) }
  func encode(_ value: Bool) throws { set(.boolean(value)) }
  func encode(_ value: String) throws { set(.string(value)) }
  func encode(_ value: Double) throws { set(.number("\(value)")) }
  func encode(_ value: Float) throws { set(.number("\(value)")) }
  func encode(_ value: Int) throws { set(.integer(value)) }
  func encode(_ value: Int8) throws { set(.integer(value)) }
  func encode(_ value: Int16) throws { set(.integer(value)) }
  func encode(_ value: Int32) throws { set(.integer(value)) }
  func encode(_ value: Int64) throws { set(.integer(value)) }
  func encode(_ value: UInt) throws { set(.integer(value)) }
  func encode(_ value: UInt8) throws { set(.integer(value)) }
  func encode(_ value: UInt16) throws { set(.integer(value)) }
  func encode(_ value: UInt32) throws { set(.integer(value)) }
  func encode(_ value: UInt64) throws { set(.integer(value)) }
  func encode(_ value: some Encodable) throws { try ValueEncoder(box: box).encode(value) }
}

extension JSONValue: Encodable {
  /// Only `JSONValueEncoder` can take a value over as it is.
  package func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self,
      .init(codingPath: encoder.codingPath, debugDescription: "needs JSONValueEncoder")
    )
  }
}
