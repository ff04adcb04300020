import IAPCore

/// `iap finish`: takes transactions out of the queue (rules T-11, E-20 to E-23).
enum FinishCommand: Command {
  static let words = "finish"
  static var spec: CommandSpec {
    CommandSpec(
      "Finish transactions",
      operands: [
        OperandSpec(
          "ID",
          .transaction,
          .any,
          help: "transactions, or product ids: all unfinished of it"
        )
      ],
      options: [
        OptionSpec("all", help: "everything unfinished"),
        OptionSpec("by-server", help: "as the server does, also what the app has not heard of"),
        OptionSpec(
          "deliver",
          value: "PROGRAM",
          help: "run it for each first; finish only where it exits 0"
        ),
        OptionSpec(
          "deliver-arg",
          value: "A",
          .anything,
          count: .many,
          help: "an argument for the program"
        ),
        OptionSpec("deliver-shell", value: "CMD", help: "the same with a command line for sh"),
        OptionSpec(
          "deliver-timeout",
          value: "D",
          .duration,
          help: "end the program after this time (30s)"
        ),
      ],
      details: [
        "The program has IAP_TRANSACTION_ID in its environment. It runs at least once for each transaction: the id is the key to deliver only once. The store is not locked meanwhile. With any failed delivery the exit status is 3."
      ],
      examples: [
        .init("iap finish --all", "the queue is empty"),
        .init(
          "iap finish --all --deliver ./grant",
          "./grant gets each transaction as JSON on stdin"
        ),
      ],
      statuses: [.refused, .invalid, .notFound]
    )
  }

  static func document(of failure: Diagnostic) -> [JSONMember] {
    FinishDocument(report: FinishReport()).json.members ?? []
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let event = try event(context.options)
    let account = try context.account()
    let report: FinishReport
    if let delivery = try Delivery(context.options) {
      report = try deliver(event, of: account, by: delivery, context)
    } else {
      report = try finish(event, of: account, context)
    }
    let document = FinishDocument(report: report)
    context.output.show(document)
    guard let diagnostic = document.diagnostic else { return .success }
    context.output.fail(diagnostic)
    return diagnostic.exitCode
  }

  private static func event(_ options: ParsedOptions) throws(UsageError) -> FinishEvent {
    let ids = options.words
    guard ids.isEmpty == options.has("all") else {
      throw UsageError(
        .conflict("'iap finish' needs either ids or --all"),
        command: options.command
      )
    }
    let byServer = options.flag("by-server")
    if byServer == true, options.has("deliver") || options.has("deliver-shell") {
      throw UsageError(
        .conflict("--by-server and --deliver exclude each other"),
        command: options.command
      )
    }
    return ids.isEmpty
      ? FinishEvent(all: true, byServer: byServer) : FinishEvent(ids: ids, byServer: byServer)
  }

  /// Delivers each and finishes it at once: what an interruption leaves is at most one transaction
  /// that was delivered and not finished, which the program then sees again.
  private static func deliver(
    _ event: FinishEvent,
    of account: AccountName,
    by delivery: Delivery,
    _ context: CommandContext
  ) throws -> FinishReport {
    let selection = try context.reading { session in
      try session.requireAccount(account)
      return try session.selection(for: event, of: account)
    }
    var report = FinishReport(alreadyFinished: selection.alreadyFinished)
    for task in selection.deliveries {
      let outcome = delivery.run(task, by: context.environment.programs)
      let part = try context.changing { session in
        try session.finish(outcome, of: account)
      }
      report.finished += part.finished
      report.alreadyFinished += part.alreadyFinished
      report.failed += part.failed
    }
    let empty = selection.items.filter { $0.transaction == nil }.map(\.productID.rawValue)
    report.finished += try context.changing { session in
      // A product's name stands for everything of it, so nothing else of it may be open.
      let open = try session.app(of: account).queue.transactions.filter { $0.transaction != nil }
      let names = empty.filter { name in !open.contains { $0.productID.rawValue == name } }
      guard !names.isEmpty else { return [] }
      return try session.perform(.finish(FinishEvent(ids: names)), by: account).finish?.finished
        ?? []
    }
    return report
  }

  /// Finishes at once, and says what hosted content is lost by that.
  private static func finish(
    _ event: FinishEvent,
    of account: AccountName,
    _ context: CommandContext
  ) throws -> FinishReport {
    let (report, lost) = try context.changing { session in
      let queue = try session.app(of: account).queue
      let report = try session.perform(.finish(event), by: account).finish ?? FinishReport()
      return (report, queue.downloads.filter { $0.state(at: session.now) == .cancelled })
    }
    for download in lost where report.finished.contains(download.transactionID.rawValue) {
      context.output.warn(
        "'\(download.content.id)' of transaction \(download.transactionID) was given up: "
          + "it cannot be downloaded any more"
      )
    }
    return report
  }
}
