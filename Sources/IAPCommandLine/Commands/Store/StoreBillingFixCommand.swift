import IAPCore

/// `iap store billing fix [SUBSCRIPTION]`: the bank (rules B-1 to B-12).
enum StoreBillingFixCommand: EventCommand {
  static let words = "store billing fix"
  static var spec: CommandSpec {
    CommandSpec(
      "Let renewals succeed again",
      operands: [
        OperandSpec(
          "SUBSCRIPTION",
          .subscription,
          .optional,
          help: "its original transaction id, or a product id; without: all of the account"
        )
      ],
      examples: [
        .init("iap store billing fix", "the customer updated the payment method")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .billingFix(OptionalSubscriptionOperand(subscription: options.operand(0)))
  }
}
