import IAPCore

/// How parts of a played story are said on one line.
enum StoryWords {
  /// `purchase pro_monthly`, `set ask-to-buy=on`; empty for a step that only looks.
  static func event(_ step: PlayedStep) -> String {
    guard let event = step.event else { return "" }
    let operand = operand(event.value)
    return operand.isEmpty ? event.name : "\(event.name) \(operand)"
  }

  private static func operand(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .array(let elements): elements.map(operand).joined(separator: " ")
    case .object(let members):
      members.map { $0.name == "id" ? operand($0.value) : "\($0.name)=\(operand($0.value))" }
        .joined(separator: " ")
    default: line(value)
    }
  }

  /// `purchased`, `refused: alreadySubscribed`; empty where there is nothing to say.
  static func outcome(_ step: PlayedStep) -> String {
    let words = [step.outcome.result, step.outcome.error].compactMap(\.self)
    return words.count == 2 && words[0] == words[1] ? words[0] : words.joined(separator: ": ")
  }

  /// `2026-02-01 00:00 UTC  renewed  pro_monthly 2000001000000002  DID_RENEW`.
  static func change(_ change: StoreChange) -> String {
    let transaction = change.transaction.map { "\($0.productID) \($0.id)" }
    let notification = change.notification.map { notification in
      notification.subtype.map { "\(notification.type)/\($0)" } ?? "\(notification.type)"
    }
    let account = change.account == .standard ? nil : change.account.rawValue
    return [change.kind.rawValue, account, transaction, change.requestID?.rawValue, notification]
      .compactMap(\.self).joined(separator: "  ")
  }

  /// The JSON value on one line.
  static func line(_ value: JSONValue) -> String {
    JSONWriter.text(value, layout: .line, sortsMembers: false)
  }

  /// What a failure says, in three parts.
  static func failure(_ failure: StoryFailure) -> (String, expected: String, found: String) {
    let place = failure.step == 0 ? "settings" : "step \(failure.step)"
    return (place, line(failure.expected), line(failure.found))
  }
}
