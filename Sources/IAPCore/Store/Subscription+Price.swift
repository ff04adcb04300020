extension Subscription {
  /// Takes over the announced price, because the customer saw it and bought (rule T-22).
  mutating func acceptPendingPrice() {
    guard let increase = priceIncrease, increase.status == .pending else { return }
    setPrice(increase.price)
    priceIncrease = nil
  }

  /// Forgets an increase that waits for consent (rule B-23).
  mutating func clearPendingPrice() {
    if priceIncrease?.status == .pending { priceIncrease = nil }
  }

  /// The first period at the new price begins (rule N-65).
  mutating func settlePriceIncrease() {
    priceIncrease = nil
  }

  /// What the next periods cost, for this subscriber (rule B-24).
  mutating func setPrice(_ price: Int64) {
    if plan.isSame(as: next.plan) { plan.price = price }
    next.plan.price = price
  }
}
