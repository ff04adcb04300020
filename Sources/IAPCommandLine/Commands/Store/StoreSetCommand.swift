import IAPCore

/// `iap store set KEY VALUE...`: how store and account behave.
enum StoreSetCommand: EventCommand {
  static let words = "store set"
  static var spec: CommandSpec {
    CommandSpec(
      "Change settings of the store or of the account",
      operands: [
        OperandSpec(
          "KEY",
          .word(SettingTable.keys),
          help: "the setting, explained by iap help settings"
        ),
        OperandSpec("VALUE", .text, .any, help: "its value; more keys and values may follow"),
      ],
      options: [
        OptionSpec("all-accounts", help: "an account's setting for every account, later ones too")
      ],
      details: [
        "ask-to-buy, interrupted, network, storefront and fail belong to --account, the others to the store."
      ],
      examples: [
        .init("iap store set ask-to-buy on", "purchases of the account wait for the parent"),
        .init("iap store set fail purchase networkError", "purchases fail with this error"),
        .init("iap store set rate sandbox5min grace-period 16d", "two settings at once"),
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) throws -> Event {
    try .set(SettingWords.event(options))
  }
}
