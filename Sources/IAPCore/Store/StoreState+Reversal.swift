extension StoreState {
  /// Taken back after a dispute: as if it had not been refunded, dates unchanged (R-7, N-77).
  mutating func reverseRefund(_ operand: String, in context: StoreContext) throws(StoreError) {
    var transaction: Transaction
    do {
      transaction = try resolve(operand, in: context) { $0.revocationDate != nil }
    } catch .unknownTransaction {
      transaction = try resolveNewest(operand, in: context)
    }
    try requirePayment(transaction)
    guard let refundDate = transaction.revocationDate else { throw .notRefunded(transaction.id) }
    transaction.clearRevocation()
    let held = self[context.account].held(transaction)
    let place = held == nil ? returnPeriod(&transaction, in: context) : nil
    self[context.account].replaceLive(transaction)
    self[context.account].ownAgain(transaction)
    if let held { clearRevocation(of: held, in: context) }
    tell(.refundReversed, .refundReversed, of: transaction, delivery: .refundReversal, in: context)
    try reviseCopies(of: transaction, by: context.account, as: .refundReversed, in: context)
    let told = context.output.kept.count
    if let place {
      try returnPeriod(at: place, refundedOn: refundDate, in: context)
    } else {
      returnShares(of: transaction, held: held, refundedOn: refundDate, in: context)
    }
    try revisePastShares(of: transaction, refundedOn: refundDate, in: context)
    try reviseRestored(after: told, in: context)
  }

  /// A period that the subscription holds is paid for again.
  private mutating func clearRevocation(of held: HeldPeriod, in context: StoreContext) {
    self[context.account].subscriptions[held.index].clearRevocation(at: held.place)
    switch held.place {
    case .running: break
    case .withdrawn: self[context.account].subscriptions[held.index].reinstate(at: header.now)
    case .last, .coming:
      self[context.account].subscriptions[held.index].unrevokePhase(at: header.now)
    }
  }

  /// Finds the place of a period among what the customer bought since its refund.
  ///
  /// It is as if there had been no refund. What would have been an upgrade has taken its place; what
  /// would have waited for its renewal gives way to it: of one group only one can be active, and the
  /// period that was paid for runs until its end (rules R-7, P-5, S-30...S-33, S-39). The answer is
  /// the subscription that it runs for again; `nil`: something else runs, or it did all along.
  private mutating func returnPeriod(
    _ transaction: inout Transaction,
    in context: StoreContext
  ) -> SubscriptionPlace? {
    guard let index = self[context.account].index(of: transaction.originalID) else { return nil }
    let rules = StoreRules(self)
    let subscription = self[context.account].subscriptions[index]
    switch subscription.standing(of: transaction, at: header.now, rules: rules) {
    case .past: return nil
    case .upgraded:
      transaction.isUpgraded = true
      return nil
    case .runs:
      let place = SubscriptionPlace(account: context.account, index: index)
      giveWay(at: place, to: transaction, output: context.output)
      self[place.account].subscriptions[index]
        .takeUp(transaction, at: header.now, rules: rules)
      return place
    }
  }

  /// The plan that runs is over, as by an upgrade (rule E-5); the same product stays as it is.
  private mutating func giveWay(
    at place: SubscriptionPlace,
    to period: Transaction,
    output: ChangeOutput
  ) {
    let latest = self[place.account].subscriptions[place.index].latest
    guard latest.productID != period.productID else { return }
    markUpgraded(at: place, on: header.now, output: output)
  }

  /// Members have the payer's period back as well, for what of it they lost (rule R-8).
  private mutating func returnPeriod(
    at place: SubscriptionPlace,
    refundedOn refundDate: Instant,
    in context: StoreContext
  ) throws(StoreError) {
    let rules = StoreRules(self)
    let owner = self[place.account].subscriptions[place.index]
    for member in owner.sharedWith {
      guard let index = self[member].copyIndex(in: owner.groupID, from: place.account) else {
        continue
      }
      guard owner.plan.isFamilyShareable else {
        stopSharing(of: place, with: member, as: nil, on: header.now, output: context.output)
        continue
      }
      let copy = SubscriptionPlace(account: member, index: index)
      giveWay(at: copy, to: owner.latest, output: context.output)
      let lost = try lostCopy(of: owner.latest, at: copy, refundedOn: refundDate, in: context)
      var announcement = Announcement(.refundReversed, .refundReversed).revising(.refundReversal)
      if let lost {
        self[member].subscriptions[index].takeUp(lost, at: header.now, rules: rules)
        self[member].subscriptions[index].follow(owner)
      } else {
        self[member].adopt(owner, as: index, rules: rules)
        announcement = Announcement(.shared, .subscribed, .resubscribe).making(.familyShare)
      }
      context.output.send(
        self[member].announce(announcement, of: index, on: header.now, rules: rules)
      )
    }
  }

  /// The same product's other period that is paid for, where this is the latest one; `nil`: none.
  ///
  /// There is one where a refund was taken back after the customer had bought the product again.
  func remainingPeriod(
    beside transaction: Transaction,
    in context: StoreContext
  ) throws(StoreError) -> Transaction? {
    guard let index = latestIndex(of: transaction, in: context) else { return nil }
    var refunded = self[context.account].subscriptions[index]
    refunded.revokePhase()
    let rules = StoreRules(self)
    var found: Transaction?
    do throws(HistoryFailure) {
      _ = try context.history.newest(of: transaction.productID, of: context.account) { past in
        guard past.originalID == transaction.originalID, !past.isSamePurchase(as: transaction)
        else { return false }
        if past.purchaseDate <= header.now,
          refunded.standing(of: past, at: header.now, rules: rules) == .runs
        {
          found = past
        }
        return found != nil || past.expiresDate.map { $0 <= header.now } == true
      }
    } catch {
      throw .history(error)
    }
    return found
  }

  /// Lets what remains run on; the answer is the subscription, `nil`: nothing remains.
  mutating func takeUp(_ period: Transaction?, in context: StoreContext) -> SubscriptionPlace? {
    guard let period, let index = self[context.account].index(of: period.originalID) else {
      return nil
    }
    let rules = StoreRules(self)
    self[context.account].subscriptions[index].takeUp(period, at: header.now, rules: rules)
    return SubscriptionPlace(account: context.account, index: index)
  }

  /// Members lose their copies of the refunded period, and keep those of what runs on (rule R-8).
  mutating func keepShares(
    at place: SubscriptionPlace,
    without refunded: Transaction,
    in context: StoreContext
  ) throws(StoreError) {
    let rules = StoreRules(self)
    let owner = self[place.account].subscriptions[place.index]
    for member in owner.sharedWith {
      stopSharing(of: place, with: member, as: refunded, on: header.now, output: context.output)
      guard let index = self[member].copyIndex(in: owner.groupID, from: place.account) else {
        continue
      }
      let copy = SubscriptionPlace(account: member, index: index)
      let kept = try lostCopy(of: owner.latest, at: copy, refundedOn: nil, in: context)
      guard let kept else { continue }
      self[member].subscriptions[index].takeUp(kept, at: header.now, rules: rules)
      self[member].subscriptions[index].follow(owner)
    }
  }

  /// The member's copy of a period, without the revocation that the refund brought; `nil`: none.
  ///
  /// `refundDate`: `nil` looks for a copy that was never revoked.
  private func lostCopy(
    of period: Transaction,
    at copy: SubscriptionPlace,
    refundedOn refundDate: Instant?,
    in context: StoreContext
  ) throws(StoreError) -> Transaction? {
    let subscription = self[copy.account].subscriptions[copy.index]
    func isCopy(_ other: Transaction) -> Bool {
      other.productID == period.productID && other.originalID == subscription.originalID
        && other.purchaseDate == period.purchaseDate && other.revocationDate == refundDate
    }
    var found = ([subscription.latest] + subscription.former).first(where: isCopy)
    if found == nil {
      do throws(HistoryFailure) {
        found = try context.history.newest(of: period.productID, of: copy.account, where: isCopy)
      } catch {
        throw .history(error)
      }
    }
    found?.clearRevocation()
    return found
  }

  /// Members get back what they lost by the refund.
  private mutating func returnShares(
    of transaction: Transaction,
    held: HeldPeriod?,
    refundedOn refundDate: Instant,
    in context: StoreContext
  ) {
    let rules = StoreRules(self)
    if let held {
      let owner = self[context.account].subscriptions[held.index]
      for member in owner.sharedWith {
        guard let copy = self[member].copyIndex(in: owner.groupID, from: context.account) else {
          continue
        }
        if held.place == .running || held.place == .withdrawn,
          let period = self[member].subscriptions[copy].period(at: held.place)
        {
          guard period.revocationDate == refundDate else { continue }
          let place = SubscriptionPlace(account: context.account, index: held.index)
          revise(held.place, sharedBy: place, with: member, as: nil, in: context)
          continue
        }
        guard case .revoked = self[member].subscriptions[copy].phase else { continue }
        self[member].subscriptions[copy].latest.clearRevocation()
        self[member].subscriptions[copy].follow(owner)
        let announcement = Announcement(.refundReversed, .refundReversed)
          .revising(.refundReversal)
        context.output.send(
          self[member].announce(announcement, of: copy, on: header.now, rules: rules)
        )
      }
    }
    guard let owned = self[context.account].owned.first(where: { $0.transaction == transaction })
    else { return }
    for member in owned.sharedWith {
      returnShare(of: transaction, to: member, rules: rules, in: context)
    }
  }

  private mutating func returnShare(
    of transaction: Transaction,
    to member: AccountName,
    rules: StoreRules,
    in context: StoreContext
  ) {
    guard
      let index = self[member].owned.firstIndex(where: {
        $0.sharedBy == context.account && $0.transaction.productID == transaction.productID
          && $0.isRevoked
      })
    else { return }
    self[member].owned[index].transaction.clearRevocation()
    let copy = self[member].owned[index].transaction
    self[member].replaceLive(copy)
    var change = StoreChange(
      date: header.now,
      account: member,
      kind: .refundReversed,
      transaction: copy,
      isRevision: true
    )
    self[member].deliver(&change, as: .refundReversal)
    change.notification = self[member].notification(
      .refundReversed,
      of: copy,
      on: header.now,
      rules: rules
    )
    context.output.send(change)
  }
}

