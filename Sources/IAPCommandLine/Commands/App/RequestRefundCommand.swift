import IAPCore

/// `iap request-refund ID`: the app asks Apple for a refund (rules R-1, R-2).
enum RequestRefundCommand: EventCommand {
  static let words = "request-refund"

  private static let reasons = [
    "UNINTENDED_PURCHASE", "FULFILLMENT_ISSUE", "UNSATISFIED_WITH_PURCHASE", "LEGAL", "OTHER",
  ]

  static var spec: CommandSpec {
    CommandSpec(
      "Ask Apple for a refund",
      operands: [
        OperandSpec("ID", .transaction, help: "the transaction, or a product id: the newest of it")
      ],
      options: [
        OptionSpec(
          "reason",
          value: "R",
          .word(reasons),
          help: "what the customer says, by default OTHER"
        )
      ],
      examples: [
        .init(
          "iap request-refund coins_100 --reason UNINTENDED_PURCHASE",
          "grant it with: iap store refund"
        )
      ],
      statuses: [.refused, .notFound, .cannotTell]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .requestRefund(
      RequestRefundEvent(id: options.required(0), reason: options.text("reason"))
    )
  }
}
