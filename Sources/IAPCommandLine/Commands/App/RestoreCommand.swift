import IAPCore

/// `iap restore`: brings back what the account owns (rules T-14, T-15).
enum RestoreCommand: Command {
  static let words = "restore"
  static var spec: CommandSpec {
    CommandSpec(
      "Restore purchases",
      options: [
        OptionSpec("no-finish", help: "leave the transactions in the queue"),
        OptionSpec(
          "api",
          value: "KIND",
          .word(RestoreAPI.allCases.map(\.rawValue)),
          help: "storekit1 (default) makes new transactions, storekit2 only refreshes"
        ),
        OptionSpec("fail-if-empty", help: "nothing to restore: exit status 1"),
        OptionSpec(
          "simulate",
          value: "OUTCOME",
          .word(PurchaseOptions.restoreOutcomes),
          help: "end like this"
        ),
      ],
      details: [
        "Nothing to restore is success. With any failed item, as one whose signature does not verify, the exit status is 3 and the document lists both kinds."
      ],
      examples: [
        .init("iap restore", "one new transaction for each thing owned")
      ],
      statuses: [.no, .refused, .cannotTell]
    )
  }

  static func document(of failure: Diagnostic) -> [JSONMember] {
    RestoreReport(result: RestoreResult(restored: [])).json.members ?? []
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let account = try context.account()
    var event = RestoreEvent()
    event.api = context.options.word("api", as: RestoreAPI.self)
    event.noFinish = context.options.flag("no-finish")
    event.simulate = context.options.text("simulate").flatMap(SimulatedOutcome.init(text:))
    let performance = try context.changing { [event] session in
      try session.perform(.restore(event), by: account)
    }
    guard case .restore(let result) = performance.result else {
      preconditionFailure("restoring answers with a restore's result")
    }
    let report = RestoreReport(result: result)
    context.output.show(report)
    if let diagnostic = report.diagnostic {
      context.output.fail(diagnostic)
      return diagnostic.exitCode
    }
    let isEmpty = result.restored.isEmpty && context.options.has("fail-if-empty")
    return isEmpty ? .no : .success
  }
}
