import IAPCore

/// `iap store unshare ID`: the family loses a purchase (rule F-4).
enum StoreUnshareCommand: EventCommand {
  static let words = "store unshare"
  static var spec: CommandSpec {
    CommandSpec(
      "Stop sharing a purchase",
      operands: [
        OperandSpec("ID", .transaction, help: "the transaction, or a product id: the newest of it")
      ],
      examples: [
        .init("iap store unshare lifetime", "the members lose it at once")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .unshare(TransactionOperand(id: options.required(0)))
  }
}
