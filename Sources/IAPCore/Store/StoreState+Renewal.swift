extension StoreState {
  /// The store tries to charge for the next period (rules S-10...S-14).
  mutating func attemptRenewal(
    at place: SubscriptionPlace,
    on date: Instant,
    rules: StoreRules,
    output: ChangeOutput
  ) {
    if bankRefuses(at: place) {
      failRenewal(at: place, on: date, rules: rules, output: output)
    } else {
      renew(at: place, on: date, rules: rules, output: output)
    }
  }

  /// The next period, from the end of the last one (rules C-4, N-12...N-14).
  private mutating func renew(
    at place: SubscriptionPlace,
    on date: Instant,
    rules: StoreRules,
    output: ChangeOutput
  ) {
    self[place.account].renew(place.index, at: date, rules: rules)
    announce(
      Announcement(.renewed, .didRenew).making(.renewal),
      at: place,
      on: date,
      rules: rules,
      output: output
    )
  }

  /// The period is over and nothing is charged (rules S-40, B-21, N-32, N-34, N-35).
  mutating func endPeriod(
    at place: SubscriptionPlace,
    on date: Instant,
    rules: StoreRules,
    output: ChangeOutput
  ) {
    let subscription = self[place.account].subscriptions[place.index]
    guard let intent = subscription.endingIntent(rules) else { return }
    if intent == .customerCancelled, subscription.renewsNext {
      // The renewal limit of the sandbox is reached.
      switchOff(at: place, on: date, endsNow: true, rules: rules, output: output)
    }
    expire(at: place, for: intent, on: date, rules: rules, output: output)
  }

  /// The subscription lapses (rule S-2).
  mutating func expire(
    at place: SubscriptionPlace,
    for intent: ExpirationIntent,
    on date: Instant,
    rules: StoreRules,
    use: Announcement.Use = .untouched,
    output: ChangeOutput
  ) {
    self[place.account].subscriptions[place.index].phase = .expired(intent)
    var announcement = Announcement(.expired, .expired, intent.subtype)
    announcement.use = use
    announce(announcement, at: place, on: date, rules: rules, output: output)
  }

  /// A period that was made early begins: from now on it is the only one (rules C-4, P-7).
  ///
  /// Members whom the new plan cannot be shared with had the old one until now.
  mutating func begin(at place: SubscriptionPlace, on date: Instant, output: ChangeOutput) {
    self[place.account].subscriptions[place.index].running = nil
    let owner = self[place.account].subscriptions[place.index]
    for member in owner.sharedWith {
      guard let index = self[member].copyIndex(in: owner.groupID, from: place.account) else {
        continue
      }
      self[member].subscriptions[index].running = nil
      if !owner.plan.isFamilyShareable {
        stopSharing(of: place, with: member, as: nil, on: date, output: output)
      }
    }
  }

  /// Auto-renewal goes off; the running period stays (rule S-40).
  ///
  /// `endsNow`: nothing runs any more, and the expiry is told next. Then both say why it ended, and
  /// that nothing will be charged, whatever a commitment would have owed (rules S-2, N-33).
  mutating func switchOff(
    at place: SubscriptionPlace,
    on date: Instant,
    endsNow: Bool = false,
    rules: StoreRules,
    output: ChangeOutput
  ) {
    let subscription = self[place.account].subscriptions[place.index]
    let owes = subscription.renewal.hasFailed && subscription.isWithinCommitment
    self[place.account].subscriptions[place.index].phase =
      endsNow ? .expired(.customerCancelled) : .active(owes ? .failingUntilEnd : .off)
    announce(
      Announcement(.autoRenewDisabled, .didChangeRenewalStatus, .autoRenewDisabled),
      at: place,
      on: date,
      rules: rules,
      output: output
    )
  }

  /// Auto-renewal goes on again (rule S-42).
  mutating func switchOn(
    at place: SubscriptionPlace,
    on date: Instant,
    rules: StoreRules,
    output: ChangeOutput
  ) {
    let hasFailed = self[place.account].subscriptions[place.index].renewal.hasFailed
    self[place.account].subscriptions[place.index].phase = .active(hasFailed ? .failing : .on)
    announce(
      Announcement(.autoRenewEnabled, .didChangeRenewalStatus, .autoRenewEnabled),
      at: place,
      on: date,
      rules: rules,
      output: output
    )
  }

  /// The customer cancels: at the end of the period, or at once while the bank refuses (S-41).
  mutating func cancel(_ operand: String, in context: StoreContext) throws(StoreError) {
    let place = try resolveOwnSubscription(operand, in: context)
    let subscription = self[place.account].subscriptions[place.index]
    let rules = StoreRules(self)
    guard subscription.isLive else {
      throw .notLive(subscription.originalID, subscription.state(at: header.now))
    }
    guard subscription.autoRenews else { throw .alreadyOff(subscription.originalID) }
    endRenewal(at: place, on: header.now, rules: rules, output: context.output)
  }

  /// Auto-renewal goes off by what the customer does, whatever that is (rules S-40, S-41, R-2).
  ///
  /// While the bank refuses nothing runs that could go on: it ends at once.
  mutating func endRenewal(
    at place: SubscriptionPlace,
    on date: Instant,
    rules: StoreRules,
    output: ChangeOutput
  ) {
    let hasEnded = self[place.account].subscriptions[place.index].isInRetry
    switchOff(at: place, on: date, endsNow: hasEnded, rules: rules, output: output)
    if hasEnded {
      expire(at: place, for: .customerCancelled, on: date, rules: rules, output: output)
    }
  }

  /// The customer switches auto-renewal on again, before the expiry (rule S-42).
  mutating func resume(_ operand: String, in context: StoreContext) throws(StoreError) {
    let place = try resolveOwnSubscription(operand, in: context)
    let subscription = self[place.account].subscriptions[place.index]
    guard case .active(let renewal) = subscription.phase else {
      throw .notLive(subscription.originalID, subscription.state(at: header.now))
    }
    guard !renewal.isOn else { throw .alreadyOn(subscription.originalID) }
    switchOn(at: place, on: header.now, rules: StoreRules(self), output: context.output)
    tellPriceIncrease(at: place, output: context.output)
  }

  /// The period ends now and the next one begins (Xcode's forced renewal, rule C-7).
  ///
  /// Refused while the bank refuses: paying another way is what ends that.
  mutating func forceRenewal(_ operand: String, in context: StoreContext) throws(StoreError) {
    let place = try resolveOwnSubscription(operand, in: context)
    let subscription = self[place.account].subscriptions[place.index]
    let rules = StoreRules(self)
    if case .billingRetry(let retry) = subscription.phase {
      // Xcode's page: a forced renewal does not change the state of billing retry.
      throw .billingProblem(subscription.latest.productID, graceEndDate: retry.graceEndDate)
    }
    guard case .active(let renewal) = subscription.phase, subscription.isServing else {
      throw .notLive(subscription.originalID, subscription.state(at: header.now))
    }
    try requireBegun(subscription)
    try giveBackComing(at: place, in: context)
    if !renewal.isOn {
      // Told of the period as it still is (rule N-31).
      switchOn(at: place, on: header.now, rules: rules, output: context.output)
    }
    if endNow(at: place) {
      let told = context.output.kept.count
      announce(
        Announcement(.shortened).revising(),
        at: place,
        on: header.now,
        rules: rules,
        output: context.output
      )
      try reviseRestored(after: told, in: context)
    }
    self[place.account].subscriptions[place.index].endPriceIncrease(.forced)
    self[place.account].subscriptions[place.index].moveAnchor(to: header.now, rules: rules)
    attemptRenewal(at: place, on: header.now, rules: rules, output: context.output)
  }

  /// The subscription ends now (Xcode's `expireSubscription`, rules C-7, N-35).
  mutating func forceExpiry(_ event: ExpireEvent, in context: StoreContext) throws(StoreError) {
    let intent = event.reason ?? .other
    guard (1...5).contains(intent.rawValue) else {
      throw .invalidReason("\(intent.rawValue)", allowed: (1...5).map(String.init))
    }
    let place = try resolveOwnSubscription(event.subscription, in: context)
    let subscription = self[place.account].subscriptions[place.index]
    let rules = StoreRules(self)
    guard subscription.isLive, subscription.isServing else {
      throw .notLive(subscription.originalID, subscription.state(at: header.now))
    }
    if case .active = subscription.phase { try requireBegun(subscription) }
    try giveBackComing(at: place, in: context)
    var use = Announcement.Use.untouched
    if case .active = subscription.phase, endNow(at: place) { use = .revised }
    if intent == .customerCancelled, subscription.autoRenews {
      switchOff(at: place, on: header.now, endsNow: true, rules: rules, output: context.output)
    }
    let told = context.output.kept.count
    expire(
      at: place,
      for: intent,
      on: header.now,
      rules: rules,
      use: use,
      output: context.output
    )
    try reviseRestored(after: told, in: context)
  }

  /// A period that begins at this moment, or later, cannot end now.
  private func requireBegun(_ subscription: Subscription) throws(StoreError) {
    guard subscription.present.purchaseDate < header.now else {
      throw .zeroLengthPeriod(subscription.originalID)
    }
  }

  /// A period ends by hand, and the next one is paid already: that one is refunded, unused.
  ///
  /// A period begins where the one before it ends, and its beginning never moves (rules C-4, C-7).
  private mutating func giveBackComing(
    at place: SubscriptionPlace,
    in context: StoreContext
  ) throws(StoreError) {
    let subscription = self[place.account].subscriptions[place.index]
    guard subscription.running != nil else { return }
    var coming = subscription.latest
    coming.refund(for: .other, percentage: nil, at: header.now)
    try takeBack(coming, endsRenewal: false, in: context)
  }

  /// Moves the end of the running period to now; false: it had ended already.
  private mutating func endNow(at place: SubscriptionPlace) -> Bool {
    let latest = self[place.account].subscriptions[place.index].latest
    guard let expires = latest.expiresDate, expires > header.now else { return false }
    self[place.account].subscriptions[place.index].latest.expiresDate = header.now
    let revised = self[place.account].subscriptions[place.index].latest
    self[place.account].replaceLive(revised)
    return true
  }
}

