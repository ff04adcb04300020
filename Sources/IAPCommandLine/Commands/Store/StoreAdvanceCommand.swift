import IAPCore

/// `iap store advance`: the clock moves (rules ).
enum StoreAdvanceCommand: EventCommand {
  static let words = "store advance"

  private static let notificationTypes: [String] = [
    NotificationType.subscribed, .didRenew, .didChangeRenewalPref, .didChangeRenewalStatus,
    .offerRedeemed, .didFailToRenew, .gracePeriodExpired, .expired, .priceIncrease, .refund,
    .refundDeclined, .refundReversed, .consumptionRequest, .revoke, .renewalExtended,
    .renewalExtension, .test, .oneTimeCharge, .rescindConsent, .externalPurchaseToken,
  ].map(\.rawValue)

  static var spec: CommandSpec {
    CommandSpec(
      "Move the clock; everything due happens on its date",
      operands: [
        OperandSpec("DURATION", .duration, .optional, help: "how far: 30d, 1mo, PT6H")
      ],
      options: [
        OptionSpec("to", value: "TIME", .time, help: "to that moment; never backwards"),
        OptionSpec(
          "until",
          value: "EVENT",
          .word(StoreChange.Kind.allCases.map(\.rawValue) + notificationTypes),
          help: "to the first such change or notification"
        ),
      ],
      details: [
        "Acts on all accounts. EVENT is a kind of change or the type of a notification. Only what time alone brings can be waited for: renewals and their failures, expiries, the end of requests, complete downloads (downloadChanged)."
      ],
      examples: [
        .init("iap store advance 1mo", "a calendar month"),
        .init("iap store advance --to 2027-01-01", "to that midnight in UTC"),
        .init("iap store advance --until EXPIRED", "to the first expiry that the server is told"),
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) throws -> Event {
    let duration = options.operands.first.flatMap { value in
      if case .duration(let duration) = value { duration } else { nil }
    }
    let given = [duration != nil, options.has("to"), options.has("until")].count { $0 }
    guard given == 1 else {
      throw UsageError(
        .conflict("'iap store advance' needs one of DURATION, --to TIME and --until EVENT"),
        command: options.command
      )
    }
    return .advance(
      AdvanceEvent(by: duration, to: options.time("to"), until: options.text("until"))
    )
  }
}
