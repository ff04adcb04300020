import IAPCore

/// `iap store show`: clock, settings, accounts, catalogue.
enum StoreShowCommand: Command {
  static let words = "store show"
  static var spec: CommandSpec {
    CommandSpec(
      "Show the clock, the settings and the accounts",
      examples: [
        .init("iap store show", "of the store and of --account")
      ]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let account = try context.account()
    let folder = try context.storeFolder()
    let report = try context.reading { session in
      StoreShowReport(
        session: session,
        catalog: session.configuration.catalog.map { context.shown($0, in: folder) },
        account: try session.account(account),
        accounts: try session.accounts()
      )
    }
    context.output.show(report)
    return .success
  }
}
