import IAPCore

/// `iap store account add NAME`: a new customer.
enum StoreAccountAddCommand: EventCommand {
  static let words = "store account add"
  static var spec: CommandSpec {
    CommandSpec(
      "Create a customer",
      operands: [
        OperandSpec("NAME", .account, help: "1 to 64 of A-Z a-z 0-9 . _ -")
      ],
      examples: [
        .init("iap store account add kid", "act for it with --account kid")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .accountAdd(AccountAddEvent(name: AccountName(options.required(0))))
  }
}
