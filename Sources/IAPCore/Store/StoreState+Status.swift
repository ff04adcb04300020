extension StoreState {
  /// What `Product.SubscriptionInfo.status` answers, for every group (rule E-9).
  ///
  /// By group; the own subscription first, then the shared ones in order of sharing.
  package func statuses(of name: AccountName) -> [SubscriptionStatus] {
    guard let account = accounts[name] else { return [] }
    let rules = StoreRules(self)
    return account.subscriptions.indices.map { index in
      let subscription = account.subscriptions[index]
      return (
        isOwn: subscription.isOwn,
        status: SubscriptionStatus(
          state: subscription.state(at: header.now),
          groupID: subscription.groupID,
          transaction: subscription.statusTransaction,
          renewalInfo: account.renewalInfo(of: index, at: header.now, rules: rules)
        )
      )
    }.sorted { left, right in
      if left.status.groupID != right.status.groupID {
        return left.status.groupID < right.status.groupID
      }
      if left.isOwn != right.isOwn { return left.isOwn }
      return left.status.renewalInfo.originalID < right.status.renewalInfo.originalID
    }.map(\.status)
  }

  /// The statuses of subscriptions that once were of this product and are of another one now.
  package func statuses(
    of name: AccountName,
    formerly product: ProductID
  ) -> [SubscriptionStatus] {
    let subscriptions = (accounts[name]?.subscriptions ?? []).filter { subscription in
      subscription.former.contains { $0.productID == product }
    }
    let ids = Set(subscriptions.map(\.originalID))
    return statuses(of: name).filter { ids.contains($0.transaction.originalID) }
  }

  /// What the app may need to judge entitlements now.
  ///
  /// The latest transaction of each product it had, expired, revoked and upgraded ones too, the
  /// running period beside one that was made early, and every non-renewing subscription; by
  /// (purchaseDate, id). Consumables are never among them.
  package func current(of name: AccountName) -> [Transaction] {
    (accounts[name]?.liveTransactions ?? []).sorted {
      ($0.purchaseDate, $0.id) < ($1.purchaseDate, $1.id)
    }
  }

  /// What `Transaction.currentEntitlements` answers, by (purchaseDate, id) (rules E-4...E-6).
  ///
  /// Of a product that was renewed early the coming period counts: it is the latest transaction
  /// (rule C-4). A running period of another product counts beside it until its end.
  package func entitlements(of name: AccountName) -> [Transaction] {
    guard let account = accounts[name] else { return [] }
    let serving = account.subscriptions.filter { subscription in
      let state = subscription.state(at: header.now)
      return state == .subscribed || state == .inGracePeriod
    }.flatMap { $0.openPeriods(at: header.now) }
    return StoreKitSequences.currentEntitlements(
      owned: account.owned.map(\.transaction),
      serving: serving
    )
  }
}
