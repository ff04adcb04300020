import IAPCore

/// `iap store share ID --with ACCOUNT...`: Family Sharing (rules F-1 to F-7).
enum StoreShareCommand: EventCommand {
  static let words = "store share"
  static var spec: CommandSpec {
    CommandSpec(
      "Share a purchase with members of the family",
      operands: [
        OperandSpec("ID", .transaction, help: "the transaction, or a product id: the newest of it"),
        OperandSpec("ACCOUNT", .account, .any, help: "who gets it; --with may stand before"),
      ],
      options: [
        OptionSpec(
          "with",
          value: "ACCOUNT",
          .account,
          count: .many,
          help: "who gets it; is created where needed"
        )
      ],
      details: [
        "An account without a family enters the family of --account. Each later renewal reaches every such account until unshare or leave."
      ],
      examples: [
        .init(
          "iap store share lifetime --with partner",
          "the partner gets a transaction of its own"
        ),
        .init("iap store share pro_yearly --with partner kid", "both do"),
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func event(_ options: ParsedOptions) throws -> Event {
    let names = options.texts("with") + options.words.dropFirst()
    guard !names.isEmpty else {
      throw UsageError(.missingOperand("an ACCOUNT to share with"), command: options.command)
    }
    return .share(ShareEvent(id: options.required(0), with: names.map { AccountName($0) }))
  }
}
