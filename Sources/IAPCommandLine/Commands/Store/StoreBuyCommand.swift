import IAPCore

/// `iap store buy ID`: a purchase made outside the app.
enum StoreBuyCommand: EventCommand {
  static let words = "store buy"
  static var spec: CommandSpec {
    CommandSpec(
      "Buy a product outside the app",
      operands: [
        OperandSpec("ID", .product, help: "the product")
      ],
      options: PurchaseOptions.specs + [
        OptionSpec(
          "purchase-date",
          value: "TIME",
          .time,
          help: "a past moment at which it was bought"
        ),
        OptionSpec(
          "cancel-immediately",
          help: "with --purchase-date: one period, not all up to now"
        ),
      ],
      details: [
        "What fails in the store, also by the setting fail purchase, is an error here: nobody waits for the answer.",
        "A purchase in the past brings what would have happened since, and each thing is told as of its own time: that is when its notification was signed. The app hears of all of it now.",
      ],
      examples: [
        .init("iap store buy lifetime", "the transaction reaches the app unfinished"),
        .init(
          "iap store buy pro_monthly --purchase-date 2025-11-01",
          "bought in the past, renewed up to now"
        ),
      ],
      statuses: [.refused, .notFound, .cannotTell]
    )
  }

  static func event(_ options: ParsedOptions) throws -> Event {
    try .buy(PurchaseOptions.event(options))
  }
}
