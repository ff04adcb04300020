extension StoreState {
  /// The organiser and five others (rule P-7).
  static let familyLimit = 6

  /// Tells every member with a copy what happened to the payer's subscription (rules F-2, N-81).
  mutating func mirror(
    _ announcement: Announcement,
    of place: SubscriptionPlace,
    on date: Instant,
    rules: StoreRules,
    output: ChangeOutput
  ) {
    let owner = self[place.account].subscriptions[place.index]
    for member in owner.sharedWith {
      guard let index = self[member].copyIndex(in: owner.groupID, from: place.account) else {
        continue
      }
      let copy = SubscriptionPlace(account: member, index: index)
      guard owner.plan.isFamilyShareable else {
        // What was charged early for a plan that cannot be shared ends nothing yet.
        if owner.running != nil { continue }
        stopSharing(of: place, with: member, as: nil, on: date, output: output)
        continue
      }
      mirror(announcement, of: owner, to: copy, on: date, rules: rules, output: output)
    }
  }

  /// Copies show what will happen next, though nobody is told.
  mutating func copiesFollow(_ place: SubscriptionPlace) {
    let owner = self[place.account].subscriptions[place.index]
    for member in owner.sharedWith {
      guard let index = self[member].copyIndex(in: owner.groupID, from: place.account) else {
        continue
      }
      if self[member].subscriptions[index].hasSamePeriods(as: owner) {
        self[member].subscriptions[index].follow(owner)
      }
    }
  }

  private mutating func mirror(
    _ announcement: Announcement,
    of owner: Subscription,
    to copy: SubscriptionPlace,
    on date: Instant,
    rules: StoreRules,
    output: ChangeOutput
  ) {
    var told = announcement
    told.requestID = nil
    switch announcement.use {
    case .untouched: self[copy.account].subscriptions[copy.index].follow(owner)
    case .revised:
      self[copy.account].subscriptions[copy.index].latest.expiresDate = owner.latest.expiresDate
      self[copy.account].subscriptions[copy.index].latest.commitmentInfo =
        owner.latest.commitmentInfo
      self[copy.account].subscriptions[copy.index].follow(owner)
    case .made:
      if announcement.kind == .upgraded {
        markUpgraded(at: copy, on: date, output: output)
        told.type = .subscribed
        told.subtype = .resubscribe
      }
      self[copy.account].adopt(owner, as: copy.index, rules: rules)
      if announcement.delivery != .renewal { told.delivery = .familyShare }
    }
    output.send(self[copy.account].announce(told, of: copy.index, on: date, rules: rules))
  }

  /// A purchase gets to other members of the family (rules F-1...F-7, P-7).
  mutating func share(_ event: ShareEvent, in context: StoreContext) throws(StoreError) {
    let transaction = try resolveNewest(event.id, in: context)
    guard transaction.ownershipType != .familyShared else {
      throw .sharedTransaction(transaction.id)
    }
    try requireShareable(transaction, in: context)
    for member in event.with {
      guard member != context.account else { throw .sameFamily(member, member) }
      if !isSameFamily(member, context.account) {
        try join(member, familyOf: context.account, output: context.output)
      }
      if transaction.type == .autoRenewable {
        try shareSubscription(transaction, with: member, in: context)
      } else {
        try shareProduct(transaction, with: member, in: context)
      }
    }
  }

  private func requireShareable(
    _ transaction: Transaction,
    in context: StoreContext
  ) throws(StoreError) {
    let isShareable =
      StoreRules(self).product(transaction.productID)?.isFamilyShareable
      ?? self[context.account].subscriptions.contains {
        $0.plan.productID == transaction.productID && $0.plan.isFamilyShareable
      }
    guard isShareable,
      transaction.type == .autoRenewable || transaction.type == .nonConsumable
    else { throw .notShareable(transaction.productID) }
    if transaction.revocationDate != nil { throw .alreadyRefunded(transaction.id) }
  }

  private mutating func shareSubscription(
    _ transaction: Transaction,
    with member: AccountName,
    in context: StoreContext
  ) throws(StoreError) {
    guard let group = transaction.subscriptionGroupID,
      let index = self[context.account].ownIndex(in: group)
    else { throw .notShareable(transaction.productID) }
    let rules = StoreRules(self)
    self[context.account].subscriptions[index].allowSharing(of: transaction.productID)
    let owner = self[context.account].subscriptions[index]
    let state = owner.state(at: header.now)
    // There must be service to share: a payment that failed gives none but in grace (row N-80).
    guard state == .subscribed || state == .inGracePeriod else {
      throw .notLive(owner.originalID, state)
    }
    guard !owner.sharedWith.contains(member) else {
      throw .alreadyShared(owner.originalID, member)
    }
    // What was made early for another plan can be shared when that one begins (rules F-1, P-7).
    if let running = owner.running, !running.plan.isFamilyShareable {
      throw .notShareable(running.plan.productID)
    }
    self[context.account].subscriptions[index].sharedWith.append(member)
    let known = self[member].copyIndex(in: group, from: context.account)
    let copy = self[member].addCopy(
      of: owner.withoutComing,
      from: context.account,
      at: known,
      on: header.now,
      rules: rules
    )
    let subtype: NotificationSubtype = known == nil ? .initialBuy : .resubscribe
    let announcement = Announcement(.shared, .subscribed, subtype).making(.familyShare)
    context.output.send(
      self[member].announce(announcement, of: copy, on: header.now, rules: rules)
    )
    guard owner.running != nil, owner.plan.isFamilyShareable else { return }
    // The period that was made early comes after the one that runs (rules S-11, F-2).
    self[member].adopt(owner, as: copy, rules: rules)
    let renewed = Announcement(.renewed, .didRenew).making(.renewal)
    context.output.send(self[member].announce(renewed, of: copy, on: header.now, rules: rules))
  }

  /// Bought before it became shareable, it comes by restoring only (rule F-5).
  private mutating func shareProduct(
    _ transaction: Transaction,
    with member: AccountName,
    in context: StoreContext
  ) throws(StoreError) {
    guard
      let index = self[context.account].owned.firstIndex(where: {
        $0.transaction.id == transaction.id
      })
    else { throw .notShareable(transaction.productID) }
    guard !self[context.account].owned[index].sharedWith.contains(member) else {
      throw .alreadyShared(transaction.id, member)
    }
    self[context.account].owned[index].sharedWith.append(member)
    let since = header.productChanges[transaction.productID]?.shareableSinceDate
    if let since, transaction.purchaseDate < since {
      self[member].awaitingRestore.append(
        AwaitedShare(productID: transaction.productID, sharedBy: context.account)
      )
      context.output.send(StoreChange(date: header.now, account: member, kind: .shared))
      return
    }
    let rules = StoreRules(self)
    let change = self[member].receive(
      transaction,
      from: context.account,
      as: .familyShare,
      on: header.now,
      rules: rules
    )
    context.output.send(change)
  }

  /// The buyer stops sharing: every copy ends at once (rule F-4).
  mutating func unshare(_ operand: String, in context: StoreContext) throws(StoreError) {
    let transaction = try resolveNewest(operand, in: context)
    let told = context.output.kept.count
    try stopSharing(transaction, in: context)
    try reviseRestored(after: told, in: context)
  }

  private mutating func stopSharing(
    _ transaction: Transaction,
    in context: StoreContext
  ) throws(StoreError) {
    let account = self[context.account]
    if let group = transaction.subscriptionGroupID, let index = account.ownIndex(in: group) {
      let members = account.subscriptions[index].sharedWith
      guard !members.isEmpty else { throw .notShared(transaction.id) }
      let place = SubscriptionPlace(account: context.account, index: index)
      for member in members {
        stopSharing(of: place, with: member, as: nil, on: header.now, output: context.output)
      }
      return
    }
    guard
      let index = account.owned.firstIndex(where: { $0.transaction.id == transaction.id }),
      !account.owned[index].sharedWith.isEmpty
    else { throw .notShared(transaction.id) }
    for member in account.owned[index].sharedWith {
      stopSharing(
        product: transaction.productID,
        from: context.account,
        with: member,
        as: nil,
        output: context.output
      )
    }
  }

  /// A subscription's copy ends; `refund` is the payer's refund where that is the reason.
  mutating func stopSharing(
    of place: SubscriptionPlace,
    with member: AccountName,
    as refund: Transaction?,
    on date: Instant,
    output: ChangeOutput
  ) {
    let group = self[place.account].subscriptions[place.index].groupID
    if refund == nil {
      self[place.account].subscriptions[place.index].sharedWith.removeAll { $0 == member }
    }
    guard let index = self[member].copyIndex(in: group, from: place.account) else { return }
    switch self[member].subscriptions[index].phase {
    case .revoked: return
    // What has ended is not taken away (rule F-4); the payer's refund takes it back all the same.
    case .expired where refund == nil: return
    case .expired, .active, .billingRetry: break
    }
    let announcement = Announcement(.revoked, .revoke).revising(.revocation)
    if var running = self[member].subscriptions[index].running?.transaction,
      running.revocationDate == nil
    {
      // Both end, the one that runs and the one that was made early.
      running.revoke(byFamily: refund, at: date)
      self[member].replaceLive(running)
      output.send(
        self[member].announce(
          announcement,
          about: running,
          of: index,
          on: date,
          rules: StoreRules(self)
        )
      )
    }
    self[member].subscriptions[index].running = nil
    var revoked = self[member].subscriptions[index].latest
    revoked.revoke(byFamily: refund, at: date)
    self[member].replaceLive(revoked)
    self[member].subscriptions[index].revokePhase()
    output.send(
      self[member].announce(announcement, of: index, on: date, rules: StoreRules(self))
    )
  }

  /// A non-consumable's copy ends.
  mutating func stopSharing(
    product: ProductID,
    from owner: AccountName,
    with member: AccountName,
    as refund: Transaction?,
    output: ChangeOutput
  ) {
    for index in self[owner].owned.indices
    where refund == nil && self[owner].owned[index].transaction.productID == product {
      self[owner].owned[index].sharedWith.removeAll { $0 == member }
    }
    self[member].awaitingRestore.removeAll { $0.productID == product && $0.sharedBy == owner }
    guard
      let index = self[member].owned.firstIndex(where: {
        $0.transaction.productID == product && $0.sharedBy == owner && !$0.isRevoked
      })
    else { return }
    var revoked = self[member].owned[index].transaction
    revoked.revoke(byFamily: refund, at: header.now)
    self[member].replaceLive(revoked)
    var change = StoreChange(
      date: header.now,
      account: member,
      kind: .revoked,
      transaction: revoked,
      isRevision: true
    )
    self[member].deliver(&change, as: .revocation)
    change.notification = self[member].notification(
      .revoke,
      of: revoked,
      on: header.now,
      rules: StoreRules(self)
    )
    output.send(change)
  }
}

