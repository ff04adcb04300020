import IAPCore

/// `iap store consumption ID`: the developer answers a consumption request (rule N-78).
enum StoreConsumptionCommand: EventCommand {
  static let words = "store consumption"

  private static let deliveryStatuses = [
    "DELIVERED", "UNDELIVERED_QUALITY_ISSUE", "UNDELIVERED_WRONG_ITEM",
    "UNDELIVERED_SERVER_OUTAGE", "UNDELIVERED_OTHER",
  ]

  static var spec: CommandSpec {
    CommandSpec(
      "Answer a consumption request",
      operands: [
        OperandSpec("ID", .transaction, help: "the transaction, or a product id: the newest of it")
      ],
      options: [
        OptionSpec(
          "consented",
          value: "ANSWER",
          .word(["yes", "no"]),
          help: "whether the customer agreed to send it: yes (default) or no"
        ),
        OptionSpec(
          "delivery-status",
          value: "STATUS",
          .word(deliveryStatuses),
          help: "how it was delivered"
        ),
        OptionSpec(
          "refund-preference",
          value: "WISH",
          .word(RefundPreference.allCases.map(\.rawValue)),
          help: "what the developer would like"
        ),
        OptionSpec(
          "consumption",
          value: "PERCENT",
          .percent(whole: true),
          help: "how much of it is used up"
        ),
      ],
      examples: [
        .init(
          "iap store consumption coins_100 --refund-preference DECLINE --consumption 80",
          "the server tells Apple that most of it is used"
        )
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    var consumption = ConsumptionEvent(
      id: options.required(0),
      customerConsented: options.text("consented") != "no"
    )
    consumption.deliveryStatus = options.text("delivery-status")
    consumption.refundPreference = options.word("refund-preference", as: RefundPreference.self)
    consumption.consumptionPercentage = options.percentage("consumption")
    return .consumption(consumption)
  }
}
