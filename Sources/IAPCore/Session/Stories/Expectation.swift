/// What a step of a scenario expects; every claim has to hold.
package struct Expectation: Equatable, Sendable {
  package var claims: [Claim]

  package init(_ claims: [Claim]) {
    self.claims = claims
  }

  /// One thing that is expected; `null` in a value means that something is absent.
  package enum Claim: Equatable, Sendable {
    /// The word of a purchase's answer.
    case result(String?)
    /// The code of the error that ends the step; `nil`: none.
    case error(String?)
    /// An entitlement's name and the members of its document that are expected.
    case entitlement(String, [JSONMember])
    /// A number of elements, or a list of subsets of them.
    case list(ExpectedList, JSONValue)
    /// A subset of the transaction that the step made, or of the newest one; `null`: there is none.
    case transaction(JSONValue)
  }
}

/// The documents that can be expected as a number or a list.
package enum ExpectedList: String, CaseIterable, Sendable {
  case queue
  case status
  case notifications
}

extension Expectation {
  static let names =
    ["result", "error", "entitlement"] + ExpectedList.allCases.map(\.rawValue) + ["transaction"]

  /// The expectation as a scenario writes it.
  package var json: JSONValue { .object(claims.flatMap(\.members)) }

  /// Reads one `expect` object.
  init(reading value: JSONValue, at path: JSONPath) throws(ScenarioError) {
    let isEntitlement = value["entitlement"] != nil
    let names = (isEntitlement ? Self.entitlementNames : []) + Self.names
    let object = try ObjectReader(value, names: names, at: path)
    guard !object.members.isEmpty else {
      throw .shape(.init(path: "\(path)", problem: .expected("an expectation", found: "{}")))
    }
    claims = []
    for member in object.members {
      if let claim = try Self.claim(member, in: object) { claims.append(claim) }
    }
  }

  /// `nil`: the member belongs to the claim about an entitlement.
  private static func claim(
    _ member: JSONMember,
    in object: ObjectReader
  ) throws(ScenarioError) -> Claim? {
    let path = object.path.member(member.name)
    switch member.name {
    case "result": return .result(try result(member.value, at: path))
    case "error": return .error(try textOrNull(member.value, at: path))
    case "entitlement":
      guard case .string(let name) = member.value else {
        throw wrongKind("text", member.value, at: path)
      }
      let fields = object.members.filter { entitlementNames.contains($0.name) }
      for field in fields where field.name == "state" {
        let words = EntitlementState.allCases.map(\.rawValue)
        try ExpectedShape.word(words).check(field.value, at: object.path.member(field.name))
      }
      return .entitlement(name, fields)
    case "transaction":
      try ExpectedShape.transaction.check(member.value, at: path)
      return .transaction(member.value)
    default:
      guard let list = ExpectedList(rawValue: member.name) else { return nil }
      try check(member.value, of: list, at: path)
      return .list(list, member.value)
    }
  }

  private static func result(
    _ value: JSONValue,
    at path: JSONPath
  ) throws(ScenarioError) -> String? {
    guard let text = try textOrNull(value, at: path) else { return nil }
    let words = PurchaseResult.Word.allCases.map(\.rawValue)
    guard words.contains(text) else {
      let allowed = words.joined(separator: ", ")
      throw .shape(.init(path: "\(path)", problem: .expected(allowed, found: text)))
    }
    return text
  }

  private static func check(
    _ value: JSONValue,
    of list: ExpectedList,
    at path: JSONPath
  ) throws(ScenarioError) {
    switch value {
    case .number:
      guard let count = value.integer, count >= 0 else {
        throw wrongKind("a count", value, at: path)
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        guard case .object = element else {
          throw wrongKind("an object", element, at: path.element(index))
        }
        try ExpectedShape.element(of: list).check(element, at: path.element(index))
      }
    default: throw wrongKind("a number or an array", value, at: path)
    }
  }

  private static func textOrNull(
    _ value: JSONValue,
    at path: JSONPath
  ) throws(ScenarioError) -> String? {
    switch value {
    case .null: return nil
    case .string(let text): return text
    default: throw wrongKind("text or null", value, at: path)
    }
  }

  private static func wrongKind(
    _ expected: String,
    _ value: JSONValue,
    at path: JSONPath
  ) -> ScenarioError {
    .shape(.init(path: "\(path)", problem: .expected(expected, found: value.kindName)))
  }
}

extension Expectation.Claim {
  fileprivate var members: [JSONMember] {
    switch self {
    case .result(let word): [JSONMember("result", word.map { .string($0) } ?? .null)]
    case .error(let code): [JSONMember("error", code.map { .string($0) } ?? .null)]
    case .entitlement(let name, let fields): [JSONMember("entitlement", .string(name))] + fields
    case .list(let list, let value): [JSONMember(list.rawValue, value)]
    case .transaction(let value): [JSONMember("transaction", value)]
    }
  }
}
