extension StoreState {
  /// Brings back what the customer owns (rules T-14, T-15).
  ///
  /// StoreKit 1 makes a new transaction for each; StoreKit 2 answers with those that exist.
  mutating func restore(
    _ event: RestoreEvent,
    in context: StoreContext
  ) throws(StoreError) -> RestoreResult {
    let account = self[context.account]
    guard account.settings.network else { throw .offline(context.account) }
    switch event.simulate {
    case .cancelled: throw .storeKit(.userCancelled)
    case .failure(let failure): throw .storeKit(failure)
    case .pending, .interrupted, .unverified, nil: break
    }
    if let failure = account.settings.failures[.sync] { throw .storeKit(failure) }
    arriveByRestoring(in: context)
    let originals = self[context.account].restorable
    var broken = account.settings.failures[.verification]
    if case .unverified(let reason) = event.simulate { broken = reason }
    if let broken {
      return RestoreResult(
        restored: [],
        failed: originals.map {
          RestoreFailure(productID: $0.productID, code: broken.rawValue)
        }
      )
    }
    guard (event.api ?? .storekit1) == .storekit1 else {
      return RestoreResult(restored: originals)
    }
    var restored: [Transaction] = []
    for original in originals {
      var copy = original
      copy.id = self[context.account].makeTransactionID()
      restored.append(copy)
      var change = change(.restored, in: context)
      change.transaction = copy
      change.delivery = .restore
      context.output.send(change)
    }
    return RestoreResult(restored: restored)
  }

  /// Shared non-consumables that were bought before sharing was switched on (rule F-5).
  private mutating func arriveByRestoring(in context: StoreContext) {
    let waiting = self[context.account].awaitingRestore
    guard !waiting.isEmpty else { return }
    self[context.account].awaitingRestore = []
    let rules = StoreRules(self)
    for share in waiting {
      let original = self[share.sharedBy].owned.last {
        $0.transaction.productID == share.productID && $0.sharedBy == nil && !$0.isRevoked
      }
      guard let original else { continue }
      let change = self[context.account].receive(
        original.transaction,
        from: share.sharedBy,
        as: .restore,
        on: header.now,
        rules: rules
      )
      context.output.send(change)
    }
  }
}

extension StoreState {
  /// The server finishes what still waits for the app's network; revocations wait on (rule E-23).
  mutating func finishUndelivered(
    of name: AccountName,
    where isWanted: (Transaction) -> Bool
  ) -> [Transaction] {
    let finished = self[name].undelivered.filter {
      $0.kind != .revocation && isWanted($0.transaction)
    }.map(\.transaction)
    self[name].undelivered.removeAll { item in
      item.kind != .revocation && finished.contains { $0.id == item.transaction.id }
    }
    return finished
  }
}

extension AccountState {
  /// Non-consumables and the last period of every subscription, lapsed ones too, by purchase.
  ///
  /// Beside a period that was made early the running one, which gives the service.
  var restorable: [Transaction] {
    let products = owned.filter { $0.transaction.type == .nonConsumable && !$0.isRevoked }
      .map(\.transaction)
    let periods = subscriptions.flatMap { [$0.running?.transaction, $0.latest] }
      .compactMap { $0 }.filter { $0.revocationDate == nil }
    return (products + periods).sorted {
      ($0.purchaseDate, $0.id) < ($1.purchaseDate, $1.id)
    }
  }
}
