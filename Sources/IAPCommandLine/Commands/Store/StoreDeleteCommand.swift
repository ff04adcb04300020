import IAPCore

/// `iap store delete ID`: a transaction vanishes, as in Xcode's transaction manager.
enum StoreDeleteCommand: EventCommand {
  static let words = "store delete"
  static var spec: CommandSpec {
    CommandSpec(
      "Delete a transaction as if it had never been",
      operands: [
        OperandSpec("ID", .transaction, help: "the transaction, or a product id: the newest of it")
      ],
      details: [
        "What follows from it goes along: the renewals with the first transaction of a subscription, and with a running period the one that was made early."
      ],
      examples: [
        .init("iap store delete lifetime", "the app sees that it is gone at its next refresh")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .delete(TransactionOperand(id: options.required(0)))
  }
}
