import IAPCore

/// `iap store refund ID`: Apple gives the money back (rules ).
enum StoreRefundCommand: EventCommand {
  static let words = "store refund"
  static var spec: CommandSpec {
    CommandSpec(
      "Grant a refund",
      operands: [
        OperandSpec(
          "ID",
          .transaction,
          help: "the transaction, or a product id: the newest not revoked"
        )
      ],
      options: [
        OptionSpec(
          "reason",
          value: "WHY",
          .word(RefundEvent.Reason.allCases.map(\.rawValue)),
          help: "other (default) or app-issue"
        ),
        OptionSpec(
          "percent",
          value: "N",
          .percent(whole: false),
          help: "how much is paid back; without: all"
        ),
      ],
      examples: [
        .init("iap store refund lifetime", "access ends at once"),
        .init(
          "iap store refund pro_yearly --percent 50 --reason app-issue",
          "a prorated refund because of the app"
        ),
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .refund(
      RefundEvent(
        id: options.required(0),
        reason: options.word("reason", as: RefundEvent.Reason.self),
        percentage: options.percentage("percent")
      )
    )
  }
}
