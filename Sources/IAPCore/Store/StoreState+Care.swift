extension StoreState {
  /// The developer's server sets the account token (rule C-15); nobody is told.
  mutating func setToken(_ event: TokenEvent, in context: StoreContext) throws(StoreError) {
    guard event.uuid.isUUID else { throw .invalidToken(event.uuid) }
    let place = try resolveOwnSubscription(event.subscription, in: context)
    let token = event.uuid.lowercased()
    self[place.account].subscriptions[place.index].appAccountToken = token
    self[place.account].subscriptions[place.index].kept?.appAccountToken = token
    self[place.account].subscriptions[place.index].latest.appAccountToken = token
    let revised = self[place.account].subscriptions[place.index].latest
    self[place.account].replaceLive(revised)
    var change = change(.tokenSet, in: context)
    change.transaction = revised
    change.isRevision = true
    change.subject = ChangeSubject(revised.productID, key: "app-account-token", value: token)
    context.output.send(change)
  }

  /// Apple's test notification (rule N-95).
  mutating func notifyTest(in context: StoreContext) {
    var change = change(.testNotified, in: context)
    change.notification = self[context.account].notification(
      .test,
      of: nil,
      on: header.now,
      rules: StoreRules(self)
    )
    context.output.send(change)
  }

  /// Nobody reported what was bought with an external purchase token (rule N-97).
  mutating func missToken(
    _ event: ExternalTokenEvent,
    in context: StoreContext
  ) throws(StoreError) {
    let created = event.creationDate ?? header.now
    guard Self.earliest <= created, created <= header.now else {
      throw .invalidPurchaseDate(created)
    }
    let rules = StoreRules(self)
    var notification = ServerNotification(
      type: .externalPurchaseToken,
      subtype: .unreported,
      uuid: self[context.account].makeNotificationID(rules),
      signedDate: header.now
    )
    // Apple's sandbox marks its tokens.
    let mark = configuration.environment == .production ? "" : "SANDBOX_"
    var token = ExternalPurchaseToken(
      externalPurchaseID: event.id ?? mark + notification.uuid,
      tokenCreationDate: created,
      bundleID: configuration.bundleID
    )
    token.appAppleID = configuration.signedAppAppleID
    notification.externalPurchaseToken = token
    var change = change(.externalTokenMissed, in: context)
    change.notification = notification
    context.output.send(change)
  }

  /// A parent withdraws consent for the app (rule N-96).
  mutating func rescindConsent(in context: StoreContext) {
    let rules = StoreRules(self)
    var notification = ServerNotification(
      type: .rescindConsent,
      uuid: self[context.account].makeNotificationID(rules),
      signedDate: header.now
    )
    var data = NotificationAppData(
      environment: configuration.environment,
      bundleID: configuration.bundleID
    )
    data.appAppleID = configuration.signedAppAppleID
    var app = AppTransaction()
    app.receiptType = configuration.environment
    app.appAppleID = configuration.signedAppAppleID
    app.bundleID = configuration.bundleID
    app.receiptCreationDate = header.now
    app.appTransactionID = self[context.account].appTransactionID
    data.appTransaction = app
    notification.appData = data
    var change = change(.consentRescinded, in: context)
    change.notification = notification
    context.output.send(change)
  }

  /// Xcode's `deleteTransaction`: one transaction and what came of it.
  ///
  /// The first of a subscription takes all of it along; a purchase takes its restored copies.
  mutating func delete(_ operand: String, in context: StoreContext) throws(StoreError) {
    let transaction = try resolveNewest(operand, in: context)
    let past: [Transaction]
    do {
      past = try context.history.all(of: context.account)
    } catch {
      throw .history(error)
    }
    let isFirst = transaction.id == transaction.originalID
    // What was made early follows from the period that runs: without that, it would not be.
    let coming = self[context.account].subscriptions
      .first { $0.place(of: transaction) == .running }?.latest
    let deleted = past.filter { other in
      other.id == transaction.id
        || (isFirst && other.originalID == transaction.originalID)
        || (other.id > transaction.id && other.isSamePurchase(as: transaction)
          && other.purchaseDate == transaction.purchaseDate)
        || coming?.isSamePeriod(as: other) == true
    }
    forget(deleted, past: past, in: context)
    for transaction in deleted.sorted(by: { $0.id < $1.id }) {
      var change = change(.transactionDeleted, in: context)
      change.transaction = transaction
      change.isRevision = true
      context.output.send(change)
    }
  }

  private mutating func forget(
    _ deleted: [Transaction],
    past: [Transaction],
    in context: StoreContext
  ) {
    let ids = Set(deleted.map(\.id))
    for transaction in deleted {
      guard transaction.offerType == .introductory, let group = transaction.subscriptionGroupID
      else { continue }
      self[context.account].usedIntroductoryOffers.removeAll { $0 == group }
    }
    self[context.account].owned.removeAll { ids.contains($0.transaction.id) }
    self[context.account].undelivered.removeAll { ids.contains($0.transaction.id) }
    self[context.account].refundRequests.removeAll { ids.contains($0.transactionID) }
    self[context.account].subscriptions.removeAll { ids.contains($0.originalID) }
    for index in self[context.account].subscriptions.indices {
      self[context.account].subscriptions[index].former.removeAll { ids.contains($0.id) }
      self[context.account].subscriptions[index].forgetPeriods(besideLast: ids)
      guard ids.contains(self[context.account].subscriptions[index].latest.id) else { continue }
      let original = self[context.account].subscriptions[index].originalID
      let before = past.last { $0.originalID == original && !ids.contains($0.id) }
      guard let before else { continue }
      self[context.account].subscriptions[index].goBack(to: before, at: header.now)
    }
  }

  /// Xcode's `clearTransactions`: the account has bought nothing; settings stay.
  mutating func clear(in context: StoreContext) {
    let old = self[context.account]
    var fresh = AccountState(name: old.name, ordinal: old.ordinal, settings: old.settings)
    fresh.family = old.family
    fresh.counters = old.counters
    self[context.account] = fresh
    for member in old.family where member != context.account {
      self[member].subscriptions.removeAll { $0.sharedBy == context.account }
      self[member].owned.removeAll { $0.sharedBy == context.account }
      self[member].awaitingRestore.removeAll { $0.sharedBy == context.account }
      for index in self[member].subscriptions.indices {
        self[member].subscriptions[index].sharedWith.removeAll { $0 == context.account }
      }
      for index in self[member].owned.indices {
        self[member].owned[index].sharedWith.removeAll { $0 == context.account }
      }
    }
    context.output.send(change(.cleared, in: context))
  }
}

extension Subscription {
  /// An earlier period is the last one again, because the later one was deleted.
  mutating func goBack(to earlier: Transaction, at now: Instant) {
    if let running, running.transaction.id == earlier.id {
      plan = running.plan
      cycle = running.cycle
    }
    running = nil
    latest = earlier
    former.removeAll { $0.id == earlier.id }
    switch phase {
    case .active, .billingRetry:
      phase = now < expiresDate ? .active(.off) : .expired(.other)
    case .expired, .revoked: break
    }
    if earlier.revocationDate != nil { revokePhase() }
  }

  /// Periods beside the last one were deleted.
  fileprivate mutating func forgetPeriods(besideLast ids: Set<TransactionID>) {
    if let id = running?.transaction.id, ids.contains(id) { running = nil }
    if let id = withdrawn?.transaction.id, ids.contains(id) { withdrawn = nil }
  }
}
