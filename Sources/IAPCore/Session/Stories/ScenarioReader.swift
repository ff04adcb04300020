/// Reads a scenario file strictly: a word that is not known is an error, never ignored.
package struct ScenarioReader {
  /// Reads one file's bytes.
  package static func read(_ bytes: [UInt8]) throws(ScenarioError) -> Scenario {
    let document: JSONValue
    do throws(JSONSyntaxError) {
      document = try JSONParser.parse(bytes)
    } catch {
      throw .syntax(error)
    }
    return try read(document)
  }

  /// Reads a document that was parsed already.
  package static func read(_ document: JSONValue) throws(ScenarioError) -> Scenario {
    let object = try ObjectReader(document, names: topLevelNames, at: .root)
    try checkFormat(object)
    var scenario = Scenario(name: try object.required("name", "text", \.string))
    scenario.description = try object.optional("description", "text", \.string)
    scenario.catalog = try object.optional("catalog", "text", \.string)
    scenario.entitlements = try object.optional("entitlements", "text", \.string)
    try readApp(object, into: &scenario)
    scenario.start = try start(object)
    scenario.settings = try settings(object)
    let steps = try object.required("steps", "an array", \.array)
    guard steps.count <= Scenario.maximumSteps else { throw .tooManySteps(steps.count) }
    for (index, step) in steps.enumerated() {
      scenario.steps.append(try self.step(step, at: JSONPath.root.member("steps").element(index)))
    }
    return scenario
  }

  /// Whose store it is, held to what `iap init` takes.
  private static func readApp(
    _ object: ObjectReader,
    into scenario: inout Scenario
  ) throws(ScenarioError) {
    scenario.bundleID = try object.optional("bundleId", "text", \.string)
    if let bundleID = scenario.bundleID, !BundleID.isValid(bundleID) {
      throw object.invalid("bundleId", expected: BundleID.expectation, found: bundleID)
    }
    scenario.appAppleID = try object.optional("appAppleId", "a whole number", \.integer)
    if let number = scenario.appAppleID, number < 1 {
      throw object.invalid("appAppleId", expected: "a number from 1 on", found: "\(number)")
    }
    scenario.environment = try object.optional("environment", "text", \.string)
      .map { StoreEnvironment(rawValue: $0) }
    if let environment = scenario.environment, !StoreEnvironment.ofStores.contains(environment) {
      let words = StoreEnvironment.ofStores.map(\.rawValue).joined(separator: ", ")
      throw object.invalid("environment", expected: words, found: environment.rawValue)
    }
  }

  static let topLevelNames = [
    "format", "version", "name", "description", "catalog", "entitlements", "bundleId", "appAppleId",
    "environment", "start", "settings", "steps",
  ]
  static let stepNames = ["at", "account", "expect"] + EventVerb.allCases.map(\.rawValue)

  private static func checkFormat(_ object: ObjectReader) throws(ScenarioError) {
    let format = try object.required("format", "text", \.string)
    guard format == Scenario.format else { throw .wrongFormat(found: format) }
    let version = try object.required("version", "a whole number", \.integer)
    guard version <= Scenario.version else { throw .newerVersion(found: version) }
    guard version >= 1 else {
      throw .shape(.init(path: "version", problem: .expected("1", found: "\(version)")))
    }
  }

  private static func start(_ object: ObjectReader) throws(ScenarioError) -> Instant? {
    guard let text = try object.optional("start", "text", \.string) else { return nil }
    guard let moment = Instant(rfc3339: text), Instant.clockLimits.contains(moment) else {
      throw .invalidTime(path: "start", text: text)
    }
    return moment
  }

  private static func settings(_ object: ObjectReader) throws(ScenarioError) -> [String: String] {
    guard let value = object["settings"] else { return [:] }
    let path = object.path.member("settings")
    let operand = try ScenarioOperand.of(.set).expanded(value, verb: .set, at: path)
    return try decoded(SetEvent.self, from: operand, at: path).values
  }

  private static func step(
    _ value: JSONValue,
    at path: JSONPath
  ) throws(ScenarioError) -> ScenarioStep {
    let object = try ObjectReader(value, names: stepNames, at: path)
    var step = ScenarioStep()
    if let text = try object.optional("at", "text", \.string) {
      guard let time = ScenarioTime(text) else {
        throw .invalidTime(path: "\(path.member("at"))", text: text)
      }
      step.at = time
    }
    step.account = try account(object)
    step.event = try event(object)
    step.expectations = try expectations(object)
    return step
  }

  private static func account(_ object: ObjectReader) throws(ScenarioError) -> AccountName? {
    guard let text = try object.optional("account", "text", \.string) else { return nil }
    let name = AccountName(rawValue: text)
    guard name.isValid else {
      throw .shape(
        .init(
          path: "\(object.path.member("account"))",
          problem: .expected("an account name", found: text)
        )
      )
    }
    return name
  }

  private static func event(_ object: ObjectReader) throws(ScenarioError) -> Event? {
    let verbs = object.members.compactMap { EventVerb(rawValue: $0.name) }
    guard verbs.count <= 1 else {
      throw .severalVerbs(path: "\(object.path)", verbs: verbs.map(\.rawValue))
    }
    guard let verb = verbs.first, let value = object[verb.rawValue] else { return nil }
    let path = object.path.member(verb.rawValue)
    let operand = try ScenarioOperand.of(verb).expanded(value, verb: verb, at: path)
    return try decoded(
      Event.self,
      from: .object([JSONMember(verb.rawValue, operand)]),
      at: object.path
    )
  }

  private static func expectations(_ object: ObjectReader) throws(ScenarioError) -> [Expectation] {
    guard let value = object["expect"] else { return [] }
    let path = object.path.member("expect")
    guard case .array(let several) = value else {
      return [try Expectation(reading: value, at: path)]
    }
    var result: [Expectation] = []
    for (index, element) in several.enumerated() {
      result.append(try Expectation(reading: element, at: path.element(index)))
    }
    return result
  }

  private static func decoded<Content: Decodable>(
    _ type: Content.Type,
    from value: JSONValue,
    at path: JSONPath
  ) throws(ScenarioError) -> Content {
    do throws(JSONShapeError) {
      return try JSONValueDecoder.decode(type, from: value, at: path)
    } catch {
      throw .shape(error)
    }
  }
}

