extension StoreState {
  /// Changes the plan of a running subscription, now or at its renewal.
  mutating func change(
    to terms: NextPeriod,
    _ decision: SubscriptionDecision,
    index: Int,
    of attempt: PurchaseAttempt,
    in context: StoreContext
  ) -> PurchaseResult {
    let rules = StoreRules(self)
    let place = SubscriptionPlace(account: attempt.account, index: index)
    let group = self[attempt.account].subscriptions[index].groupID
    let hasOffer = attempt.event.offer != nil || attempt.code != nil
    let wasOn = self[attempt.account].subscriptions[index].autoRenews
    let isImmediate =
      decision == .changeNow
      || self[attempt.account].subscriptions[index].isImmediate(terms.plan, rules: rules)
    if decision == .keepOn || decision == .takeOffer,
      !self[attempt.account].subscriptions[index].isLeavingPlan
    {
      // What is told first speaks of the renewal as it will be, which may be due at once (C-15).
      self[attempt.account].subscriptions[index].goOn(token: attempt.token)
    }
    if !wasOn, decision != .recover {
      switchOn(at: place, on: attempt.date, rules: rules, output: context.output)
    }
    self[attempt.account].noteOffers(terms.offers, group: group)
    switch decision {
    case .recover, .changeNow:
      let type: NotificationType = hasOffer ? .offerRedeemed : .didChangeRenewalPref
      let announcement =
        isImmediate
        ? Announcement(.upgraded, type, .upgrade)
        : Announcement(.recovered, .didRenew, .billingRecovery)
      let delivery = isImmediate && attempt.code == nil ? .upgrade : attempt.delivery
      replace(
        at: place,
        with: terms,
        announcing: announcement.making(delivery, request: attempt.request),
        of: attempt,
        output: context.output
      )
      let latest = self[attempt.account].subscriptions[index].latest
      return PurchaseResult(.purchased, transaction: latest)
    case .takeOffer:
      self[attempt.account].subscriptions[index].goOn(token: attempt.token)
      self[attempt.account].subscriptions[index].next.offers = terms.offers
      announce(
        Announcement(.offerRedeemed, .offerRedeemed).toOwnerOnly,
        at: place,
        on: attempt.date,
        rules: rules,
        output: context.output
      )
      tellPriceIncrease(at: place, output: context.output)
      let latest = self[attempt.account].subscriptions[index].latest
      return PurchaseResult(.offerScheduled, transaction: latest)
    case .changeLater:
      schedule(terms, at: place, hasOffer: hasOffer, of: attempt, output: context.output)
    default:
      return keepOn(at: place, wasOn: wasOn, of: attempt, output: context.output)
    }
    let latest = self[attempt.account].subscriptions[index].latest
    return PurchaseResult(.planChangeScheduled, transaction: latest)
  }

  /// The new plan begins at once; an upgrade marks the old period (rules S-30, C-11, N-20).
  ///
  /// A lower plan bought while the bank refuses begins after the old period: nothing replaces that.
  private mutating func replace(
    at place: SubscriptionPlace,
    with terms: NextPeriod,
    announcing announcement: Announcement,
    of attempt: PurchaseAttempt,
    output: ChangeOutput
  ) {
    let rules = StoreRules(self)
    if announcement.kind == .upgraded {
      markUpgraded(at: place, on: attempt.date, output: output)
    }
    self[place.account].subscriptions[place.index].restart(
      terms,
      at: attempt.start,
      token: attempt.token,
      rules: rules
    )
    self[place.account].beginPeriod(
      of: place.index,
      start: attempt.start,
      reason: .purchase,
      at: attempt.date,
      rules: rules
    )
    announce(announcement, at: place, on: attempt.date, rules: rules, output: output)
  }

  /// Another transaction gives the service from now on (rule E-5); nobody is told of it.
  ///
  /// A period that was made early goes with the running one: neither gives service any more.
  mutating func markUpgraded(
    at place: SubscriptionPlace,
    on date: Instant,
    output: ChangeOutput
  ) {
    let open = self[place.account].subscriptions[place.index].openPeriods(at: date)
    for var upgraded in open {
      upgraded.isUpgraded = true
      self[place.account].replaceLive(upgraded)
      output.send(
        StoreChange(
          date: date,
          account: place.account,
          kind: .planChanged,
          transaction: upgraded,
          isRevision: true
        )
      )
    }
  }

  /// The renewal will be of the other plan; nothing else changes now (rules S-32, S-33).
  private mutating func schedule(
    _ terms: NextPeriod,
    at place: SubscriptionPlace,
    hasOffer: Bool,
    of attempt: PurchaseAttempt,
    output: ChangeOutput
  ) {
    self[place.account].subscriptions[place.index].choose(terms, token: attempt.token)
    announce(
      Announcement(
        .planChangeScheduled,
        hasOffer ? .offerRedeemed : .didChangeRenewalPref,
        .downgrade
      ).toOwnerOnly,
      at: place,
      on: attempt.date,
      rules: StoreRules(self),
      output: output
    )
  }

  /// The present plan goes on after all (rules T-22, S-34).
  private mutating func keepOn(
    at place: SubscriptionPlace,
    wasOn: Bool,
    of attempt: PurchaseAttempt,
    output: ChangeOutput
  ) -> PurchaseResult {
    let isBack = self[place.account].subscriptions[place.index].isLeavingPlan
    self[place.account].subscriptions[place.index].goOn(token: attempt.token)
    if isBack {
      announce(
        Announcement(.planChangeCancelled, .didChangeRenewalPref).toOwnerOnly,
        at: place,
        on: attempt.date,
        rules: StoreRules(self),
        output: output
      )
    }
    tellPriceIncrease(at: place, output: output)
    let latest = self[place.account].subscriptions[place.index].latest
    return PurchaseResult(wasOn ? .planChangeCancelled : .renewalEnabled, transaction: latest)
  }
}

extension Subscription {
  /// The customer buys the plan that runs: it goes on, at the price that it has by now.
  ///
  /// `token`: `nil` keeps the one that the subscription had.
  fileprivate mutating func goOn(token: String?) {
    returnToPlan()
    endPriceIncrease(.bought)
    if let token { appAccountToken = token }
  }
}