extension Transaction {
  /// The end of Family Sharing, or the payer's refund with its reason (rules C-14, R-8).
  mutating func revoke(byFamily refund: Transaction?, at date: Instant) {
    revocationDate = date
    revocationReason = refund?.revocationReason ?? .other
    revocationType = .familyRevoke
    revocationPercentage = nil
  }
}

extension Subscription {
  /// Remembers what it was before, for a refund that is taken back (rule R-7).
  mutating func revokePhase() {
    switch phase {
    case .expired(let intent): phase = .revoked(intent)
    case .billingRetry: phase = .revoked(.billingError)
    case .active: phase = .revoked(nil)
    case .revoked: break
    }
  }

  /// A copy's state is its payer's; ids and dates of the run stay its own.
  mutating func follow(_ owner: Subscription) {
    plan = owner.plan
    next = owner.next
    kept = owner.kept
    phase = owner.phase
    cycle = owner.cycle
  }

  /// Whether a copy has what its payer has: not where the payer's next plan cannot be shared.
  fileprivate func hasSamePeriods(as owner: Subscription) -> Bool {
    (running == nil) == (owner.running == nil)
  }

  /// The product can be shared now, so what was sold of it can be too.
  fileprivate mutating func allowSharing(of product: ProductID) {
    if plan.productID == product { plan.isFamilyShareable = true }
    if running?.plan.productID == product { running?.plan.isFamilyShareable = true }
  }
}
