/// One value of the file together with its place in it.
///
/// A member whose value is `null` counts as missing everywhere (storekit-format 5).
struct CatalogNode: Equatable, Sendable {
  let value: JSONValue
  let path: JSONPath

  /// The path as messages show it.
  var place: String { path.description }

  func member(_ name: String) -> CatalogNode? {
    guard let value = value[name], !value.isNull else { return nil }
    return CatalogNode(value: value, path: path.member(name))
  }

  /// Names in the file's order, those of `null` members too.
  var memberNames: [String] { value.members?.map(\.name) ?? [] }

  private func wrongType(_ expected: String) -> CatalogError {
    .wrongType(path: place, expected: expected, found: value.kindName)
  }

  // MARK: - Reading with the types that the format page gives

  func object() throws(CatalogError) -> CatalogNode {
    guard value.members != nil else { throw wrongType("an object") }
    return self
  }

  func text() throws(CatalogError) -> String {
    guard let text = value.string else { throw wrongType("text") }
    return text
  }

  func flag() throws(CatalogError) -> Bool {
    guard let flag = value.bool else { throw wrongType("a boolean") }
    return flag
  }

  func integer() throws(CatalogError) -> Int {
    guard case .number(let text) = value else { throw wrongType("a whole number") }
    guard let number = value.integer else {
      throw .invalidValue(path: place, expected: "a whole number", found: text)
    }
    return Int(number)
  }

  func elements() throws(CatalogError) -> [CatalogNode] {
    guard let elements = value.array else { throw wrongType("an array") }
    return elements.enumerated().map { index, element in
      CatalogNode(value: element, path: path.element(index))
    }
  }

  func text(_ name: String) throws(CatalogError) -> String? { try member(name)?.text() }
  func flag(_ name: String) throws(CatalogError) -> Bool? { try member(name)?.flag() }
  func integer(_ name: String) throws(CatalogError) -> Int? { try member(name)?.integer() }
  func object(_ name: String) throws(CatalogError) -> CatalogNode? { try member(name)?.object() }

  /// The list's objects; none where the list is missing.
  func objects(_ name: String) throws(CatalogError) -> [CatalogNode] {
    guard let list = member(name) else { return [] }
    var objects: [CatalogNode] = []
    for element in try list.elements() { objects.append(try element.object()) }
    return objects
  }

  func requiredText(_ name: String) throws(CatalogError) -> String {
    guard let text = try text(name) else { throw .missing(path: path.member(name).description) }
    return text
  }

  // MARK: - Looking again at what has been read

  /// Objects of a list in a file that was read before; other elements are left out.
  func list(_ name: String) -> [CatalogNode] {
    guard let elements = try? member(name)?.elements() else { return [] }
    return elements.filter { $0.value.members != nil }
  }

  func string(_ name: String) -> String? { value[name]?.string }
}
