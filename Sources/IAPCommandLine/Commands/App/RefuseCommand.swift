import IAPCore

/// `iap refuse INTENT`: the app does not continue a purchase started outside.
enum RefuseCommand: EventCommand {
  static let words = "refuse"
  static var spec: CommandSpec {
    CommandSpec(
      "Refuse a purchase that was started in the store",
      operands: [
        OperandSpec("INTENT", .intent, help: "the intent, or the product of its one open intent")
      ],
      examples: [
        .init("iap refuse lifetime", "the promoted purchase is dropped")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .refuse(IntentOperand(intent: options.required(0)))
  }
}
