import IAPCore

/// `iap store external-token`: a purchase outside the App Store is not reported (rule N-97).
enum StoreExternalTokenCommand: EventCommand {
  static let words = "store external-token"
  static var spec: CommandSpec {
    CommandSpec(
      "Leave an external purchase token unreported",
      options: [
        OptionSpec("id", value: "ID", help: "the externalPurchaseId; without: a new one"),
        OptionSpec("created", value: "TIME", .time, help: "when the token was made; without: now"),
      ],
      examples: [
        .init("iap store external-token", "the server hears EXTERNAL_PURCHASE_TOKEN/UNREPORTED")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .externalToken(
      ExternalTokenEvent(id: options.text("id"), creationDate: options.time("created"))
    )
  }
}
