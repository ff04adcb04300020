/// How a verb of a scenario is written, for those who explain it.
package struct ScenarioForm: Equatable, Sendable {
  package var verb: String
  /// What a bare text after the verb stands for; `nil`: an object is needed.
  package var bare: String?
  /// The members of the object, options of the command included; empty: none, or any as in `set`.
  package var members: [String]

  /// Every verb, in the order of the commands.
  package static let all = EventVerb.allCases.map { verb in
    let operand = ScenarioOperand.of(verb)
    let bare =
      switch verb {
      case .advance: "by or to"
      case .finish: "ids"
      default: operand.primary
      }
    return ScenarioForm(
      verb: verb.rawValue,
      bare: bare,
      members: (operand.names ?? []) + operand.aliases.keys.sorted { $0.isBefore($1) }
    )
  }
}

extension Expectation {
  /// What an `expect` may look at, each with the members that its elements may be asked for.
  ///
  /// `result` and `error` are single words and have none.
  package static let forms: [(name: String, members: [String])] =
    [("result", []), ("error", []), ("entitlement", entitlementNames)]
    + ExpectedList.allCases.map { ($0.rawValue, ExpectedShape.element(of: $0).places) }
    + [("transaction", ExpectedShape.transaction.places)]
}

extension ExpectedShape {
  /// The members with their places: `payload.data.status`.
  ///
  /// A transaction or renewal info inside is named only: its members are Apple's.
  fileprivate var places: [String] {
    guard case .object(let members) = self else { return [] }
    return members.flatMap { name, shape -> [String] in
      let inner = shape.isLong ? [] : shape.innerPlaces
      return inner.isEmpty ? [name] : inner.map { "\(name).\($0)" }
    }
  }

  /// True for Apple's payloads.
  private var isLong: Bool {
    if case .object(let members) = self { members.count > 12 } else { false }
  }

  private var innerPlaces: [String] {
    if case .list(let shape) = self { return shape.places }
    return places
  }
}
