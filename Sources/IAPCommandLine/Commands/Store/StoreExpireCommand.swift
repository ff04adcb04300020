import IAPCore

/// `iap store expire SUBSCRIPTION`: it ends now (rules C-7, S-2).
enum StoreExpireCommand: EventCommand {
  static let words = "store expire"
  static var spec: CommandSpec {
    CommandSpec(
      "End a subscription now",
      operands: [
        OperandSpec(
          "SUBSCRIPTION",
          .subscription,
          help: "its original transaction id, or a product id"
        )
      ],
      options: [
        OptionSpec(
          "reason",
          value: "N",
          .integer(1...5),
          help:
            "1 cancelled, 2 billing error, 3 no consent to a price, 4 not for sale, 5 other (default)"
        )
      ],
      details: [
        "The running period ends now. Where the next one was made early (the setting 'lead'), it is refunded."
      ],
      examples: [
        .init("iap store expire pro_monthly --reason 2", "ended by a billing error")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .expire(
      ExpireEvent(
        subscription: options.required(0),
        reason: options.integer("reason").map { ExpirationIntent(rawValue: $0) }
      )
    )
  }
}
