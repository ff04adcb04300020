import IAPCore

/// `iap store consent SUBSCRIPTION`: the customer agrees to a higher price (rule B-21).
enum StoreConsentCommand: EventCommand {
  static let words = "store consent"
  static var spec: CommandSpec {
    CommandSpec(
      "Agree to a price increase",
      operands: [
        OperandSpec(
          "SUBSCRIPTION",
          .subscription,
          help: "its original transaction id, or a product id"
        )
      ],
      examples: [
        .init("iap store consent pro_monthly", "the next renewal is paid at the new price")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .consent(SubscriptionOperand(subscription: options.required(0)))
  }
}