extension Subscription {
  /// Active again while the period lasts, else expired; auto-renewal stays off (rule R-7).
  mutating func unrevokePhase(at now: Instant) {
    guard case .revoked(let intent) = phase else { return }
    if let intent {
      phase = .expired(intent)
    } else {
      let renewal: AutoRenewal = withdrawn == nil ? .off : .refunded
      phase = now < expiresDate ? .active(renewal) : .expired(.customerCancelled)
    }
  }
}

/// Where a payment that is no longer refunded stands beside what was bought since.
enum PeriodStanding: Equatable {
  /// It is over, or something that runs longer has replaced it.
  case past
  /// A plan that would have replaced it at once gives the service (rules S-30, S-31).
  case upgraded
  /// It is the running period again (rule R-7).
  case runs
}

extension Subscription {
  /// What becomes of a period whose refund is taken back, or that another one's refund leaves.
  ///
  /// The subscription's latest period must be another one.
  func standing(of period: Transaction, at now: Instant, rules: StoreRules) -> PeriodStanding {
    guard let end = period.expiresDate, now < end, period.isUpgraded != true,
      period.revocationDate == nil
    else { return .past }
    let state = state(at: now)
    guard state == .subscribed || state == .inGracePeriod else { return .runs }
    if latest.purchaseDate >= end { return .past }
    guard period.productID != latest.productID else { return expiresDate < end ? .runs : .past }
    guard let product = rules.product(period.productID) else { return .upgraded }
    var before = self
    before.plan = product.plan(period.billingPlanType)
    var present = plan
    present.level = rules.level(of: plan)
    return before.isImmediate(present, rules: rules) ? .upgraded : .runs
  }

