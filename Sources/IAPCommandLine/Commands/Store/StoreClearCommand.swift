import IAPCore

/// `iap store clear`: everything that the account bought vanishes.
enum StoreClearCommand: EventCommand {
  static let words = "store clear"
  static var spec: CommandSpec {
    CommandSpec(
      "Delete all purchases of the account",
      examples: [
        .init("iap store clear --account kid", "kid is a new customer again, offers included")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .clear(NoOperand())
  }
}
