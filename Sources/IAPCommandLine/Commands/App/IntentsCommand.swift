import IAPCore

/// `iap intents`: purchases started in the store that wait for the app.
enum IntentsCommand: Command {
  static let words = "intents"
  static var spec: CommandSpec {
    CommandSpec(
      "List purchases that were started in the store",
      examples: [
        .init("iap intents", "continue with purchase --intent, or refuse")
      ]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let account = try context.account()
    let intents = try context.reading { try $0.account(account).intents }
    context.output.show(IntentsReport(intents: intents))
    return .success
  }
}
