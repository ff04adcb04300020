/// Writes a scenario in its one canonical form: the shortest operands, one line for each step.
///
/// `ScenarioReader` reads the same value back.
package struct ScenarioWriter {
  /// The file's bytes, with a newline at the end.
  package static func bytes(_ scenario: Scenario) -> [UInt8] {
    Array(text(scenario).utf8)
  }

  package static func text(_ scenario: Scenario) -> String {
    let head = header(scenario).map { "  \(line(.string($0.name))): \(line($0.value)),\n" }
    let steps = scenario.steps.map { "\n    " + line(json($0)) }.joined(separator: ",")
    return "{\n\(head.joined())  \"steps\": [\(steps)\(steps.isEmpty ? "" : "\n  ")]\n}\n"
  }

  /// The step as an object, in the order in which a reader asks: when, who, what, and then.
  package static func json(_ step: ScenarioStep) -> JSONValue {
    var members: [JSONMember] = []
    if let at = step.at { members.append(JSONMember("at", .string(at.text))) }
    if let account = step.account {
      members.append(JSONMember("account", .string(account.rawValue)))
    }
    if let event = step.event { members.append(json(event)) }
    if step.expectations.count == 1 {
      members.append(JSONMember("expect", step.expectations[0].json))
    } else if !step.expectations.isEmpty {
      members.append(JSONMember("expect", .array(step.expectations.map(\.json))))
    }
    return .object(members)
  }

  /// The event as a member of its step: `"purchase": "pro_monthly"`.
  package static func json(_ event: Event) -> JSONMember {
    let verb = event.verb
    let operand = JSONValueEncoder.encode(event)[verb.rawValue] ?? .object([])
    return JSONMember(verb.rawValue, ScenarioOperand.of(verb).shortened(operand, verb: verb))
  }

  private static func header(_ scenario: Scenario) -> [JSONMember] {
    let settings = scenario.settings.sorted { $0.key.isBefore($1.key) }
      .map { JSONMember($0.key, .string($0.value)) }
    let header = JSONValue.object([
      "format": .string(Scenario.format),
      "version": .integer(Scenario.version),
      "name": .string(scenario.name),
      "description": scenario.description.map { .string($0) },
      "catalog": scenario.catalog.map { .string($0) },
      "entitlements": scenario.entitlements.map { .string($0) },
      "bundleId": scenario.bundleID.map { .string($0) },
      "appAppleId": scenario.appAppleID.map { .integer($0) },
      "environment": scenario.environment.map { .string($0.rawValue) },
      "start": scenario.start.map { .string($0.rfc3339) },
      "settings": settings.isEmpty ? nil : .object(settings),
    ])
    return header.members ?? []
  }

  /// JSON on one line with a blank after commas and colons, as a person writes it.
  private static func line(_ value: JSONValue) -> String {
    switch value {
    case .object(let members):
      guard !members.isEmpty else { return "{}" }
      let inner = members.map { "\(line(.string($0.name))): \(line($0.value))" }
      return "{ " + inner.joined(separator: ", ") + " }"
    case .array(let elements): return "[" + elements.map(line).joined(separator: ", ") + "]"
    default: return JSONWriter.text(value, layout: .line)
    }
  }
}
