/// What can be seen after a step, as the documents of the commands.
package protocol StoryFacts {
  /// The word of the step's purchase; `nil`: it was none, or it was refused before an answer.
  var result: String? { get }
  /// The code of the step's error; `nil`: none.
  var error: String? { get }
  /// The element of `iap entitlements --json`; `nil`: no such name.
  func entitlement(_ name: String) -> JSONValue?
  /// The elements of `iap queue`, `status` and `notifications`, `--json`.
  func elements(of list: ExpectedList) -> [JSONValue]
  /// The transactions that the expectation may speak of, oldest first: those of the step, or all.
  var transactions: [JSONValue] { get }
}

/// One expectation that is not met.
package struct Mismatch: Equatable, Sendable {
  package var expected: JSONValue
  package var found: JSONValue

  package init(expected: JSONValue, found: JSONValue) {
    self.expected = expected
    self.found = found
  }
}

extension Expectation {
  /// Every claim that does not hold; empty when all do.
  package func mismatches(with facts: some StoryFacts) -> [Mismatch] {
    claims.flatMap { $0.mismatches(with: facts) }
  }

  /// True: an error of the step is part of what is expected.
  package var speaksOfOutcome: Bool {
    claims.contains { claim in
      switch claim {
      case .result(let word): word != nil
      case .error: true
      default: false
      }
    }
  }
}

extension Expectation.Claim {
  fileprivate func mismatches(with facts: some StoryFacts) -> [Mismatch] {
    switch self {
    case .result(let word): compare("result", word, facts.result)
    case .error(let code): compare("error", code, facts.error)
    case .entitlement(let name, let fields):
      Self.entitlement(name, fields, found: facts.entitlement(name))
    case .list(let list, let value):
      Self.list(list, value, found: facts.elements(of: list))
    case .transaction(let value):
      Self.differences(value, Self.transaction(value, among: facts.transactions), "transaction")
    }
  }

  private func compare(_ name: String, _ expected: String?, _ found: String?) -> [Mismatch] {
    guard expected != found else { return [] }
    return [
      Mismatch(
        expected: .object([JSONMember(name, expected.map { .string($0) } ?? .null)]),
        found: .object([JSONMember(name, found.map { .string($0) } ?? .null)])
      )
    ]
  }

  /// Only the fields that differ are told, with the name of the entitlement.
  private static func entitlement(
    _ name: String,
    _ fields: [JSONMember],
    found: JSONValue?
  ) -> [Mismatch] {
    let title = JSONMember("entitlement", .string(name))
    guard let found else {
      return [
        Mismatch(expected: .object([title] + fields), found: .object(["entitlement": .null]))
      ]
    }
    let wrong = fields.filter { !matches($0.value, found[$0.name], name: $0.name) }
    guard !wrong.isEmpty else { return [] }
    let instead = wrong.map { field in
      JSONMember(field.name, told(found[field.name], as: field.value, name: field.name))
    }
    return [Mismatch(expected: .object([title] + wrong), found: .object([title] + instead))]
  }

  private static func list(
    _ list: ExpectedList,
    _ expected: JSONValue,
    found: [JSONValue]
  ) -> [Mismatch] {
    let name = list.rawValue
    guard case .array(let elements) = expected else {
      guard expected != .integer(found.count) else { return [] }
      return [
        Mismatch(
          expected: .object([JSONMember(name, expected)]),
          found: .object([JSONMember(name, .integer(found.count))])
        )
      ]
    }
    guard elements.count == found.count else {
      // The found elements with the members that are spoken of: so the two can be compared.
      let spoken = JSONValue.array(found.map { projected($0, onto: elements) })
      return [
        Mismatch(
          expected: .object([JSONMember(name, expected)]),
          found: .object([JSONMember(name, spoken)])
        )
      ]
    }
    return zip(elements, found).enumerated().flatMap { index, pair in
      differences(pair.0, pair.1, "\(name)[\(index)]")
    }
  }

  /// The newest one that has the ids spoken of, else the newest.
  private static func transaction(
    _ expected: JSONValue,
    among transactions: [JSONValue]
  ) -> JSONValue? {
    let keys = ["transactionId", "productId"].filter { expected[$0]?.string != nil }
    let meant = transactions.last { candidate in
      keys.allSatisfy { candidate[$0] == expected[$0] }
    }
    return meant ?? transactions.last
  }

  /// Every leaf that differs, by its place: `queue[0].transaction.productId`.
  private static func differences(
    _ expected: JSONValue,
    _ found: JSONValue?,
    _ place: String
  ) -> [Mismatch] {
    if case .object(let members) = expected, case .object = found {
      return members.flatMap {
        differences($0.value, found?[$0.name], "\(place).\($0.name)")
      }
    }
    let name = place.split(separator: ".").last.map(String.init) ?? place
    guard !matches(expected, found, name: name) else { return [] }
    return [
      Mismatch(
        expected: .object([JSONMember(place, expected)]),
        found: .object([JSONMember(place, told(found, as: expected, name: name))])
      )
    ]
  }

  /// A moment is told in the form in which it was expected.
  private static func told(
    _ found: JSONValue?,
    as expected: JSONValue,
    name: String
  ) -> JSONValue {
    guard let found, case .string = expected, name.hasSuffix("Date"),
      let milliseconds = found.integer
    else { return found ?? .null }
    return .string(Instant(milliseconds: milliseconds).rfc3339)
  }

  /// Whether the found value has everything that is expected of it.
  private static func matches(_ expected: JSONValue, _ found: JSONValue?, name: String) -> Bool {
    guard let found, !found.isNull else { return expected.isNull }
    switch (expected, found) {
    case (.object(let members), .object):
      return members.allSatisfy { matches($0.value, found[$0.name], name: $0.name) }
    case (.array(let left), .array(let right)):
      return left.count == right.count
        && zip(left, right).allSatisfy { matches($0, $1, name: name) }
    case (.string(let text), .number) where name.hasSuffix("Date"):
      return Instant(rfc3339: text).map { .integer($0.milliseconds) } == found
    default: return expected == found
    }
  }

  private static func projected(_ found: JSONValue, onto elements: [JSONValue]) -> JSONValue {
    guard case .object(let members) = found else { return found }
    let spoken = elements.compactMap(\.members).flatMap { $0 }
    guard !spoken.isEmpty else { return found }
    return .object(
      members.compactMap { member in
        let meant = spoken.filter { $0.name == member.name }.map(\.value)
        guard !meant.isEmpty else { return nil }
        return JSONMember(member.name, projected(member.value, onto: meant))
      }
    )
  }
}
