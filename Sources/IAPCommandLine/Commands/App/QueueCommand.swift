import IAPCore

/// `iap queue`: the app's transaction queue (rules T-10 to T-13).
enum QueueCommand: Command {
  static let words = "queue"
  static var spec: CommandSpec {
    CommandSpec(
      "List what is not finished",
      examples: [
        .init("iap queue", "unfinished, pending and failed")
      ]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let account = try context.account()
    let items = try context.reading { session in
      try session.requireAccount(account)
      return try session.app(of: account).queue.transactions
    }
    context.output.show(QueueReport(items: items))
    return .success
  }
}
