extension Session {
  /// The app's side of an account, read when it is first needed; a new account has an empty one.
  package func app(of account: AccountName) throws(SessionFailure) -> AppSide {
    if let app = apps[account] { return app }
    do throws(StorageFailure) {
      var app = AppSide(asOf: now)
      // Every account has both files from its creation on: without one, the store is damaged.
      guard try storage.contains(.account(account)) else { return app }
      app.queue = try AppSide.queueDocument.read(.queue(account), from: storage)
      app.cache = try AppSide.cacheDocument.read(.entitlements(account), from: storage)
      return app
    } catch {
      throw .storage(error)
    }
  }

  /// Brings the app of every given account up to the store, where it reaches the store.
  ///
  /// What this very command delivered and the app refused stays refused until the next contact.
  mutating func refreshApps(
    of accounts: some Sequence<AccountName>,
    besides refused: Set<TransactionID> = [],
    through transport: any Transport
  ) throws(SessionFailure) {
    for account in accounts {
      guard let state = store.accounts[account] else { continue }
      var app = try app(of: account)
      let wasOffline = app.cache.isOffline
      app.cache.isOffline = !state.settings.network
      guard state.settings.network else {
        apps[account] = app
        continue
      }
      if wasOffline {
        try reviseQueue(of: &app, account: account, besides: refused, through: transport)
      }
      try redeliver(to: &app, of: account, besides: refused, through: transport)
      try refreshCache(of: &app, account: account, besides: refused, through: transport)
      let open = Set(state.requests.map(\.id))
      app.queue.apply(.requestsOpen(open), at: now)
      apps[account] = app
    }
  }

  /// What became of unfinished transactions while the app did not reach the store (rule E-8).
  private func reviseQueue(
    of app: inout AppSide,
    account: AccountName,
    besides refused: Set<TransactionID>,
    through transport: any Transport
  ) throws(SessionFailure) {
    for known in app.queue.transactions.compactMap(\.transaction)
    where !refused.contains(known.id) {
      let latest: Transaction?
      do throws(HistoryFailure) {
        latest = try history.transaction(known.id, of: account)
      } catch {
        throw .history(error)
      }
      guard let latest, latest != known, let kind = app.kind(revising: latest),
        try refusal(of: latest, account: account, through: transport) == nil
      else { continue }
      app.queue.apply(.arrived(latest, kind), at: now)
    }
  }

  /// What was refused by an earlier command comes again, in its latest version.
  private func redeliver(
    to app: inout AppSide,
    of account: AccountName,
    besides refused: Set<TransactionID>,
    through transport: any Transport
  ) throws(SessionFailure) {
    for arrival in app.cache.refused where !refused.contains(arrival.transaction.id) {
      guard try refusal(of: arrival.transaction, account: account, through: transport) == nil
      else { continue }
      app.cache.refused.removeAll { $0.transaction.id == arrival.transaction.id }
      app.queue.apply(.arrived(arrival.transaction, arrival.kind), at: now)
      try offerDownloads(of: arrival.transaction, in: &app.queue, at: now)
    }
  }

  /// The app asks for its current transactions and statuses and keeps what it believes.
  ///
  /// What does not verify leaves what was believed before as it was.
  private func refreshCache(
    of app: inout AppSide,
    account: AccountName,
    besides refused: Set<TransactionID>,
    through transport: any Transport
  ) throws(SessionFailure) {
    var transactions: [Transaction] = []
    var isComplete = true
    for transaction in store.current(of: account) {
      let isRefused = refused.contains(transaction.id)
      if !isRefused,
        try refusal(of: transaction, account: account, through: transport) == nil
      {
        transactions.append(transaction)
      } else {
        isComplete = false
      }
    }
    var renewals: [RenewalInfo] = []
    for status in store.statuses(of: account) {
      if try transport.refusal(of: status.renewalInfo, signedAt: now) == nil {
        renewals.append(status.renewalInfo)
      } else {
        isComplete = false
      }
    }
    let pending = (store.accounts[account]?.requests ?? []).map {
      PendingPurchase(productID: $0.purchase.id, requestID: $0.id)
    }
    let facts = PurchaseFacts(
      transactions: transactions,
      renewalInfos: renewals,
      pending: pending,
      asOf: now
    )
    app.cache.facts = isComplete ? facts : facts.merged(with: app.cache.facts)
  }

  /// Why the app would not believe the transaction now: its signature, or a failure that was set.
  func refusal(
    of transaction: Transaction,
    account: AccountName,
    through transport: any Transport
  ) throws(SessionFailure) -> String? {
    if let failure = store.accounts[account]?.settings.failures[.verification] {
      return failure.rawValue
    }
    return try transport.refusal(of: transaction, signedAt: now)
  }

  /// Hands a change's transaction to the app, and tells its queue what was decided.
  ///
  /// `date`: when the app hears of it, which for a purchase in the past is later than the change.
  mutating func deliver(
    _ change: StoreChange,
    on date: Instant,
    simulated: StoreKitFailure?,
    through transport: any Transport,
    refusals: inout [RefusedArrival]
  ) throws(SessionFailure) {
    var app = try app(of: change.account)
    // The only holder changes the queue in place: a copy for each of many renewals is what costs.
    apps[change.account] = nil
    if let transaction = change.transaction, let kind = arrivalKind(of: change, in: app) {
      var code = simulated?.rawValue
      if code == nil {
        code = try refusal(of: transaction, account: change.account, through: transport)
      }
      if let code {
        let arrival = RefusedArrival(transaction: transaction, kind: kind, code: code)
        app.cache.refuse(arrival)
        refusals.append(arrival)
      } else {
        app.cache.believe(transaction.id)
        app.queue.apply(.arrived(transaction, kind), at: date)
        try offerDownloads(of: transaction, in: &app.queue, at: date)
      }
    }
    for event in queueEvents(for: change) { app.queue.apply(event, at: date) }
    apps[change.account] = app
  }

  /// As what a change's transaction comes to the app; `nil`: the app is handed none.
  ///
  /// A later version of what the app has not finished takes its place, whether or not the store
  /// tells of it (rule E-8): nobody may be delivered what was refunded since.
  private func arrivalKind(of change: StoreChange, in app: AppSide) -> QueueKind? {
    guard change.isRevision, let transaction = change.transaction else { return change.delivery }
    if let kind = change.delivery, kind != .renewal { return kind }
    guard store.accounts[change.account]?.settings.network == true else { return nil }
    return app.kind(revising: transaction) ?? change.delivery
  }

  /// What the app's queue learns besides transactions; nothing while the app is offline.
  private func queueEvents(for change: StoreChange) -> [QueueEvent] {
    guard let state = store.accounts[change.account], state.settings.network else { return [] }
    switch change.kind {
    case .requestCreated:
      guard let request = state.requests.first(where: { $0.id == change.requestID }) else {
        return []
      }
      return [.deferred(request.purchase.id, request.id)]
    case .interrupted:
      guard let request = state.requests.first(where: { $0.id == change.requestID }) else {
        return []
      }
      return [.interrupted(request.purchase.id, request.id)]
    case .requestApproved, .requestDeclined, .requestExpired, .interruptionResolved,
      .interruptionAbandoned:
      return change.requestID.map { [.requestEnded($0)] } ?? []
    case .transactionDeleted: return change.transaction.map { [.deleted($0.id)] } ?? []
    case .cleared: return [.cleared]
    default: return []
    }
  }
}
