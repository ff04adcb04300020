extension StoreState {
  func bankRefuses(at place: SubscriptionPlace) -> Bool {
    guard let account = accounts[place.account] else { return false }
    return account.subscriptions[place.index].billingFails ?? account.settings.billingFails
  }

  /// The charge failed: grace if there is any, then retry (rules B-1...B-5, B-10).
  mutating func failRenewal(
    at place: SubscriptionPlace,
    on date: Instant,
    rules: StoreRules,
    output: ChangeOutput
  ) {
    let subscription = self[place.account].subscriptions[place.index]
    var retry = subscription.failedRetry ?? subscription.retry(rules)
    retry.endsWithCommitment = !subscription.autoRenews
    let subtype: NotificationSubtype? = retry.graceEndDate == nil ? nil : .gracePeriod
    var announcement = Announcement(.renewalFailed, .didFailToRenew, subtype)
    let renewal = subscription.renewal
    if date < subscription.expiresDate {
      self[place.account].subscriptions[place.index].phase = .active(renewal.failed)
      self[place.account].subscriptions[place.index].firstFailure = retry
    } else {
      // The server was told at the first attempt, before the expiry.
      if renewal.hasFailed { announcement.type = nil }
      self[place.account].subscriptions[place.index].phase = .billingRetry(retry)
      self[place.account].subscriptions[place.index].firstFailure = nil
    }
    announce(announcement, at: place, on: date, rules: rules, output: output)
  }

  /// Grace is over, and retry goes on (rule N-53).
  mutating func endGrace(
    at place: SubscriptionPlace,
    on date: Instant,
    rules: StoreRules,
    output: ChangeOutput
  ) {
    guard case .billingRetry(var retry) = self[place.account].subscriptions[place.index].phase
    else { return }
    retry.graceEndDate = nil
    self[place.account].subscriptions[place.index].phase = .billingRetry(retry)
    announce(
      Announcement(.gracePeriodExpired, .gracePeriodExpired),
      at: place,
      on: date,
      rules: rules,
      output: output
    )
  }

  /// The bank refuses from now on: one subscription, or everything the account pays for.
  mutating func failBilling(_ operand: String?, in context: StoreContext) throws(StoreError) {
    if let operand {
      let place = try resolveOwnSubscription(operand, in: context)
      self[place.account].subscriptions[place.index].billingFails = true
    } else {
      self[context.account].settings.billingFails = true
      self[context.account].clearBillingExceptions()
    }
    context.output.send(billingChange(operand, "fails", in: context))
  }

  /// That the bank answers differently, to one subscription or to the account.
  private func billingChange(
    _ operand: String?,
    _ answer: String,
    in context: StoreContext
  ) -> StoreChange {
    let place = operand.flatMap { try? resolveOwnSubscription($0, in: context) }
    let product = place.map { self[$0.account].subscriptions[$0.index].latest.productID }
    let subject = ChangeSubject(product, key: "billing", value: answer)
    return change(.settingChanged, of: subject, in: context)
  }

  /// The customer paid another way: a charge is tried at once (rule B-12).
  mutating func fixBilling(_ operand: String?, in context: StoreContext) throws(StoreError) {
    var places: [SubscriptionPlace] = []
    if let operand {
      let place = try resolveOwnSubscription(operand, in: context)
      self[place.account].subscriptions[place.index].billingFails = false
      places = [place]
    } else {
      self[context.account].settings.billingFails = false
      self[context.account].clearBillingExceptions()
      places = self[context.account].subscriptions.indices
        .filter { self[context.account].subscriptions[$0].isOwn }
        .map { SubscriptionPlace(account: context.account, index: $0) }
    }
    context.output.send(billingChange(operand, "ok", in: context))
    let rules = StoreRules(self)
    for place in places { recover(at: place, rules: rules, output: context.output) }
  }

  /// The charge that failed succeeds (rules B-6, B-7).
  private mutating func recover(
    at place: SubscriptionPlace,
    rules: StoreRules,
    output: ChangeOutput
  ) {
    let now = header.now
    switch self[place.account].subscriptions[place.index].phase {
    case .active(let renewal) where renewal.hasFailed:
      self[place.account].subscriptions[place.index].phase = .active(renewal.isOn ? .on : .off)
      self[place.account].renew(place.index, at: now, rules: rules)
    case .billingRetry(let retry):
      if retry.isInGrace(at: now) {
        self[place.account].renew(place.index, at: now, rules: rules)
      } else {
        recoverLate(at: place, rules: rules)
      }
    default: return
    }
    announce(
      Announcement(.recovered, .didRenew, .billingRecovery).making(.renewal),
      at: place,
      on: now,
      rules: rules,
      output: output
    )
  }

  /// Outside grace a new cycle begins with the payment (rules B-7, C-5).
  private mutating func recoverLate(at place: SubscriptionPlace, rules: StoreRules) {
    let now = header.now
    let gap = now.milliseconds(
      since: self[place.account].subscriptions[place.index].expiresDate
    )
    if gap > 60 * Instant.day {
      self[place.account].subscriptions[place.index].runStartDate = now
    }
    self[place.account].subscriptions[place.index].renewals += 1
    self[place.account].subscriptions[place.index].moveAnchor(to: now, rules: rules)
    self[place.account].beginPeriod(
      of: place.index,
      start: now,
      reason: .renewal,
      at: now,
      rules: rules
    )
  }
}

extension AccountState {
  mutating func clearBillingExceptions() {
    for index in subscriptions.indices { subscriptions[index].billingFails = nil }
  }
}

extension Subscription {
  /// Grace and retry as they were told before the expiry; `nil`: nothing has failed yet.
  ///
  /// What is set differently since then does not alter them (rule B-3).
  var failedRetry: BillingRetry? { renewal.hasFailed ? firstFailure : nil }

  /// Grace and retry of a charge that fails now, fixed for good (rule B-3).
  func retry(_ rules: StoreRules) -> BillingRetry {
    let lasting = rules.calculator.billingRetry(days: rules.settings.billingRetryDays)
    let end = expiresDate.adding(milliseconds: lasting)
    guard let length = rules.settings.gracePeriod, deservesGrace(rules) else {
      return BillingRetry(graceEndDate: nil, endDate: end)
    }
    let grace = rules.calculator.grace(length: length, period: plan.period)
    return BillingRetry(
      graceEndDate: min(expiresDate.adding(milliseconds: grace), end),
      endDate: end
    )
  }

  /// Paid to paid only: a trial's first paid renewal gets no grace (rule B-2).
  private func deservesGrace(_ rules: StoreRules) -> Bool {
    guard rules.settings.graceFor == .paid else { return true }
    return (latest.price ?? 0) > 0 && upcomingCharge > 0
  }
}
