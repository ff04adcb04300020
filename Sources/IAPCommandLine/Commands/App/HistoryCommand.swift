import IAPCore

/// `iap history`: every transaction in its latest version.
enum HistoryCommand: Command {
  static let words = "history"
  static var spec: CommandSpec {
    CommandSpec(
      "List all transactions",
      options: [
        OptionSpec("product", value: "ID", .product, help: "only of this product"),
        OptionSpec("signed", help: "one JWS a line instead, with --json too"),
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

  static func run(_ context: CommandContext) throws -> ExitCode {
    let account = try context.account()
    let sequence =
      context.options.word("storekit", as: TransactionSequence.self) ?? .everything
    let product = context.options.text("product").map { ProductID($0) }
    return try context.reading { session in
      if let product, session.store.product(product) == nil,
        try session.transactions(of: account, in: .everything).allSatisfy({
          $0.productID != product
        })
      {
        throw SessionFailure.store(.unknownProduct(product))
      }
      let found = try session.transactions(of: account, in: sequence).filter { transaction in
        product.map { transaction.productID == $0 } ?? true
      }
      if context.options.has("signed") {
        for text in try session.signed(found) { context.output.write(Array((text + "\n").utf8)) }
      } else {
        context.output.show(HistoryReport(transactions: found))
      }
      return .success
    }
  }
}
