import IAPCore

/// `iap store resume SUBSCRIPTION`: the customer switches auto-renewal on again (rules S-40 to S-42).
enum StoreResumeCommand: EventCommand {
  static let words = "store resume"
  static var spec: CommandSpec {
    CommandSpec(
      "Switch auto-renewal on again",
      operands: [
        OperandSpec(
          "SUBSCRIPTION",
          .subscription,
          help: "its original transaction id, or a product id"
        )
      ],
      examples: [
        .init("iap store resume pro_monthly", "the next period will be paid")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .resume(SubscriptionOperand(subscription: options.required(0)))
  }
}