/// An object whose members are all known.
struct ObjectReader {
  let members: [JSONMember]
  let path: JSONPath

  init(_ value: JSONValue, names: [String], at path: JSONPath) throws(ScenarioError) {
    guard case .object(let members) = value else {
      throw .shape(
        .init(path: "\(path)", problem: .expected("an object", found: value.kindName))
      )
    }
    for member in members where !names.contains(member.name) {
      throw .shape(.unknown(member.name, among: names, at: path))
    }
    self.members = members
    self.path = path
  }

  /// A member that reads, but says what cannot be meant.
  func invalid(_ name: String, expected: String, found: String) -> ScenarioError {
    .shape(.init(path: "\(path.member(name))", problem: .expected(expected, found: found)))
  }

  subscript(name: String) -> JSONValue? {
    members.first { $0.name == name }?.value
  }

  /// `nil`: the member is absent; a `null` is no way to say so here.
  func optional<Content>(
    _ name: String,
    _ kind: String,
    _ content: (JSONValue) -> Content?
  ) throws(ScenarioError) -> Content? {
    guard let value = self[name] else { return nil }
    guard let found = content(value) else {
      throw .shape(
        .init(path: "\(path.member(name))", problem: .expected(kind, found: value.kindName))
      )
    }
    return found
  }

  func required<Content>(
    _ name: String,
    _ kind: String,
    _ content: (JSONValue) -> Content?
  ) throws(ScenarioError) -> Content {
    guard let found = try optional(name, kind, content) else {
      throw .shape(.init(path: "\(path.member(name))", problem: .missing))
    }
    return found
  }
}
