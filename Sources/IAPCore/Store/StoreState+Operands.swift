extension StoreState {
  /// One open request: by its id, or by the product it is for.
  func resolveRequest(
    _ operand: String,
    kind: PurchaseRequest.Kind,
    in context: StoreContext
  ) throws(StoreError) -> Int {
    let requests = self[context.account].requests
    if let exact = requests.firstIndex(where: { $0.id.rawValue == operand }) {
      guard requests[exact].kind == kind else {
        throw .unknownRequest(operand, owner: nil)
      }
      return exact
    }
    let found = requests.indices.filter {
      requests[$0].kind == kind && requests[$0].purchase.id.rawValue == operand
    }
    if found.count > 1 { throw .ambiguous(operand, ids: found.map { requests[$0].id.rawValue }) }
    guard let only = found.first else {
      let owner = other(than: context.account) { account in
        account.requests.contains { $0.id.rawValue == operand }
      }
      throw .unknownRequest(operand, owner: owner)
    }
    return only
  }

  /// One open intent: by its id, or by the product it is for.
  func resolveIntent(
    _ operand: String,
    product: ProductID?,
    in context: StoreContext
  ) throws(StoreError) -> IntentID {
    let intents = self[context.account].intents
    let exact = intents.filter { $0.id.rawValue == operand }
    let found = exact.isEmpty ? intents.filter { $0.productID.rawValue == operand } : exact
    if found.count > 1 { throw .ambiguous(operand, ids: found.map(\.id.rawValue)) }
    guard let only = found.first else {
      let owner = other(than: context.account) { account in
        account.intents.contains { $0.id.rawValue == operand }
      }
      throw .unknownIntent(operand, owner: owner)
    }
    if let product, only.productID != product {
      throw .intentForOtherProduct(only.id, only.productID)
    }
    return only.id
  }

  /// The account's own subscription: by its original id or any live id of it, else by product.
  ///
  /// A product means the chain whose latest or next product it is, else the group's chain that ever
  /// had it.
  func resolveOwnSubscription(
    _ operand: String,
    in context: StoreContext
  ) throws(StoreError) -> SubscriptionPlace {
    let subscriptions = self[context.account].subscriptions
    let named =
      subscriptions.firstIndex { $0.originalID.rawValue == operand }
      ?? subscriptions.firstIndex { $0.periods.contains { $0.id.rawValue == operand } }
    if let named {
      guard subscriptions[named].isOwn else {
        throw .sharedTransaction(subscriptions[named].originalID)
      }
      return SubscriptionPlace(account: context.account, index: named)
    }
    if let past = try history(operand, in: context),
      let index = self[context.account].index(of: past.originalID)
    {
      return SubscriptionPlace(account: context.account, index: index)
    }
    return try resolveSubscription(product: ProductID(operand), in: context)
  }

  private func resolveSubscription(
    product: ProductID,
    in context: StoreContext
  ) throws(StoreError) -> SubscriptionPlace {
    let subscriptions = self[context.account].subscriptions
    var found = subscriptions.indices.filter {
      subscriptions[$0].latest.productID == product
        || subscriptions[$0].next.plan.productID == product
    }
    if found.isEmpty {
      found = subscriptions.indices.filter { index in
        subscriptions[index].former.contains { $0.productID == product }
      }
    }
    let own = found.filter { subscriptions[$0].isOwn }
    if own.isEmpty, let shared = found.first {
      throw .sharedTransaction(subscriptions[shared].originalID)
    }
    if own.count > 1 {
      throw .ambiguous(
        product.rawValue,
        ids: own.map { subscriptions[$0].originalID.rawValue }
      )
    }
    guard let only = own.first else {
      let owner = owner(ofID: product.rawValue, besides: context.account)
      throw .unknownSubscription(product.rawValue, owner: owner)
    }
    return SubscriptionPlace(account: context.account, index: only)
  }

  /// One transaction: by its id, else the newest of the product.
  func resolveNewest(_ operand: String, in context: StoreContext) throws(StoreError) -> Transaction
  {
    try resolve(operand, in: context) { _ in true }
  }

  /// One transaction: by its id, else the newest of the product that is wanted.
  ///
  /// Live state is asked first: what it has is newer than every wanted one of the past, and is the
  /// payment itself where restoring made copies of it.
  func resolve(
    _ operand: String,
    in context: StoreContext,
    where isWanted: (Transaction) -> Bool
  ) throws(StoreError) -> Transaction {
    let account = self[context.account]
    if let live = account.live(TransactionID(operand)) { return live }
    if let past = try history(operand, in: context) { return past }
    let product = ProductID(operand)
    let live = account.liveTransactions.filter { $0.productID == product && isWanted($0) }
    if let newest = live.max(by: { $0.id < $1.id }) { return newest }
    do {
      let found = try context.history.newest(
        of: product,
        of: context.account,
        where: { isWanted($0) && account.isUnknown($0) }
      )
      if let found { return found }
    } catch {
      throw .history(error)
    }
    let owner = owner(ofID: operand, besides: context.account)
    throw .unknownTransaction(operand, owner: owner)
  }

  /// The transaction of an id among the past ones.
  private func history(
    _ operand: String,
    in context: StoreContext
  ) throws(StoreError) -> Transaction? {
    guard operand.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    do {
      return try context.history.transaction(TransactionID(operand), of: context.account)
    } catch {
      throw .history(error)
    }
  }

  /// Whose transaction it must be: the account's ordinal is part of every id.
  private func owner(ofID text: String, besides account: AccountName) -> AccountName? {
    guard text.utf8.count == 16, text.hasPrefix("2"), Int64(text) != nil,
      let ordinal = Int(text.dropFirst().prefix(6))
    else { return nil }
    let owner = registry.accounts.first { $0.ordinal == ordinal }
    return owner?.name == account ? nil : owner?.name
  }

  /// Another loaded account for which something holds.
  private func other(
    than account: AccountName,
    where holds: (AccountState) -> Bool
  ) -> AccountName? {
    accounts.values.filter { $0.name != account && holds($0) }
      .min { $0.ordinal < $1.ordinal }?.name
  }
}

extension AccountState {
  /// Every transaction that live state holds.
  var liveTransactions: [Transaction] {
    owned.map(\.transaction) + subscriptions.flatMap(\.liveTransactions)
  }

  /// Whether live state has no version of this transaction: then the past one is the latest.
  func isUnknown(_ transaction: Transaction) -> Bool {
    live(transaction.id) == nil
  }
}

extension Subscription {
  /// The periods that are held and the last transaction of each other product, each once.
  fileprivate var liveTransactions: [Transaction] {
    let held = periods
    guard held.count > 1 else { return held + former }
    return held + former.filter { past in !held.contains { $0.id == past.id } }
  }
}
