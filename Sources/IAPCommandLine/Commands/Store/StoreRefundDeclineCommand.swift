import IAPCore

/// `iap store refund-decline ID`: Apple refuses a refund (rule R-6).
enum StoreRefundDeclineCommand: EventCommand {
  static let words = "store refund-decline"
  static var spec: CommandSpec {
    CommandSpec(
      "Decline a refund",
      operands: [
        OperandSpec("ID", .transaction, help: "the transaction, or a product id: the newest of it")
      ],
      examples: [
        .init(
          "iap store refund-decline coins_100",
          "the server hears REFUND_DECLINED, nothing else changes"
        )
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .refundDecline(TransactionOperand(id: options.required(0)))
  }
}
