/// `iap history`: every transaction in its latest version.
enum HistoryCommand: Command {
  static let words = "history"
  static var spec: CommandSpec {
    CommandSpec(
      "List all transactions",
      options: [
        OptionSpec("product", value: "ID", .product, help: "only of this product"),
        OptionSpec("signed", help: "one JWS a line instead"),
        OptionSpec(
          "storekit",
          value: "SEQUENCE",
          .word(["all", "unfinished", "current"]),
          help: "what StoreKit's sequence gives: all, unfinished or current"
        ),
      ],
      examples: [
        .init("iap history", "sorted by purchase date and id"),
        .init(
          "iap history --storekit current --json",
          "what Transaction.currentEntitlements gives"
        ),
      ],
      statuses: [.notFound]
    )
  }
}
