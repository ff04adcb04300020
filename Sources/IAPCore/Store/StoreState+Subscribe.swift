/// What buying a subscription means for what the customer has already.
enum SubscriptionDecision: Equatable {
  /// Nothing of the group yet, or nothing any more (rules N-10, N-11).
  case start
  /// It runs and will renew as it is (rule T-21).
  case keep
  /// It runs, but would end or change: go on with it (rules T-22, S-34).
  case keepOn
  /// An offer for the running plan, from the next charge on (rule O-7).
  case takeOffer
  /// At once (rules S-30, S-31).
  case changeNow
  /// At the next renewal (rules S-32, S-33).
  case changeLater
  /// The change that waits already.
  case changesAlready
  /// Another plan while the bank refuses: a purchase of its own (rule S-38).
  case recover
  /// The same plan while the bank refuses.
  case blocked(graceEndDate: Instant?)
}

extension StoreState {
  /// Buys an auto-renewable subscription, or changes the plan of the one that runs.
  mutating func subscribe(
    _ attempt: PurchaseAttempt,
    in context: StoreContext
  ) throws(StoreError) -> PurchaseResult {
    guard let info = attempt.product.subscription else { return .failure(.productUnavailable) }
    let rules = StoreRules(self)
    let index = self[attempt.account].ownIndex(in: info.groupID)
    let running = index.flatMap {
      self[attempt.account].subscriptions[$0].runningBillingPlan(of: attempt.product.id)
    }
    let plan = attempt.product.plan(attempt.event.billingPlan ?? running)
    let terms: NextPeriod
    switch resolveTerms(of: attempt, plan: plan, rules: rules, in: context) {
    case .success(let found): terms = found
    case .failure(let failure): return .failure(failure)
    }
    let hasOffer = attempt.event.offer != nil || attempt.code != nil
    let decision = index.map {
      self[attempt.account].subscriptions[$0]
        .decide(plan, hasOffer: hasOffer, at: attempt.date, rules: rules)
    }
    if case .blocked(let graceEnd) = decision {
      throw .billingProblem(attempt.product.id, graceEndDate: graceEnd)
    }
    if let index, decision == .keep || decision == .changesAlready {
      return kept(decision == .keep, index: index, of: attempt)
    }
    if let index, attempt.start < header.now, let latest = latestEnd(index, of: attempt) {
      guard decision == .start, latest <= attempt.start else {
        throw .invalidPurchaseDate(attempt.start)
      }
    }
    if decision != .keepOn, let waiting = hold(attempt, in: context) { return waiting }
    guard let index, let decision else {
      return try start(terms, group: info.groupID, index: nil, of: attempt, in: context)
    }
    if decision == .start {
      return try start(terms, group: info.groupID, index: index, of: attempt, in: context)
    }
    return change(to: terms, decision, index: index, of: attempt, in: context)
  }

  private func latestEnd(_ index: Int, of attempt: PurchaseAttempt) -> Instant? {
    self[attempt.account].subscriptions[index].expiresDate
  }

  private func kept(
    _ isOwned: Bool,
    index: Int,
    of attempt: PurchaseAttempt
  ) -> PurchaseResult {
    let latest = self[attempt.account].subscriptions[index].latest
    return PurchaseResult(isOwned ? .alreadyOwned : .planChangeScheduled, transaction: latest)
  }

  /// Begins a subscription, or begins it again under its old name (rules N-10, N-11, T-23).
  private mutating func start(
    _ terms: NextPeriod,
    group: SubscriptionGroupID,
    index known: Int?,
    of attempt: PurchaseAttempt,
    in context: StoreContext
  ) throws(StoreError) -> PurchaseResult {
    let rules = StoreRules(self)
    let index: Int
    if let known {
      index = known
      self[attempt.account].reopen(
        index,
        terms,
        at: attempt.start,
        token: attempt.token,
        rules: rules
      )
    } else {
      index = self[attempt.account].open(
        terms,
        group: group,
        at: attempt.start,
        token: attempt.token,
        rules: rules
      )
    }
    self[attempt.account].noteOffers(terms.offers, group: group)
    try checkLength(of: index, attempt: attempt)
    let kind: StoreChange.Kind = known == nil ? .subscribed : .resubscribed
    let place = SubscriptionPlace(account: attempt.account, index: index)
    announce(
      Announcement(kind, .subscribed, known == nil ? .initialBuy : .resubscribe)
        .making(attempt.delivery, request: attempt.request),
      at: place,
      on: attempt.start,
      rules: rules,
      output: context.output
    )
    let latest = self[attempt.account].subscriptions[index].latest
    if attempt.event.cancelImmediately == true, attempt.isOutside {
      switchOff(at: place, on: attempt.start, rules: rules, output: context.output)
    }
    if attempt.start < attempt.date { catchUp(at: place, output: context.output) }
    return PurchaseResult(.purchased, transaction: latest)
  }

