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
          "iap request-refund coins_100 && iap store refund-decline coins_100",
          "only what was asked for is declined; the server hears REFUND_DECLINED"
        )
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .refundDecline(TransactionOperand(id: options.required(0)))
  }
}
