import IAPCore

/// `iap store dissent SUBSCRIPTION`: the customer refuses a higher price (rule B-21).
enum StoreDissentCommand: EventCommand {
  static let words = "store dissent"
  static var spec: CommandSpec {
    CommandSpec(
      "Refuse a price increase",
      operands: [
        OperandSpec(
          "SUBSCRIPTION",
          .subscription,
          help: "its original transaction id, or a product id"
        )
      ],
      examples: [
        .init("iap store dissent pro_monthly", "the subscription ends with the paid period")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .dissent(SubscriptionOperand(subscription: options.required(0)))
  }
}
