import IAPCore

/// `iap status [ID]`: subscription status and renewal info (rule E-9).
enum StatusCommand: Command {
  static let words = "status"
  static var spec: CommandSpec {
    CommandSpec(
      "Show the state of subscriptions",
      operands: [
        OperandSpec(
          "ID",
          .transaction,
          .optional,
          help: "one subscription, by product or transaction id"
        )
      ],
      examples: [
        .init("iap status", "all of the account"),
        .init("iap status pro_monthly --json", "with the whole renewal info"),
      ],
      statuses: [.notFound, .cannotTell]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let account = try context.account()
    let statuses = try context.reading { session in
      let statuses = try session.statuses(of: account)
      guard let name = context.options.operand(0) else { return statuses }
      let chosen = statuses.filter { $0.isNamed(name) }
      guard chosen.isEmpty else { return chosen }
      let former = session.store.statuses(of: account, formerly: ProductID(name))
      guard former.isEmpty else { return former }
      if session.store.product(ProductID(name))?.subscription != nil { return [] }
      throw SessionFailure.store(.unknownSubscription(name, owner: nil))
    }
    context.output.show(StatusReport(statuses: statuses))
    return .success
  }
}

extension SubscriptionStatus {
  /// Its transactions' ids, else its present or next product.
  fileprivate func isNamed(_ name: String) -> Bool {
    [
      transaction.id.rawValue, transaction.originalID.rawValue, transaction.productID.rawValue,
      renewalInfo.autoRenewProductID?.rawValue,
    ].contains(name)
  }
}