extension AccountState {
  /// The usual renewal, that nobody shares and the bank pays, in one access to the account.
  ///
  /// With what is due next for it; `nil`: it is not that simple, and nothing was changed.
  mutating func renewPlainly(
    _ index: Int,
    on date: Instant,
    rules: StoreRules
  ) -> (change: StoreChange, next: DueEntry?)? {
    guard subscriptions[index].sharedWith.isEmpty,
      !(subscriptions[index].billingFails ?? settings.billingFails)
    else { return nil }
    renew(index, at: date, rules: rules)
    let announcement = Announcement(.renewed, .didRenew).making(.renewal)
    let change = announce(announcement, of: index, on: date, rules: rules)
    return (change, entry(of: index, rules))
  }

  /// The period after the last one, made by the store, early or late.
  mutating func renew(_ index: Int, at date: Instant, rules: StoreRules) {
    let start = subscriptions[index].expiresDate
    subscriptions[index].renewals += 1
    beginPeriod(of: index, start: start, reason: .renewal, at: date, rules: rules)
  }
}

extension Subscription {
  /// Periods are counted from another moment on (rule S-24).
  mutating func moveAnchor(to date: Instant, rules: StoreRules) {
    cycle = BillingCycle(anchorDate: date, rate: rules.settings.rate)
  }
}

extension ExpirationIntent {
  /// The subtype of EXPIRED; `nil`: none (rows N-32...N-35, N-56, N-64).
  var subtype: NotificationSubtype? {
    switch self {
    case .customerCancelled: .voluntary
    case .billingError: .billingRetry
    case .priceIncreaseNotConsented: .priceIncrease
    case .productNotAvailable: .productNotForSale
    default: nil
    }
  }
}
