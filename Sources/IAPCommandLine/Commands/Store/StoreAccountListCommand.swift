import IAPCore

/// `iap store account list`: all customers.
enum StoreAccountListCommand: Command {
  static let words = "store account list"
  static var spec: CommandSpec {
    CommandSpec(
      "List the customers",
      examples: [
        .init("iap store account list", "with their families")
      ]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let accounts = try context.reading { try $0.accounts() }
    context.output.show(AccountsReport(accounts: accounts))
    return .success
  }
}
