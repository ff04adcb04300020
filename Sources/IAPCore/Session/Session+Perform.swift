extension Session {
  /// Does what an event says and commits all that comes of it; a failure changes nothing.
  @discardableResult
  package mutating func perform(
    _ event: Event,
    by account: AccountName
  ) throws(SessionFailure) -> Performance {
    try perform(event, by: account, blobs: nil, also: [], isFirst: false)
  }

  mutating func perform(
    _ event: Event,
    by account: AccountName,
    blobs: SourceBlobs?,
    also changes: [FileChange],
    isFirst: Bool
  ) throws(SessionFailure) -> Performance {
    var next = self
    do throws(SessionFailure) {
      var performance = Performance(event: event, account: account, date: now)
      try next.happen(event, blobs: blobs, into: &performance)
      performance.toDate = next.now
      try next.commit(performance, also: changes, isFirst: isFirst)
      self = next
      return performance
    } catch {
      storage.discardStaged()
      throw error
    }
  }

  /// Lets an event happen in memory; what is too much for that is staged in the storage.
  private mutating func happen(
    _ event: Event,
    blobs: SourceBlobs?,
    into performance: inout Performance
  ) throws(SessionFailure) {
    switch event {
    case .finish(let finish): try self.finish(finish, into: &performance)
    case .override(let override): try self.override(override, into: &performance)
    case .downloadsStart(let operand): try download(.start, operand, into: &performance)
    case .downloadsPause(let operand): try download(.pause, operand, into: &performance)
    case .downloadsResume(let operand): try download(.resume, operand, into: &performance)
    case .downloadsCancel(let operand): try download(.cancel, operand, into: &performance)
    case .advance(let advance): try self.advance(advance, into: &performance)
    default: try play(event, blobs: blobs, into: &performance)
    }
  }

  // MARK: - The store's side

  private mutating func play(
    _ event: Event,
    blobs: SourceBlobs?,
    into performance: inout Performance
  ) throws(SessionFailure) {
    let account = performance.account
    try loadAccounts([account])
    if event.concernsManyAccounts || store.accounts[account] == nil { try loadRegistry() }
    let needed = store.accountsConcerned(by: event, account: account, due: DueTable())
    try loadAccounts(needed.sorted())
    if case .purchase(let purchase) = event { try checkQueue(purchase, by: account) }
    let checks = checks(blobs: blobs)
    var changes: [StoreChange] = []
    do throws(StoreError) {
      performance.result = try store.apply(
        event,
        by: account,
        history: history,
        checks: checks,
        emit: { changes.append($0) }
      )
    } catch {
      guard !isRegistryLoaded else { throw .store(error) }
      // A refusal may be about other accounts: it is said again by a store that knows them all.
      try loadRegistry()
      return try play(event, blobs: blobs, into: &performance)
    }
    performance.changes = Changes(changes)
    let transport = try transport()
    for change in changes {
      try deliver(
        change,
        on: now,
        simulated: event.simulatedRefusal,
        through: transport,
        refusals: &performance.refusals
      )
    }
    let concerned = Set(changes.map(\.account)).union([account])
    let refused = Set(performance.refusals.map(\.transaction.id))
    try refreshApps(of: concerned.sorted(), besides: refused, through: transport)
    if case .restore(let restore) = event, case .restore(let result) = performance.result {
      let judged = try judged(restore, result, by: performance.refusals, account, transport)
      performance.result = .restore(judged)
    }
    try finishAtomically(event, into: &performance)
  }

  private func checks(blobs: SourceBlobs?) -> StoreChecks {
    let (bundleID, offers, keyPair) = (
      configuration.bundleID, services.offers, store.catalog.offersKeyPair
    )
    return StoreChecks(
      isOfferSignatureValid: { signature, product, offer, token in
        guard let keyPair else { return false }
        return OfferSigner(bundleID: bundleID, keyPair: keyPair, signing: offers)
          .isValid(signature, product: product, offer: offer, appAccountToken: token)
      },
      introductoryClaims: { [services] text, product in
        IntroductoryClaims(
          compactJWS: text,
          bundleID: bundleID,
          product: product,
          keyPair: keyPair,
          signing: services.offers
        )
      },
      catalog: { [storage] load in Self.catalog(load, blobs: blobs, in: storage) }
    )
  }

  /// A non-consumable that stands unfinished in the queue is not bought again (case F04).
  private func checkQueue(
    _ purchase: PurchaseEvent,
    by account: AccountName
  ) throws(SessionFailure) {
    guard let product = store.product(purchase.id) else { return }
    let queue = try app(of: account).queue
    do throws(QueueError) {
      try queue.checkPurchase(
        of: product,
        blocksConsumables: store.header.settings.blocksUnfinishedConsumables
      )
    } catch {
      throw .queue(error)
    }
  }

  private static func catalog(
    _ load: LoadEvent,
    blobs: SourceBlobs?,
    in storage: any StateStorage
  ) -> Catalog? {
    let bytes = blobs?.bytes(load.catalog) ?? (try? storage.read(.catalog(load.catalog)))
    return bytes.flatMap { try? CatalogReader.read($0).catalog }
  }

  /// The way to the app as the store's settings are now.
  func transport() throws(SessionFailure) -> any Transport {
    guard let keyring = services.keyring else {
      return UnsignedTransport(
        tampering: store.header.settings.tamper,
        isXcode: configuration.issuedApp.isXcode
      )
    }
    return try SignedTransport(
      keyring: keyring,
      cryptography: services.cryptography,
      app: configuration.issuedApp,
      tampering: store.header.settings.tamper
    )
  }

  // MARK: - The app's side

  /// What was bought or restored by one command is delivered by it, and so finished at once.
  private mutating func finishAtomically(
    _ event: Event,
    into performance: inout Performance
  ) throws(SessionFailure) {
    let account = performance.account
    switch (event, performance.result) {
    case (.purchase(let purchase), .purchase(let result)):
      performance.result = .purchase(judged(result, by: performance.refusals))
      guard case .purchase(let judged) = performance.result else { return }
      if purchase.noFinish == true {
        try keepFailure(judged, of: purchase, by: account)
      } else if judged.result == .purchased, let id = judged.transaction?.id {
        performance.finish = try finishQuietly([id], of: account)
      }
    case (.restore(let restore), .restore(let result)) where restore.noFinish != true:
      let ids = result.restored.map(\.id)
      if !ids.isEmpty { performance.finish = try finishQuietly(ids, of: account) }
    default: return
    }
  }

  /// A purchase whose transaction the app did not believe is unverified, with the reason.
  private func judged(_ result: PurchaseResult, by refusals: [RefusedArrival]) -> PurchaseResult {
    guard let id = result.transaction?.id,
      let refusal = refusals.last(where: { $0.transaction.id == id })
    else { return result }
    var judged = result
    judged.result = .unverified
    judged.code = refusal.code
    return judged
  }

  /// What the app did not believe is not restored: it failed, with the reason (rule T-15).
  ///
  /// StoreKit 2 makes no copies, so that what it refreshes is judged here.
  private func judged(
    _ event: RestoreEvent,
    _ result: RestoreResult,
    by refusals: [RefusedArrival],
    _ account: AccountName,
    _ transport: any Transport
  ) throws(SessionFailure) -> RestoreResult {
    var judged = RestoreResult(restored: [], failed: result.failed)
    for transaction in result.restored {
      var code = refusals.last { $0.transaction.id == transaction.id }?.code
      if code == nil, event.api == .storekit2 {
        code = try refusal(of: transaction, account: account, through: transport)
      }
      if let code {
        judged.failed.append(RestoreFailure(productID: transaction.productID, code: code))
      } else {
        judged.restored.append(transaction)
      }
    }
    return judged
  }

  /// Rule T-11: a failed purchase stands in the queue until it is finished, where nobody did.
  private mutating func keepFailure(
    _ result: PurchaseResult,
    of purchase: PurchaseEvent,
    by account: AccountName
  ) throws(SessionFailure) {
    guard result.result == .failed || result.result == .userCancelled else { return }
    var app = try app(of: account)
    app.queue.apply(.failed(purchase.id, code: result.code ?? result.result.rawValue), at: now)
    apps[account] = app
  }

  /// Finishes ids that stand in the queue; others, and those with content to download, stay.
  private mutating func finishQuietly(
    _ ids: [TransactionID],
    of account: AccountName
  ) throws(SessionFailure) -> FinishReport {
    var app = try app(of: account)
    let items = app.queue.transactions.filter { item in
      guard let id = item.transaction?.id else { return false }
      return ids.contains(id) && app.queue.hasAllContents(of: id, at: now)
    }
    let selection = FinishSelection(items: items, alreadyFinished: [])
    do throws(QueueError) {
      let report = try app.queue.finish(selection, at: now)
      apps[account] = app
      return report
    } catch {
      throw .queue(error)
    }
  }

  private mutating func override(
    _ event: OverrideEvent,
    into performance: inout Performance
  ) throws(SessionFailure) {
    try requireAccount(performance.account)
    var app = try app(of: performance.account)
    let isKnown = try isEntitlement(event.name) || app.cache.overrides.values[event.name] != nil
    guard isKnown else { throw .unknownEntitlement(event.name) }
    do throws(EntitlementOverrideError) {
      try app.cache.overrides.apply(event, isAllowed: configuration.allowsOverrides)
    } catch {
      throw .overridesNotAllowed
    }
    apps[performance.account] = app
    performance.changes = Changes([
      StoreChange(
        date: now,
        account: performance.account,
        kind: .overrideChanged,
        subject: ChangeSubject(key: event.name, value: event.value.rawValue)
      )
    ])
  }

  private mutating func download(
    _ action: DownloadAction,
    _ operand: TransactionOperand,
    into performance: inout Performance
  ) throws(SessionFailure) {
    try requireAccount(performance.account)
    // When its download will be complete is noted with what else is due in the account.
    try loadAccounts([performance.account])
    var app = try app(of: performance.account)
    do throws(DownloadError) {
      _ = try app.queue.perform(action, on: operand, at: now)
    } catch {
      throw .downloads(error)
    }
    apps[performance.account] = app
    performance.changes = Changes([
      StoreChange(
        date: now,
        account: performance.account,
        kind: .downloadChanged,
        subject: ChangeSubject(key: operand.id, value: action.rawValue)
      )
    ])
  }
}

extension Session {
  /// Whether it is a name of the map, or of a product that is no consumable.
  private func isEntitlement(_ name: String) throws(SessionFailure) -> Bool {
    if try entitlementMap()?.entitlements[name] != nil { return true }
    return store.product(ProductID(name)).map { $0.type != .consumable } ?? false
  }
}

extension Event {
  /// True: needs to know which accounts there are, or changes that.
  fileprivate var concernsManyAccounts: Bool {
    switch self {
    case .share, .join, .leave, .accountAdd, .price, .load, .set, .product, .remove: true
    case .extend(let extend): extend.all == true
    default: false
    }
  }

  /// The verification error that the user wants to see for this purchase.
  fileprivate var simulatedRefusal: StoreKitFailure? {
    if case .purchase(let purchase) = self, case .unverified(let reason) = purchase.simulate {
      return reason
    }
    return nil
  }
}

extension SessionConfiguration {
  /// The app as what is issued names it.
  package var issuedApp: IssuedApp {
    IssuedApp(bundleID: bundleID, appAppleID: appAppleID, environment: environment)
  }
}
