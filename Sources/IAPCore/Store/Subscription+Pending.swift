extension Subscription {
  /// What is pending, of the plan that was chosen last.
  var pending: PendingRenewal {
    get {
      PendingRenewal(
        next: next,
        appAccountToken: appAccountToken,
        priceIncrease: priceIncrease
      )
    }
    set {
      next = newValue.next
      appAccountToken = newValue.appAccountToken
      priceIncrease = newValue.priceIncrease
    }
  }

  /// Whether another plan waits for the renewal, or for the end of the commitment.
  var isLeavingPlan: Bool { !next.plan.isSame(as: plan) }

  /// What is pending for the plan that runs, whether or not a change waits over it.
  private var pendingOfPlan: PendingRenewal {
    guard isLeavingPlan else { return pending }
    return kept ?? PendingRenewal(next: NextPeriod(plan: plan), appAccountToken: appAccountToken)
  }

  /// Whether what a commitment still owes comes before a plan that waits for its end (rule P-9).
  private var owesBeforeLeaving: Bool { isWithinCommitment && isLeavingPlan }

  /// What the next charge is for, as long as there is one.
  var upcomingPlan: SubscriptionPlan { isWithinCommitment ? plan : next.plan }

  /// The offer that the next charge takes, or would take if it were switched on again (rule O-4).
  ///
  /// `nil`: none, or the subscription is over.
  var upcomingOffer: RunningOffer? {
    guard isLive else { return nil }
    return owesBeforeLeaving ? kept?.next.offers.first : next.offers.first
  }

  /// Milliunits of the next charge (rule S-6).
  var upcomingCharge: Int64 { upcomingOffer?.price ?? upcomingPlan.price }

  /// The token that the next renewal carries (rule C-15); `nil`: none.
  var upcomingToken: String? {
    guard owesBeforeLeaving, let kept else { return appAccountToken }
    return kept.appAccountToken
  }

  /// Another plan will be charged at the renewal (rules S-32, S-33).
  ///
  /// `token`: `nil` keeps the one that the subscription had.
  mutating func choose(_ terms: NextPeriod, token: String?) {
    let former = pendingOfPlan
    pending = PendingRenewal(next: terms, appAccountToken: token ?? former.appAccountToken)
    kept = former
  }

  /// The plan that runs goes on, with all that was pending for it (rules S-34, O-4, B-21).
  mutating func returnToPlan() {
    pending = pendingOfPlan
    kept = nil
  }

  /// The offer of the period that begins, used up by one.
  ///
  /// Those of a plan that waits for the end of the commitment are not used up before.
  mutating func takeOffer(continuing continuesCommitment: Bool) -> RunningOffer? {
    guard continuesCommitment, isLeavingPlan else { return next.takeOffer() }
    return kept?.next.takeOffer()
  }
}