  /// What the clock would have done since a purchase in the past, each thing at its own time.
  private mutating func catchUp(at place: SubscriptionPlace, output: ChangeOutput) {
    let rules = StoreRules(self)
    while let due = self[place.account].subscriptions[place.index].due(rules),
      due.date <= header.now
    {
      run(due.kind, at: place, on: due.date, rules: rules, output: output)
    }
  }

  /// Renewals up to now of a purchase in the past, at most (every one is a transaction).
  static let catchUpLimit = 100_000

  private func checkLength(of index: Int, attempt: PurchaseAttempt) throws(StoreError) {
    guard attempt.start < attempt.date else { return }
    let subscription = self[attempt.account].subscriptions[index]
    let length = max(1, subscription.expiresDate.milliseconds(since: attempt.start))
    guard attempt.date.milliseconds(since: attempt.start) / length <= Int64(Self.catchUpLimit)
    else { throw .tooManyRenewals(limit: Self.catchUpLimit) }
  }
}

extension Subscription {
  /// What choosing a plan means, now that this subscription exists (store-semantics 6.3).
  ///
  /// A period that is over and whose renewal is late counts as lapsed (rules S-12, T-23).
  func decide(
    _ plan: SubscriptionPlan,
    hasOffer: Bool,
    at now: Instant,
    rules: StoreRules
  ) -> SubscriptionDecision {
    let isSame = plan.isSame(as: self.plan)
    switch phase {
    case .expired, .revoked: return .start
    case .billingRetry(let retry):
      return isSame ? .blocked(graceEndDate: retry.graceEndDate) : .recover
    case .active where hasLapsed(at: now): return .start
    case .active:
      if isSame {
        if hasOffer { return .takeOffer }
        return autoRenews && next.plan.isSame(as: plan) ? .keep : .keepOn
      }
      if isImmediate(plan, rules: rules) { return .changeNow }
      return autoRenews && next.plan.isSame(as: plan) && !hasOffer ? .changesAlready : .changeLater
    }
  }

  /// How the product is billed now, which buying it again goes on with (rule T-22).
  ///
  /// `nil`: it does not run, or knows no billing plans.
  func runningBillingPlan(of product: ProductID) -> BillingPlanType? {
    isLive && plan.productID == product ? plan.billingPlan : nil
  }

  /// A higher level, or the same level and the same duration (rules S-30...S-36).
  func isImmediate(_ plan: SubscriptionPlan, rules: StoreRules) -> Bool {
    let present = rules.level(of: self.plan)
    if plan.level != present { return plan.level < present }
    return plan.productID != self.plan.productID
      && plan.duration.nominalDays == self.plan.duration.nominalDays
  }
}

extension AccountState {
  /// Begins a lapsed or revoked subscription again.
  mutating func reopen(
    _ index: Int,
    _ terms: NextPeriod,
    at start: Instant,
    token: String?,
    rules: StoreRules
  ) {
    let gap = start.milliseconds(since: subscriptions[index].serviceEndDate)
    if gap > 60 * Instant.day { subscriptions[index].runStartDate = start }
    subscriptions[index].restart(terms, at: start, token: token, rules: rules)
    beginPeriod(of: index, start: start, reason: .purchase, at: start, rules: rules)
  }

  /// Remembers which offers can be had once only (rules O-1, O-11).
  mutating func noteOffers(_ offers: [RunningOffer], group: SubscriptionGroupID) {
    guard offers.contains(where: { $0.type == .introductory }),
      !usedIntroductoryOffers.contains(group)
    else { return }
    usedIntroductoryOffers.append(group)
    usedIntroductoryOffers.sort()
  }
}

extension Subscription {
  /// When the customer last had service by this subscription.
  var serviceEndDate: Instant {
    min(expiresDate, latest.revocationDate ?? expiresDate)
  }

  /// Forgets what belongs to the period before, because the customer bought anew (rule S-24).
  mutating func restart(
    _ terms: NextPeriod,
    at start: Instant,
    token: String?,
    rules: StoreRules
  ) {
    pending = PendingRenewal(next: terms, appAccountToken: token)
    kept = nil
    cycle = BillingCycle(anchorDate: start, rate: rules.settings.rate)
    renewals = 0
    billingFails = nil
  }
}
