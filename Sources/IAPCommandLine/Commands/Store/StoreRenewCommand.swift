import IAPCore

/// `iap store renew SUBSCRIPTION`: a renewal is made now.
enum StoreRenewCommand: EventCommand {
  static let words = "store renew"
  static var spec: CommandSpec {
    CommandSpec(
      "Renew a subscription now",
      operands: [
        OperandSpec(
          "SUBSCRIPTION",
          .subscription,
          help: "its original transaction id, or a product id"
        )
      ],
      details: [
        "The running period ends now and the next one begins. Where one was made early (the setting 'lead'), it is refunded and another takes its place. While the bank refuses nothing can be renewed: 'iap store billing fix' pays."
      ],
      examples: [
        .init("iap store renew pro_monthly", "the next period starts early")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .renew(SubscriptionOperand(subscription: options.required(0)))
  }
}
