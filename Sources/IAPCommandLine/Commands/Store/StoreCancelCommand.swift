import IAPCore

/// `iap store cancel SUBSCRIPTION`: the customer switches auto-renewal off (rules S-40 to S-42).
enum StoreCancelCommand: EventCommand {
  static let words = "store cancel"
  static var spec: CommandSpec {
    CommandSpec(
      "Switch auto-renewal off",
      operands: [
        OperandSpec(
          "SUBSCRIPTION",
          .subscription,
          help: "its original transaction id, or a product id"
        )
      ],
      examples: [
        .init("iap store cancel pro_monthly", "access stays until the paid period ends")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .cancel(SubscriptionOperand(subscription: options.required(0)))
  }
}
