import IAPCore

/// `iap store billing fail [SUBSCRIPTION]`: the bank (rules B-1 to B-12).
enum StoreBillingFailCommand: EventCommand {
  static let words = "store billing fail"
  static var spec: CommandSpec {
    CommandSpec(
      "Let renewals fail until fixed",
      operands: [
        OperandSpec(
          "SUBSCRIPTION",
          .subscription,
          .optional,
          help: "its original transaction id, or a product id; without: all of the account"
        )
      ],
      details: [
        "Renewals only, as in Xcode. A purchase is an attempt of its own, another plan of the group during billing retry too: 'iap store set fail purchase ERROR' lets those fail."
      ],
      examples: [
        .init("iap store billing fail pro_monthly", "the bank declines the next renewals")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .billingFail(OptionalSubscriptionOperand(subscription: options.operand(0)))
  }
}
