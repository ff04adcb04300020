import IAPCore

/// `iap store notify test`: Apple's test notification (rule D-7).
enum StoreNotifyTestCommand: EventCommand {
  static let words = "store notify test"
  static var spec: CommandSpec {
    CommandSpec(
      "Send the server a test notification",
      examples: [
        .init("iap store notify test", "the server hears TEST")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .notifyTest(NoOperand())
  }
}
