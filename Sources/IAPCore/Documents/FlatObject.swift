/// The members of a JSON object, read by name without a `Decodable` type.
///
/// For the few small files that every command reads: for each generic container that decoding needs,
/// Swift's runtime searches the whole program once for conformances.
struct FlatObject {
  private let value: JSONValue

  /// Throws for a value that is no object, and for a member that is none of the given ones.
  init(_ value: JSONValue, members names: [String]) throws(JSONShapeError) {
    guard let members = value.members else {
      throw JSONShapeError(path: "", problem: .expected("an object", found: value.kindName))
    }
    if let other = members.first(where: { !names.contains($0.name) }) {
      throw JSONShapeError(path: other.name, problem: .unknownMember(nearest: nil))
    }
    self.value = value
  }

  /// Of an object that may have other members as well.
  init(partOf value: JSONValue) {
    self.value = value
  }

  /// `nil`: there is no such member.
  func text(_ name: String) throws(JSONShapeError) -> String? {
    guard let found = value[name] else { return nil }
    guard let text = found.string else { throw expected("text", found, name) }
    return text
  }

  /// `nil`: there is no such member.
  func flag(_ name: String) throws(JSONShapeError) -> Bool? {
    guard let found = value[name] else { return nil }
    guard let flag = found.bool else { throw expected("a boolean", found, name) }
    return flag
  }

  /// `nil`: there is no such member.
  func number<Number: FixedWidthInteger>(
    _ name: String,
    _ type: Number.Type = Number.self
  ) throws(JSONShapeError) -> Number? {
    guard let found = value[name] else { return nil }
    guard case .number(let text) = found, let number = Number(text) else {
      throw expected("a whole number", found, name)
    }
    return number
  }

  /// The value of a member that has to be there.
  func required<Value>(_ name: String, _ value: Value?) throws(JSONShapeError) -> Value {
    guard let value else { throw JSONShapeError(path: name, problem: .missing) }
    return value
  }

  private func expected(_ kind: String, _ found: JSONValue, _ name: String) -> JSONShapeError {
    JSONShapeError(path: name, problem: .expected(kind, found: found.kindName))
  }
}
