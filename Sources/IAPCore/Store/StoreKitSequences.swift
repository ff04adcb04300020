/// What StoreKit's sequences answer, over history and live state (rules E-1...E-6).
///
/// StoreKit promises no order; everything here is by (purchaseDate, id).
package enum StoreKitSequences {
  /// `Transaction.all`: finished consumables only where refunded, or where asked for (rule E-1).
  package static func all(
    _ history: [Transaction],
    isUnfinished: (TransactionID) -> Bool,
    includesConsumables: Bool
  ) -> [Transaction] {
    sorted(
      history.filter { transaction in
        transaction.type != .consumable || includesConsumables
          || transaction.revocationDate != nil || isUnfinished(transaction.id)
      }
    )
  }

  /// `Transaction.latest(for:)`: history, not entitlement (rule E-2); `nil`: never bought.
  package static func latest(
    for product: ProductID,
    in history: [Transaction],
    isUnfinished: (TransactionID) -> Bool,
    includesConsumables: Bool
  ) -> Transaction? {
    all(
      history.filter { $0.productID == product },
      isUnfinished: isUnfinished,
      includesConsumables: includesConsumables
    ).last
  }

  /// `Transaction.unfinished`: of any type, renewals in the background too (rule E-3).
  package static func unfinished(
    _ history: [Transaction],
    isUnfinished: (TransactionID) -> Bool
  ) -> [Transaction] {
    sorted(history.filter { isUnfinished($0.id) })
  }

  /// `Transaction.currentEntitlements` (rules E-4...E-6).
  ///
  /// `serving`: the open periods of subscriptions that are subscribed or in grace. A refunded
  /// non-renewing subscription leaves the one before it, if that was not refunded.
  static func currentEntitlements(
    owned: [Transaction],
    serving: [Transaction]
  ) -> [Transaction] {
    var found: [ProductID: Transaction] = [:]
    for transaction in sorted(owned + serving)
    where transaction.isEntitlement {
      guard let other = found[transaction.productID], other.isPreferred(to: transaction) else {
        found[transaction.productID] = transaction
        continue
      }
    }
    return sorted(Array(found.values))
  }

  private static func sorted(_ transactions: [Transaction]) -> [Transaction] {
    transactions.sorted { ($0.purchaseDate, $0.id) < ($1.purchaseDate, $1.id) }
  }
}

extension Transaction {
  fileprivate var isEntitlement: Bool {
    revocationDate == nil && isUpgraded != true && type != .consumable
  }

  /// One transaction for each product: the customer's own before a shared one (rule E-6).
  fileprivate func isPreferred(to later: Transaction) -> Bool {
    ownershipType == .purchased && later.ownershipType == .familyShared
  }
}
