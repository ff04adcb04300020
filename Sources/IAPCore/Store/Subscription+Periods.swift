extension Subscription {
  /// Whether the next charge is for something else than the last one.
  var changesPlan: Bool { !isWithinCommitment && isLeavingPlan }

  /// Puts the last transaction aside where the next period is of another product.
  mutating func changeProduct(reason: TransactionReason) {
    let product = changesPlan || reason == .purchase ? next.plan.productID : plan.productID
    guard product != latest.productID else { return }
    retireLatest()
    former.removeAll { $0.productID == product }
  }

  /// Makes `latest` the period that begins at `start`, as `next` describes it.
  ///
  /// `latest` must carry the new period's id already.
  mutating func fill(
    start: Instant,
    reason: TransactionReason,
    orderLine: String,
    rules: StoreRules
  ) {
    let continuesCommitment = reason == .renewal && isWithinCommitment
    latest.appAccountToken = continuesCommitment ? upcomingToken : appAccountToken
    if !continuesCommitment {
      if next.plan.period != plan.period {
        cycle = BillingCycle(anchorDate: start, rate: rules.settings.rate)
      }
      plan = next.plan
      kept = nil
    }
    let offer = takeOffer(continuing: continuesCommitment)
    if !continuesCommitment, offer == nil { endPriceIncrease(.charged) }
    let end = cycle.advance(from: start, period: plan.period, offer: offer, rules: rules)
    latest.webOrderLineItemID = orderLine
    latest.productID = plan.productID
    latest.purchaseDate = start
    latest.expiresDate = end
    latest.reason = reason
    latest.price = offer?.price ?? plan.price
    latest.billingPlanType = plan.billingPlan
    latest.isUpgraded = nil
    latest.clearRevocation()
    latest.setOffer(offer)
    if let price = latest.price, price > 0 {
      paidDays += (offer?.period ?? plan.period).nominalDays
    }
    if offer?.type == .winBack, reason == .purchase { winBackDate = start }
    fillCommitment(continues: continuesCommitment, rules: rules)
    phase = .active(continuesCommitment && !autoRenews ? .off : .on)
    firstFailure = nil
  }

  private mutating func fillCommitment(continues: Bool, rules: StoreRules) {
    guard let price = plan.commitmentPrice else {
      latest.commitmentInfo = nil
      return
    }
    if continues {
      latest.commitmentInfo?.billingPeriodNumber += 1
    } else {
      latest.commitmentInfo = TransactionCommitmentInfo(
        billingPeriodNumber: 1,
        totalBillingPeriods: plan.billings,
        commitmentExpiresDate: expiresDate,
        commitmentPrice: price
      )
    }
    moveCommitmentEnd(rules)
  }

  /// The commitment ends with its last period, wherever that has moved to (rules P-9, R-10).
  mutating func moveCommitmentEnd(_ rules: StoreRules) {
    guard let commitment = latest.commitmentInfo else { return }
    var (ahead, end) = (self, expiresDate)
    let left =
      commitment
      .billingPeriodNumber..<max(
        commitment.billingPeriodNumber,
        commitment.totalBillingPeriods
      )
    for _ in left {
      let offer = ahead.takeOffer(continuing: true)
      end = ahead.cycle.advance(from: end, period: plan.period, offer: offer, rules: rules)
    }
    latest.commitmentInfo?.commitmentExpiresDate = end
  }
}

extension BillingCycle {
  /// The end of a period that begins at `start`; the count moves with it (rules S-22, S-24).
  mutating func advance(
    from start: Instant,
    period: SubscriptionPeriod,
    offer: RunningOffer?,
    rules: StoreRules
  ) -> Instant {
    if rate != rules.settings.rate {
      self = BillingCycle(anchorDate: start, rate: rules.settings.rate)
    }
    var count = 1
    if let offer, offer.mode == .freeTrial || offer.mode == .payUpFront {
      let multiple = offer.period.multiple(of: period)
      guard let multiple, rate == .realTime, rules.settings.anchor == .anchor else {
        let end = rules.calculator.offerEnd(start: start, period: offer.period)
        self = BillingCycle(anchorDate: end, rate: rate)
        return end
      }
      count = multiple
    }
    periods += count
    let end = rules.calculator.end(
      anchor: anchorDate,
      start: start,
      periods: periods,
      period: period
    )
    if end > start { return end }
    self = BillingCycle(anchorDate: start, periods: 1, rate: rate)
    return rules.calculator.end(anchor: start, start: start, periods: 1, period: period)
  }
}

extension SubscriptionPeriod {
  /// How many of the other make exactly this one; `nil`: it is no multiple.
  func multiple(of other: SubscriptionPeriod) -> Int? {
    let (own, part) = (isMonths ? months : days, other.isMonths ? other.months : other.days)
    guard isMonths == other.isMonths, part > 0, own % part == 0 else { return nil }
    return own / part
  }

  private var isMonths: Bool { unit == .month || unit == .year }
  private var months: Int { unit == .year ? value * 12 : value }
  private var days: Int { unit == .week ? value * 7 : value }
}

extension Transaction {
  mutating func setOffer(_ offer: RunningOffer?) {
    offerType = offer?.type
    offerIdentifier = offer?.id
    offerDiscountType = offer?.mode
    offerPeriod = offer?.total
  }

  mutating func clearRevocation() {
    revocationDate = nil
    revocationReason = nil
    revocationType = nil
    revocationPercentage = nil
  }

  /// Whether both stand for one payment: copies made by restoring keep these (rules C-1, C-3).
  func isSamePurchase(as other: Transaction) -> Bool {
    guard productID == other.productID, originalID == other.originalID else { return false }
    return webOrderLineItemID == other.webOrderLineItemID
  }
}
