import IAPCore

/// `iap override NAME on|off|clear`: a developer's override of one entitlement.
enum OverrideCommand: EventCommand {
  static let words = "override"
  static var spec: CommandSpec {
    CommandSpec(
      "Override an entitlement for testing",
      operands: [
        OperandSpec("NAME", .entitlement, help: "of the map, or a product id"),
        OperandSpec(
          "VALUE",
          .word(OverrideEvent.Value.allCases.map(\.rawValue)),
          help: "on, off or clear"
        ),
      ],
      details: [
        "Only a store that was made with 'iap init --allow-overrides' takes them: an answer of any other store is never made up. What was overridden is marked in every answer."
      ],
      examples: [
        .init("iap override pro on", "the answer says that it is overridden")
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) -> Event {
    .override(
      OverrideEvent(
        name: options.required(0),
        value: OverrideEvent.Value(rawValue: options.required(1)) ?? .clear
      )
    )
  }
}
