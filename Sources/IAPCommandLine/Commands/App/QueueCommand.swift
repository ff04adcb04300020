import IAPCore

/// `iap queue`: the app's transaction queue (rules T-10 to T-13).
enum QueueCommand: Command {
  static let words = "queue"
  static var spec: CommandSpec {
    CommandSpec(
      "List what is not finished",
      details: [
        "A transaction that does not verify is listed as unverified, with the failure as its note: it grants nothing, cannot be finished, and comes again at the next contact with the store."
      ],
      examples: [
        .init("iap queue", "unfinished, pending, failed and unverified")
      ]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let account = try context.account()
    let items = try context.reading { session in
      try session.requireAccount(account)
      return try session.queueItems(of: account)
    }
    context.output.show(QueueReport(items: items))
    return .success
  }
}
