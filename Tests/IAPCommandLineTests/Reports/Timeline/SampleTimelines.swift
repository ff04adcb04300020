import IAPCore

/// Lives that a store could have told, written down by hand.
enum SampleTimelines {
  static func time(_ text: String) -> Instant {
    Instant(rfc3339: text) ?? Instant(milliseconds: 0)
  }

  static func period(
    _ id: TransactionID,
    _ product: ProductID,
    _ start: String,
    _ end: String,
    price: Int64 = 9990,
    discount: OfferDiscountType? = nil
  ) -> Transaction {
    var made = Transaction(
      id: id,
      originalID: "2000001000000001",
      productID: product,
      purchaseDate: time(start)
    )
    made.expiresDate = time(end)
    made.type = .autoRenewable
    made.price = price
    made.currency = "USD"
    made.webOrderLineItemID = "w" + id.rawValue
    made.offerDiscountType = discount
    made.offerType = discount.map { _ in .introductory }
    return made
  }

  static func event(
    _ date: String,
    _ kind: StoreChange.Kind,
    _ id: TransactionID? = nil,
    product: ProductID? = nil,
    next: ProductID? = nil,
    grace: String? = nil
  ) -> TimelineEvent {
    var event = TimelineEvent(date: time(date), kind: kind, originalID: "2000001000000001")
    event.transactionID = id
    event.product = product
    event.nextProduct = next
    event.graceEnd = grace.map(time)
    return event
  }

  /// Trial, upgrade, failed renewal with grace and retry, recovery, cancelling, lapse, return, refund.
  static var eventful: Timeline {
    var first = period(
      "1",
      "pro_monthly",
      "2026-01-01",
      "2026-01-15",
      price: 0,
      discount: .freeTrial
    )
    first.isUpgraded = nil
    var third = period("3", "pro_monthly", "2026-02-15", "2026-03-15")
    third.isUpgraded = true
    var last = period("8", "pro_monthly", "2026-11-10", "2026-12-10")
    last.revocationDate = time("2026-11-20")
    var lifetime = Transaction(
      id: "20",
      originalID: "20",
      productID: "founders_pack",
      purchaseDate: time("2026-05-01")
    )
    lifetime.type = .nonConsumable
    lifetime.price = 49_990
    lifetime.currency = "USD"
    var purchase = TimelineEvent(date: time("2026-05-01"), kind: .purchased, originalID: "20")
    purchase.transactionID = "20"
    purchase.product = "founders_pack"
    return TimelineBuilder(
      now: time("2026-12-01"),
      transactions: [
        first, period("2", "pro_monthly", "2026-01-15", "2026-02-15"), third,
        period("4", "pro_ultimate_monthly", "2026-03-01", "2026-04-01", price: 19_990),
        period("5", "pro_ultimate_monthly", "2026-04-01", "2026-05-01", price: 19_990),
        period("6", "pro_monthly", "2026-06-06", "2026-07-06"),
        period("7", "pro_monthly", "2026-07-06", "2026-08-06", price: 4990, discount: .payAsYouGo),
        last, lifetime,
      ],
      events: [
        event("2026-01-01", .subscribed, "1", product: "pro_monthly"),
        event("2026-01-15", .renewed, "2", product: "pro_monthly"),
        event("2026-02-15", .renewed, "3", product: "pro_monthly"),
        event("2026-03-01", .upgraded, "4", product: "pro_ultimate_monthly"),
        event("2026-04-01", .renewed, "5", product: "pro_ultimate_monthly"),
        event(
          "2026-04-20",
          .planChangeScheduled,
          "5",
          product: "pro_ultimate_monthly",
          next: "pro_monthly"
        ),
        event(
          "2026-05-01",
          .renewalFailed,
          "5",
          product: "pro_ultimate_monthly",
          grace: "2026-05-17"
        ),
        event("2026-05-17", .gracePeriodExpired, "5", product: "pro_ultimate_monthly"),
        event("2026-06-06", .recovered, "6", product: "pro_monthly"),
        event("2026-06-20", .offerRedeemed, "6", product: "pro_monthly"),
        event("2026-07-06", .renewed, "7", product: "pro_monthly"),
        event("2026-07-15", .autoRenewDisabled, "7", product: "pro_monthly"),
        event("2026-08-06", .expired, "7", product: "pro_monthly"),
        event("2026-11-10", .resubscribed, "8", product: "pro_monthly"),
        event("2026-11-18", .refundRequested, "8", product: "pro_monthly"),
        event("2026-11-20", .refunded, "8", product: "pro_monthly"), purchase,
      ]
    ).timeline()
  }
}
