/// The first place at which two JSON values differ, with what stands there as one line of JSON.
package struct JSONDifference: Equatable, Sendable {
  /// `subscriptions[0].expiresDate`; empty: the values as a whole.
  package var path: String
  /// `nil`: nothing stands there.
  package var found: String?
  /// `nil`: nothing should stand there.
  package var expected: String?

  package init(path: String, found: String?, expected: String?) {
    self.path = path
    self.found = found
    self.expected = expected
  }

  /// The first difference in the order of the expected value; `nil`: they say the same.
  ///
  /// The order of members does not count.
  package static func first(
    found: JSONValue?,
    expected: JSONValue?,
    at path: JSONPath = .root
  ) -> JSONDifference? {
    if found == expected { return nil }
    switch (found, expected) {
    case (.object(let found), .object(let expected)):
      return first(found: found, expected: expected, at: path)
    case (.array(let found), .array(let expected)):
      for index in 0..<max(found.count, expected.count) {
        let difference = first(
          found: index < found.count ? found[index] : JSONValue?.none,
          expected: index < expected.count ? expected[index] : JSONValue?.none,
          at: path.element(index)
        )
        if let difference { return difference }
      }
      return nil
    default:
      return JSONDifference(path: path.description, found: text(found), expected: text(expected))
    }
  }

  private static func first(
    found: [JSONMember],
    expected: [JSONMember],
    at path: JSONPath
  ) -> JSONDifference? {
    let known = Set(expected.map(\.name))
    let names = expected.map(\.name) + found.map(\.name).filter { !known.contains($0) }
    for name in names {
      let difference = first(
        found: found.first { $0.name == name }?.value,
        expected: expected.first { $0.name == name }?.value,
        at: path.member(name)
      )
      if let difference { return difference }
    }
    return nil
  }

  /// Long values are cut: the path says where to look.
  private static func text(_ value: JSONValue?) -> String? {
    guard let value else { return nil }
    let text = JSONWriter.text(value, layout: .line)
    return text.count > 120 ? text.prefix(119) + "\u{2026}" : text
  }
}
