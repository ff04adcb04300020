extension Subscription {
  /// Takes over the announced price, because the customer saw it and bought (rule T-22).
  mutating func acceptPendingPrice() {
    guard let increase = priceIncrease, increase.status == .pending else { return }
    setPrice(increase.price)
    priceIncrease = nil
  }

  /// Whoever forces the renewal agrees to what it costs: nothing is pending any more (rule B-23).
  ///
  /// What a commitment still owes is charged at its own price; then the question stays.
  mutating func settleForcedRenewal() {
    guard !isWithinCommitment else { return }
    acceptPendingPrice()
  }

  /// The first period at the new price begins (rule N-65).
  ///
  /// A charge that the commitment owes is none: the question is about what comes after it.
  mutating func settlePriceIncrease() {
    guard !isWithinCommitment else { return }
    priceIncrease = nil
  }

  /// What the next periods cost, for this subscriber (rule B-24).
  mutating func setPrice(_ price: Int64) {
    if plan.isSame(as: next.plan) { plan.price = price }
    next.plan.price = price
  }

  /// The customer turns to another plan; coming back is buying, at the price that was announced.
  mutating func leavePlan() {
    if let increase = priceIncrease, plan.isSame(as: next.plan) { plan.price = increase.price }
    priceIncrease = nil
  }
}
