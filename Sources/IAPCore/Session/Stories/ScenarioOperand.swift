/// How the operand of an event is written in a scenario: a bare text, or an object of its options.
struct ScenarioOperand {
  /// The member that a bare text stands for; `nil`: an object is needed.
  var primary: String?
  /// The members of the object; `nil`: any, as in `set`.
  var names: [String]?
  /// The members that hold a moment, written as TIME.
  var times: Set<String> = []

  private init(_ primary: String?, _ names: [String]? = [], times: Set<String> = []) {
    self.primary = primary
    self.names = names.map { (primary.map { [$0] } ?? []) + $0 }
    self.times = times
  }

  private static let purchaseNames = [
    "quantity", "appAccountToken", "offer", "offerType", "offerSignature", "noIntro",
    "introEligibility", "introSignature",
    "billingPlan", "intent", "noFinish", "simulate",
  ]

  static func of(_ verb: EventVerb) -> ScenarioOperand {
    switch verb {
    case .purchase: .init("id", purchaseNames)
    case .buy:
      .init("id", purchaseNames + ["purchaseDate", "cancelImmediately"], times: ["purchaseDate"])
    case .restore: .init(nil, ["api", "noFinish", "simulate"])
    case .finish: .init(nil, ["ids", "all", "byServer"])
    case .refuse: .init("intent")
    case .requestRefund: .init("id", ["reason"])
    case .downloadsStart, .downloadsPause, .downloadsResume, .downloadsCancel: .init("id")
    case .override: .init(nil, ["name", "value"])
    case .approve, .decline, .resolve, .abandon: .init("request")
    case .refund: .init("id", ["reason", "percentage"])
    case .refundDecline, .refundReverse, .unshare, .promote, .remove, .delete: .init("id")
    case .consumption:
      .init(
        nil,
        ["id", "customerConsented", "deliveryStatus", "refundPreference", "consumptionPercentage"]
      )
    case .cancel, .resume, .renew, .consent, .dissent, .billingFail, .billingFix:
      .init("subscription")
    case .expire: .init("subscription", ["reason"])
    case .advance: .init(nil, ["by", "to", "until"], times: ["to"])
    case .price: .init(nil, ["id", "amount", "consent", "preserveExisting"])
    case .share: .init(nil, ["id", "with"])
    case .join: .init("account")
    case .code: .init(nil, ["id", "code", "price", "eligibility"])
    case .externalToken: .init("id", ["creationDate"], times: ["creationDate"])
    case .redeem: .init("code", ["id"])
    case .token: .init(nil, ["subscription", "uuid"])
    case .extend:
      .init(
        nil,
        ["subscription", "days", "all", "reasonCode", "requestIdentifier", "storefronts"]
      )
    case .product: .init(nil, ["id", "key", "value"])
    case .set: .init(nil, nil)
    case .accountAdd: .init("name")
    case .leave, .clear, .notifyTest, .rescindConsent: .init(nil)
    case .load: .init("catalog", ["entitlements", "downloads"])
    }
  }

  /// The operand as the journal writes it.
  func expanded(
    _ value: JSONValue,
    verb: EventVerb,
    at path: JSONPath
  ) throws(ScenarioError) -> JSONValue {
    switch (value, verb) {
    case (.string(let text), .advance): return try advance(text, at: path)
    case (.string, .finish): return .object(["ids": .array([value])])
    case (.array, .finish): return .object(["ids": value])
    case (.string, _):
      guard let primary else { throw wrongKind(value, at: path) }
      return .object([JSONMember(primary, value)])
    case (.object(let members), .set): return .object(members.map(Self.textual))
    case (.object(let members), _): return .object(try checked(members, at: path))
    default: throw wrongKind(value, at: path)
    }
  }

  private func wrongKind(_ value: JSONValue, at path: JSONPath) -> ScenarioError {
    let expected = primary == nil ? "an object" : "text or an object"
    return .shape(.init(path: "\(path)", problem: .expected(expected, found: value.kindName)))
  }

  private func advance(_ text: String, at path: JSONPath) throws(ScenarioError) -> JSONValue {
    if let moment = Instant(rfc3339: text) { return .object(["to": .integer(moment.milliseconds)]) }
    let duration = text.hasPrefix("+") ? String(text.dropFirst()) : text
    guard CalendarDuration(duration) != nil else { throw .invalidTime(path: "\(path)", text: text) }
    return .object(["by": .string(duration)])
  }

  private func checked(
    _ members: [JSONMember],
    at path: JSONPath
  ) throws(ScenarioError) -> [JSONMember] {
    var result: [JSONMember] = []
    for member in members {
      if let names, !names.contains(member.name) {
        throw .shape(.unknown(member.name, among: names, at: path))
      }
      result.append(try dated(member, at: path))
    }
    return result
  }

  /// Moments may be written as TIME; the journal has milliseconds.
  private func dated(_ member: JSONMember, at path: JSONPath) throws(ScenarioError) -> JSONMember {
    guard times.contains(member.name), case .string(let text) = member.value else { return member }
    guard let moment = Instant(rfc3339: text) else {
      throw .invalidTime(path: "\(path.member(member.name))", text: text)
    }
    return JSONMember(member.name, .integer(moment.milliseconds))
  }

  /// `"billing-retry": 30` is as clear as `"30"`.
  private static func textual(_ member: JSONMember) -> JSONMember {
    guard case .number(let text) = member.value else { return member }
    return JSONMember(member.name, .string(text))
  }

  /// The shortest way to write the operand; `expanded` reads it back.
  func shortened(_ value: JSONValue, verb: EventVerb) -> JSONValue {
    guard case .object(let members) = value else { return value }
    let readable = members.map { member in
      guard times.contains(member.name), let number = member.value.integer else { return member }
      return JSONMember(member.name, .string(Instant(milliseconds: number).rfc3339))
    }
    guard readable.count == 1, let only = readable.first else { return .object(readable) }
    switch verb {
    case .advance where only.name != "until": return only.value
    case .finish where only.name == "ids": return only.value
    default: return only.name == primary ? only.value : .object(readable)
    }
  }
}

extension JSONShapeError {
  /// A member that nobody knows, with the nearest one that is known.
  static func unknown(_ name: String, among known: [String], at path: JSONPath) -> JSONShapeError {
    JSONShapeError(
      path: "\(path.member(name))",
      problem: .unknownMember(nearest: NearNames.of(name, among: known).first)
    )
  }
}
