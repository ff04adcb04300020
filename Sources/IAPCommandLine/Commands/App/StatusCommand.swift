/// `iap status [ID]`: subscription status and renewal info (rule E-9).
enum StatusCommand: Command {
  static let words = "status"
  static var spec: CommandSpec {
    CommandSpec(
      "Show the state of subscriptions",
      operands: [
        OperandSpec(
          "ID",
          .transaction,
          .optional,
          help: "one subscription, by product or transaction id"
        )
      ],
      examples: [
        .init("iap status", "all of the account"),
        .init("iap status pro_monthly --json", "with the whole renewal info"),
      ],
      statuses: [.notFound, .cannotTell]
    )
  }
}
