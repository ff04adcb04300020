import IAPCore

/// `iap store rescind-consent`: the parent withdraws consent to the app (rule N-96).
enum StoreRescindConsentCommand: EventCommand {
  static let words = "store rescind-consent"
  static var spec: CommandSpec {
    CommandSpec(
      "Withdraw a parent's consent to the app",
      examples: [
        .init("iap store rescind-consent --account kid", "the server hears RESCIND_CONSENT")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .rescindConsent(NoOperand())
  }
}
