import IAPCore

/// `iap store leave`: the account leaves its family.
enum StoreLeaveCommand: EventCommand {
  static let words = "store leave"
  static var spec: CommandSpec {
    CommandSpec(
      "Leave the family",
      examples: [
        .init("iap store leave --account kid", "kid loses what was shared")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .leave(NoOperand())
  }
}
