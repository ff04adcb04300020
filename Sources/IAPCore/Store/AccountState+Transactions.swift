extension AccountState {
  /// A transaction with everything that does not depend on what is bought.
  mutating func newTransaction(
    _ product: ProductID,
    type: ProductType,
    at date: Instant,
    rules: StoreRules
  ) -> Transaction {
    let id = makeTransactionID()
    var transaction = Transaction(id: id, originalID: id, productID: product, purchaseDate: date)
    transaction.bundleID = rules.configuration.bundleID
    transaction.environment = rules.configuration.environment
    transaction.type = type
    transaction.originalPurchaseDate = date
    transaction.quantity = 1
    transaction.ownershipType = .purchased
    transaction.reason = .purchase
    transaction.appTransactionID = appTransactionID
    setStorefront(of: &transaction)
    return transaction
  }

  /// Writes the account's storefront and, beside a price, its currency (rules C-9, C-10).
  func setStorefront(of transaction: inout Transaction) {
    guard transaction.storefront != settings.storefront else { return }
    let storefront = Storefronts.find(settings.storefront)
    transaction.storefront = settings.storefront
    transaction.storefrontID = storefront?.id
    transaction.currency = storefront?.currencyCode
  }

  /// Starts the first subscription of a group; answers its index.
  mutating func open(
    _ terms: NextPeriod,
    group: SubscriptionGroupID,
    at start: Instant,
    token: String?,
    rules: StoreRules
  ) -> Int {
    var first = newTransaction(terms.plan.productID, type: .autoRenewable, at: start, rules: rules)
    first.subscriptionGroupID = group
    var subscription = Subscription(
      first: first,
      groupID: group,
      next: terms,
      cycle: BillingCycle(anchorDate: start, rate: rules.settings.rate)
    )
    subscription.appAccountToken = token
    let orderLine = makeOrderLineID()
    subscription.fill(start: start, reason: .purchase, orderLine: orderLine, rules: rules)
    subscriptions.append(subscription)
    return subscriptions.count - 1
  }

  /// Makes the next period of a subscription, at `date`, which is before its start with lead.
  mutating func beginPeriod(
    of index: Int,
    start: Instant,
    reason: TransactionReason,
    at date: Instant,
    rules: StoreRules
  ) {
    let id = makeTransactionID()
    let orderLine = makeOrderLineID()
    subscriptions[index].makeRoom(from: start, at: date)
    subscriptions[index].changeProduct(reason: reason)
    subscriptions[index].latest.id = id
    if subscriptions[index].latest.storefront != settings.storefront {
      var latest = subscriptions[index].latest
      setStorefront(of: &latest)
      subscriptions[index].latest = latest
    }
    subscriptions[index].fill(start: start, reason: reason, orderLine: orderLine, rules: rules)
  }

  /// Index of the account's own subscription in a group (rule P-5: one at most).
  func ownIndex(in group: SubscriptionGroupID) -> Int? {
    subscriptions.firstIndex { $0.groupID == group && $0.isOwn }
  }

  func index(of subscription: TransactionID) -> Int? {
    subscriptions.firstIndex { $0.originalID == subscription }
  }

  /// Index of the copy of another account's subscription in a group.
  func copyIndex(in group: SubscriptionGroupID, from owner: AccountName) -> Int? {
    subscriptions.firstIndex { $0.groupID == group && $0.sharedBy == owner }
  }

  /// The live version of a transaction; `nil`: it is history.
  func live(_ id: TransactionID) -> Transaction? {
    if let owned = owned.first(where: { $0.transaction.id == id }) { return owned.transaction }
    for subscription in subscriptions {
      if let period = subscription.periods.first(where: { $0.id == id }) { return period }
      if let former = subscription.former.first(where: { $0.id == id }) { return former }
    }
    return nil
  }

  /// Puts a later version of a transaction in the place of the live one, if it is live.
  mutating func replaceLive(_ transaction: Transaction) {
    for index in owned.indices where owned[index].transaction.id == transaction.id {
      owned[index].transaction = transaction
    }
    for index in subscriptions.indices {
      if subscriptions[index].latest.id == transaction.id {
        subscriptions[index].latest = transaction
      }
      if subscriptions[index].running?.transaction.id == transaction.id {
        subscriptions[index].running?.transaction = transaction
      }
      if subscriptions[index].withdrawn?.transaction.id == transaction.id {
        subscriptions[index].withdrawn?.transaction = transaction
      }
      for place in subscriptions[index].former.indices
      where subscriptions[index].former[place].id == transaction.id {
        subscriptions[index].former[place] = transaction
      }
    }
    for index in undelivered.indices where undelivered[index].transaction.id == transaction.id {
      undelivered[index].transaction = transaction
    }
  }
}