  /// Makes a period that was paid for the running one again (rules R-7, P-5).
  ///
  /// What the customer chose since is the plan of the renewal where auto-renewal is on; where it is
  /// off it stays off, and the renewal would be of this period's product.
  mutating func takeUp(_ period: Transaction, at now: Instant, rules: StoreRules) {
    let goesOn = autoRenews
    if period.productID != latest.productID {
      retireLatest()
      former.removeAll { $0.productID == period.productID }
    }
    (running, withdrawn) = (nil, nil)
    latest = period
    plan = terms(of: period, rules: rules)
    kept = nil
    if !goesOn {
      pending = PendingRenewal(
        next: NextPeriod(plan: plan),
        appAccountToken: period.appAccountToken
      )
    }
    phase = .active(goesOn ? .on : .off)
    cycle = BillingCycle(period, length: plan.period, rules: rules)
    runStartDate = min(runStartDate, period.purchaseDate)
    firstFailure = nil
  }

  /// What a period was sold as; its own price counts where no offer changed it (rule B-24).
  private func terms(of period: Transaction, rules: StoreRules) -> SubscriptionPlan {
    var terms = rules.product(period.productID)?.plan(period.billingPlanType) ?? plan
    terms.productID = period.productID
    if period.offerType == nil, let price = period.price { terms.price = price }
    return terms
  }
}

extension BillingCycle {
  /// Counts on from a period that was paid for: from its start, unless that was at a month's end
  /// and is not where its own count began (rules S-22, S-24).
  fileprivate init(_ period: Transaction, length: SubscriptionPeriod, rules: StoreRules) {
    let end = period.expiresDate ?? period.purchaseDate
    let counted = rules.calculator.end(
      anchor: period.purchaseDate,
      start: period.purchaseDate,
      periods: 1,
      period: length
    )
    let isFirst = counted == end
    self.init(
      anchorDate: isFirst ? period.purchaseDate : end,
      periods: isFirst ? 1 : 0,
      rate: rules.settings.rate
    )
  }
}
