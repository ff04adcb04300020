import IAPCore

/// `iap store join ACCOUNT`: the account enters a family.
enum StoreJoinCommand: EventCommand {
  static let words = "store join"
  static var spec: CommandSpec {
    CommandSpec(
      "Enter the family of another account",
      operands: [
        OperandSpec("ACCOUNT", .account, help: "a member of the family")
      ],
      examples: [
        .init(
          "iap store join default --account kid",
          "kid enters the family of default; nothing is shared by that alone"
        )
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .join(JoinEvent(account: AccountName(options.required(0))))
  }
}
