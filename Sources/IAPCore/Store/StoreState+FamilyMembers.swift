extension StoreState {
  func isSameFamily(_ left: AccountName, _ right: AccountName) -> Bool {
    self[left].family.contains(right)
  }

  /// The acting account enters the family of another one; nothing is shared by that alone.
  mutating func join(_ event: JoinEvent, in context: StoreContext) throws(StoreError) {
    guard accounts[event.account] != nil else { throw .unknownAccount(event.account) }
    guard event.account != context.account, !isSameFamily(context.account, event.account) else {
      throw .sameFamily(context.account, event.account)
    }
    try join(context.account, familyOf: event.account, output: context.output)
  }

  /// `member` must have no family yet; a family of one begins with the account it is named after.
  mutating func join(
    _ member: AccountName,
    familyOf organiser: AccountName,
    output: ChangeOutput
  ) throws(StoreError) {
    guard self[member].family.isEmpty else { throw .otherFamily(member) }
    var family = self[organiser].family
    if family.isEmpty {
      family = [organiser]
      registry.setFamily(organiser, of: organiser)
    }
    guard family.count < Self.familyLimit else { throw .familyFull(organiser) }
    registry.setFamily(registry[organiser]?.family ?? organiser, of: member)
    family.append(member)
    family.sort { self[$0].ordinal < self[$1].ordinal }
    for name in family { self[name].family = family }
    let head = registry[member]?.family ?? organiser
    output.send(
      StoreChange(
        date: header.now,
        account: member,
        kind: .familyJoined,
        subject: ChangeSubject(key: "family-of", value: head.rawValue)
      )
    )
  }

  /// The acting account leaves: what it got and what it gave ends at once (rule F-4).
  mutating func leave(in context: StoreContext) throws(StoreError) {
    let family = self[context.account].family
    guard !family.isEmpty else { throw .noFamily(context.account) }
    let remaining = family.filter { $0 != context.account }
    let told = context.output.kept.count
    for member in remaining {
      endSharing(from: context.account, with: member, output: context.output)
      endSharing(from: member, with: context.account, output: context.output)
    }
    try reviseRestored(after: told, in: context)
    self[context.account].family = []
    registry.setFamily(nil, of: context.account)
    for member in remaining {
      self[member].family = remaining.count > 1 ? remaining : []
      if remaining.count < 2 { registry.setFamily(nil, of: member) }
    }
    context.output.send(change(.familyLeft, in: context))
  }

  private mutating func endSharing(
    from owner: AccountName,
    with member: AccountName,
    output: ChangeOutput
  ) {
    for index in self[owner].subscriptions.indices
    where self[owner].subscriptions[index].sharedWith.contains(member) {
      stopSharing(
        of: SubscriptionPlace(account: owner, index: index),
        with: member,
        as: nil,
        on: header.now,
        output: output
      )
    }
    let products = self[owner].owned.filter { $0.sharedWith.contains(member) }
      .map(\.transaction.productID)
    for product in products {
      stopSharing(product: product, from: owner, with: member, as: nil, output: output)
    }
  }
}

extension AccountState {
  /// A copy of the payer's running period; `known` is the copy that existed before.
  mutating func addCopy(
    of owner: Subscription,
    from payer: AccountName,
    at known: Int?,
    on date: Instant,
    rules: StoreRules
  ) -> Int {
    if let known {
      adopt(owner, as: known, rules: rules)
      return known
    }
    let id = makeTransactionID()
    var first = owner.latest
    first.id = id
    first.originalID = id
    first.originalPurchaseDate = owner.latest.purchaseDate
    makeCopy(&first)
    var copy = Subscription(
      first: first,
      groupID: owner.groupID,
      next: owner.next,
      cycle: owner.cycle
    )
    copy.sharedBy = payer
    copy.follow(owner)
    subscriptions.append(copy)
    return subscriptions.count - 1
  }

  /// The payer's latest period under ids of the member's own (rule F-1).
  ///
  /// Where it was made early, the member has the running one already.
  mutating func adopt(_ owner: Subscription, as index: Int, rules: StoreRules) {
    let before = subscriptions[index]
    if before.latest.productID != owner.latest.productID {
      subscriptions[index].retireLatest()
      subscriptions[index].former.removeAll { $0.productID == owner.latest.productID }
    }
    var period = owner.latest
    period.id = makeTransactionID()
    period.originalID = before.originalID
    period.originalPurchaseDate = before.latest.originalPurchaseDate
    makeCopy(&period)
    subscriptions[index].running = owner.running.map {
      PaidPeriod(transaction: before.latest, plan: $0.plan, cycle: $0.cycle)
    }
    subscriptions[index].withdrawn = nil
    let gap = period.purchaseDate.milliseconds(since: before.serviceEndDate)
    if gap > 60 * Instant.day { subscriptions[index].runStartDate = period.purchaseDate }
    subscriptions[index].latest = period
    subscriptions[index].follow(owner)
  }

  /// A shared non-consumable arrives, under ids of the member's own (rules N-2, N-83).
  mutating func receive(
    _ original: Transaction,
    from payer: AccountName,
    as delivery: QueueKind,
    on date: Instant,
    rules: StoreRules
  ) -> StoreChange {
    var copy = original
    copy.id = makeTransactionID()
    copy.originalID = copy.id
    copy.purchaseDate = date
    copy.originalPurchaseDate = date
    makeCopy(&copy)
    own(copy, sharedBy: payer)
    var change = StoreChange(date: date, account: name, kind: .shared, transaction: copy)
    deliver(&change, as: delivery)
    if rules.settings.sendsOneTimeCharge {
      change.notification = notification(.oneTimeCharge, of: copy, on: date, rules: rules)
    }
    return change
  }

  /// What every copy has of its own, and what it has not (rules F-1, F-6).
  private mutating func makeCopy(_ transaction: inout Transaction) {
    if transaction.type == .autoRenewable {
      transaction.webOrderLineItemID = makeOrderLineID()
    }
    transaction.ownershipType = .familyShared
    transaction.appAccountToken = nil
    transaction.appTransactionID = appTransactionID
    transaction.clearRevocation()
    transaction.isUpgraded = nil
    transaction.storefront = nil
    setStorefront(of: &transaction)
    transaction.price = nil
    transaction.currency = nil
  }
}
