/// How the operand of an event is written in a scenario: a bare text, or an object of its options.
struct ScenarioOperand {
  /// The member that a bare text stands for; `nil`: an object is needed.
  var primary: String?
  /// The members of the object; `nil`: any, as in `set`.
  var names: [String]?
  /// The members that hold a moment, written as TIME.
  var times: Set<String> = []
  /// The members that may have the name of the command's option as well: option to member.
  var aliases: [String: String] = [:]
  /// The members that are lists, of which one element may be written as bare text.
  var lists: Set<String> = []

  private init(
    _ primary: String?,
    _ names: [String]? = [],
    times: Set<String> = [],
    aliases: [String: String] = [:],
    lists: Set<String> = []
  ) {
    self.primary = primary
    self.names = names.map { (primary.map { [$0] } ?? []) + $0 }
    self.times = times
    self.aliases = aliases
    self.lists = lists
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
    case .finish: .init(nil, ["ids", "all", "byServer"], lists: ["ids"])
    case .refuse: .init("intent")
    case .requestRefund: .init("id", ["reason"])
    case .downloadsStart, .downloadsPause, .downloadsResume, .downloadsCancel: .init("id")
    case .override: .init(nil, ["name", "value"])
    case .approve, .decline, .resolve, .abandon: .init("request")
    case .refund: .init("id", ["reason", "percentage"], aliases: ["percent": "percentage"])
    case .refundDecline, .refundReverse, .unshare, .promote, .remove, .delete: .init("id")
    case .consumption:
      .init(
        "id",
        ["customerConsented", "deliveryStatus", "refundPreference", "consumptionPercentage"],
        aliases: ["consented": "customerConsented", "consumption": "consumptionPercentage"]
      )
    case .cancel, .resume, .renew, .consent, .dissent, .billingFail, .billingFix:
      .init("subscription")
    case .expire: .init("subscription", ["reason"])
    case .advance: .init(nil, ["by", "to", "until"], times: ["to"])
    case .price: .init(nil, ["id", "amount", "consent", "preserveExisting"])
    case .share: .init(nil, ["id", "with"], lists: ["with"])
    case .join: .init("account")
    case .code: .init(nil, ["id", "code", "price", "eligibility"], lists: ["eligibility"])
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
      return .object(Self.completed([JSONMember(primary, value)], verb))
    case (.object(let members), .set): return .object(try Self.settings(members, at: path))
    case (.object(let members), _):
      return .object(Self.completed(try checked(members, at: path), verb))
    default: throw wrongKind(value, at: path)
    }
  }

  /// What the command takes for granted where nothing is said: the customer's consent.
  private static func completed(_ members: [JSONMember], _ verb: EventVerb) -> [JSONMember] {
    let consent = ConsumptionEvent.CodingKeys.customerConsented.stringValue
    guard verb == .consumption, !members.contains(where: { $0.name == consent }) else {
      return members
    }
    return members + [JSONMember(consent, .boolean(true))]
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
      if let names, !names.contains(member.name), aliases[member.name] == nil {
        throw .shape(.unknown(member.name, among: names + aliases.keys.sorted(), at: path))
      }
      let plain = plain(member)
      if Self.isPercent(member, of: plain), plain.value.integer == nil, !plain.value.isNull {
        let problem = JSONShapeError.Problem.expected("a percentage", found: member.value.kindName)
        throw .shape(.init(path: "\(path.member(member.name))", problem: problem))
      }
      guard !result.contains(where: { $0.name == plain.name }) else {
        let problem = JSONShapeError.Problem.expected("\(plain.name) once", found: member.name)
        throw .shape(.init(path: "\(path.member(member.name))", problem: problem))
      }
      result.append(try dated(plain, at: path))
    }
    return result
  }

  /// The member as the journal names and shapes it; options of the command may be written as there.
  private func plain(_ member: JSONMember) -> JSONMember {
    let name = aliases[member.name] ?? member.name
    switch (name, member.value) {
    case (_, .string) where lists.contains(name): return JSONMember(name, .array([member.value]))
    case ("amount", .number(let text)), ("price", .number(let text)):
      return JSONMember(name, .string(text))
    case ("customerConsented", .string("yes")): return JSONMember(name, .boolean(true))
    case ("customerConsented", .string("no")): return JSONMember(name, .boolean(false))
    case (_, .number(let text)), (_, .string(let text)):
      guard Self.isPercent(member, of: JSONMember(name, .null)) else {
        return JSONMember(name, member.value)
      }
      return JSONMember(name, Price(text).map { .integer($0.milliunits) } ?? member.value)
    default: return JSONMember(name, member.value)
    }
  }

  /// Whether the member is an option in percent; what the journal has is in thousandths of it.
  private static func isPercent(_ member: JSONMember, of plain: JSONMember) -> Bool {
    plain.name.hasSuffix("ercentage") && plain.name != member.name
  }

  /// Moments may be written as TIME; the journal has milliseconds.
  private func dated(_ member: JSONMember, at path: JSONPath) throws(ScenarioError) -> JSONMember {
    guard times.contains(member.name), case .string(let text) = member.value else { return member }
    guard let moment = Instant(rfc3339: text) else {
      throw .invalidTime(path: "\(path.member(member.name))", text: text)
    }
    return JSONMember(member.name, .integer(moment.milliseconds))
  }

  /// Keys of `store set`; a misspelt one would pass for a refusal of the store.
  private static func settings(
    _ members: [JSONMember],
    at path: JSONPath
  ) throws(ScenarioError) -> [JSONMember] {
    let known = SettingKey.allCases.map(\.rawValue) + ["allAccounts"]
    for member in members where !known.contains(member.name) {
      throw .shape(.unknown(member.name, among: known, at: path))
    }
    return members.map(textual)
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
