package import IAPCore

extension StoreStory {
  package mutating func cancel(
    _ subscription: String,
    as account: AccountName = .standard
  ) throws(StoreError) {
    try play(.cancel(SubscriptionOperand(subscription: subscription)), as: account)
  }

  package mutating func resume(
    _ subscription: String,
    as account: AccountName = .standard
  ) throws(StoreError) {
    try play(.resume(SubscriptionOperand(subscription: subscription)), as: account)
  }

  package mutating func refund(
    _ id: String,
    as account: AccountName = .standard,
    reason: RefundEvent.Reason? = nil,
    percentage: Int? = nil
  ) throws(StoreError) {
    try play(
      .refund(RefundEvent(id: id, reason: reason, percentage: percentage)),
      as: account
    )
  }

  package mutating func reverse(
    _ id: String,
    as account: AccountName = .standard
  ) throws(StoreError) {
    try play(.refundReverse(TransactionOperand(id: id)), as: account)
  }

  package mutating func failBilling(_ subscription: String? = nil) throws(StoreError) {
    try play(.billingFail(OptionalSubscriptionOperand(subscription: subscription)))
  }

  package mutating func fixBilling(_ subscription: String? = nil) throws(StoreError) {
    try play(.billingFix(OptionalSubscriptionOperand(subscription: subscription)))
  }

  package mutating func share(
    _ id: String,
    with members: AccountName...,
    as account: AccountName = .standard
  ) throws(StoreError) {
    try play(.share(ShareEvent(id: id, with: members)), as: account)
  }

  package mutating func changePrice(
    _ id: ProductID,
    to amount: String,
    consent: PriceEvent.Consent? = nil,
    preserve: Bool? = nil
  ) throws(StoreError) {
    var event = PriceEvent(id: id, amount: TestShop.price(amount))
    event.consent = consent
    event.preserveExisting = preserve
    try play(.price(event))
  }

  /// Moves the clock to a moment, `2026-05-01T00:00:00Z`.
  package mutating func advance(to moment: String) throws(StoreError) {
    guard let moment = Instant(rfc3339: moment) else { throw .invalidAdvance }
    try play(.advance(AdvanceEvent(to: moment)))
  }

  /// The ends of all periods of a product, as RFC 3339.
  package func ends(of product: ProductID, account: AccountName = .standard) -> [String] {
    transactions(of: account).filter { $0.productID == product }
      .compactMap { $0.expiresDate?.rfc3339 }
  }

  /// Answers of the account that the app got, as `kind id`.
  package var deliveries: [String] {
    changes.compactMap { change in
      change.delivery.map { "\($0.rawValue) \(change.transaction?.productID.rawValue ?? "-")" }
    }
  }
}
