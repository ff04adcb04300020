/// Every way in which a price increase ends for a subscriber.
///
/// Cancelling ends it for good only with the period: who switches auto-renewal on again before is
/// asked again. What expired unanswered keeps the question, so that it says why (rules B-23, N-64).
enum PriceIncreaseEnd {
  /// A period is charged at the new price (rule N-65).
  case charged
  /// The customer says yes; the status stays until the first charge (rules B-21, N-61).
  case agreed
  /// The customer buys the plan at the price that it has by now (rules T-22, S-34).
  case bought
  /// Xcode's forced renewal: whoever forces it agrees to what it costs (rule B-23).
  case forced
}

extension Subscription {
  /// Ends the increase that is pending, as far as it is one that can end so.
  mutating func endPriceIncrease(_ end: PriceIncreaseEnd) {
    guard let increase = priceIncrease else { return }
    switch (end, increase.status) {
    case (.charged, .accepted): priceIncrease = nil
    case (.agreed, .pending), (.bought, .pending):
      next.plan.price = increase.price
      priceIncrease = PriceIncrease(status: .accepted, price: increase.price, isUntold: true)
    // What a commitment still owes is charged at its own price; then the question stays.
    case (.forced, _) where !isWithinCommitment:
      next.plan.price = increase.price
      priceIncrease = nil
    case (.charged, .pending), (.agreed, .accepted), (.bought, .accepted), (.forced, _): break
    }
  }
}

extension PendingRenewal {
  /// The product has another price, for this subscriber too (rules B-20...B-25).
  ///
  /// An increase is untold: whether it can be told at once is the subscription's to say.
  mutating func changePrice(
    to amount: Int64,
    consent: PriceEvent.Consent?,
    isFrequent: Bool
  ) {
    let present = next.plan.price
    guard amount > present || (amount == present && consent == .required) else {
      priceIncrease = nil
      next.plan.price = amount
      return
    }
    let needsConsent =
      consent.map { $0 == .required } ?? needsConsent(to: amount, isFrequent: isFrequent)
    priceIncrease = PriceIncrease(
      status: needsConsent ? .pending : .accepted,
      price: amount,
      isUntold: true
    )
    if !needsConsent { next.plan.price = amount }
  }

  /// Rule B-20: a second increase within a year, or one of more than both 50 % and 5 (50 a year)
  /// units of the currency.
  private func needsConsent(to amount: Int64, isFrequent: Bool) -> Bool {
    let present = next.plan.price
    let limit: Int64 = next.plan.duration.nominalDays >= 360 ? 50_000 : 5000
    return isFrequent || (amount * 2 > present * 3 && amount - present > limit)
  }
}
