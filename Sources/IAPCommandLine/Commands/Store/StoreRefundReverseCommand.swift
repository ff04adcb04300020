import IAPCore

/// `iap store refund-reverse ID`: a refund is taken back (rule R-7).
enum StoreRefundReverseCommand: EventCommand {
  static let words = "store refund-reverse"
  static var spec: CommandSpec {
    CommandSpec(
      "Reverse a refund",
      operands: [
        OperandSpec(
          "ID",
          .transaction,
          help: "the transaction, or a product id: the newest revoked"
        )
      ],
      examples: [
        .init("iap store refund-reverse lifetime", "the customer has it again")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .refundReverse(TransactionOperand(id: options.required(0)))
  }
}
