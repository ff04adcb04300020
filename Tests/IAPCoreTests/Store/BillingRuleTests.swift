import IAPCore
import IAPTestSupport
import Testing

/// Failed charges and price changes: rules B-*.
struct BillingRuleTests {
  private func failed(
    _ settings: [String: String] = [:],
    product: ProductID = TestShop.silver
  ) throws -> StoreStory {
    var story = StoreStory()
    if !settings.isEmpty { try story.set(settings) }
    try story.purchase(product)
    try story.failBilling()
    return story
  }

  @Test func `rule B-1: retry lasts 60 days from the expiry, or as long as it is set`() throws {
    var story = try failed()
    try story.day(89.9)
    #expect(story.status()?.state == .inBillingRetryPeriod)
    try story.day(90)
    #expect(story.status()?.state == .expired)
    var short = try failed(["billing-retry": "10"])
    try short.day(40)
    #expect(short.status()?.state == .expired)
  }

  @Test func `rule B-2: grace can be for paid renewals only`() throws {
    for (eligibility, state) in [
      ("all", RenewalState.inGracePeriod), ("paid", .inBillingRetryPeriod),
    ] {
      var story = try failed(
        ["grace-period": "16d", "grace-for": eligibility],
        product: TestShop.trial
      )
      try story.day(8)
      #expect(story.status()?.state == state)
    }
  }

  @Test(arguments: [
    ("3d", "silver.monthly", 3.0), ("16d", "silver.monthly", 16), ("28d", "silver.monthly", 28),
    ("3d", "silver.weekly", 3), ("16d", "silver.weekly", 6), ("28d", "silver.weekly", 6),
  ])
  func `rules B-3, B-4: the length of grace`(length: String, product: String, days: Double) throws {
    var story = try failed(["grace-period": length], product: ProductID(product))
    let expiry = product == "silver.weekly" ? 7.0 : 30
    try story.day(expiry)
    // Fixed at the failure: a later change does not alter it.
    try story.set(["grace-period": "off"])
    #expect(
      story.status()?.renewalInfo.gracePeriodExpiresDate
        == story.start.adding(milliseconds: Int64(expiry + days) * Instant.day)
    )
    try story.day(expiry + days - 0.1)
    #expect(story.status()?.state == .inGracePeriod)
    try story.day(expiry + days)
    #expect(story.status()?.state == .inBillingRetryPeriod)
  }

  @Test func `rule B-5: grace is the beginning of the retry, not extra`() throws {
    var story = try failed(["grace-period": "28d"])
    try story.day(89.9)
    #expect(story.status()?.state == .inBillingRetryPeriod)
    try story.day(90)
    #expect(story.status()?.state == .expired)
  }

  @Test func `rule B-6: recovered inside grace the cycle is kept`() throws {
    var story = try failed(["grace-period": "16d"])
    try story.day(45.5)
    try story.fixBilling()
    #expect(
      story.ends(of: TestShop.silver) == ["2026-05-01T00:00:00Z", "2026-06-01T00:00:00Z"]
    )
    #expect(story.transactions()[1].reason == .renewal)
  }

  @Test func `rule B-7: recovered later a new cycle begins and the trouble fields go`() throws {
    var story = try failed()
    try story.day(45)
    try story.fixBilling()
    let info = try #require(story.status()?.renewalInfo)
    #expect(info.expirationIntent == nil)
    #expect(info.isInBillingRetryPeriod == false)
    #expect(info.gracePeriodExpiresDate == nil)
    #expect(story.ends(of: TestShop.silver).last == "2026-06-16T00:00:00Z")
  }

  @Test func `rule B-8: not recovered it has given up`() throws {
    var story = try failed()
    try story.day(95)
    let info = try #require(story.status()?.renewalInfo)
    #expect(info.expirationIntent == .billingError)
    #expect(info.isInBillingRetryPeriod == false)
    #expect(info.autoRenewStatus == 0)
  }

  @Test func `rule B-9: the sequences with and without grace`() throws {
    for (settings, lines) in [
      (
        ["grace-period": "3d"],
        [
          "30 DID_FAIL_TO_RENEW/GRACE_PERIOD(4)", "33 GRACE_PERIOD_EXPIRED(3)",
          "90 EXPIRED/BILLING_RETRY(2)",
        ]
      ), (["grace-period": "off"], ["30 DID_FAIL_TO_RENEW(3)", "90 EXPIRED/BILLING_RETRY(2)"]),
    ] {
      var story = try failed(settings)
      try story.day(100)
      #expect(Array(story.notifications.dropFirst()) == lines)
    }
  }

  @Test func `rule B-10: with lead the first failure comes before the expiry`() throws {
    var story = try failed(["lead": "12h", "grace-period": "16d"])
    try story.day(29.5)
    #expect(story.notifications.last == "29.50 DID_FAIL_TO_RENEW/GRACE_PERIOD(1)")
    #expect(story.status()?.renewalInfo.isInBillingRetryPeriod == false)
    try story.day(30)
    #expect(story.notifications.count == 2)
    #expect(story.status()?.state == .inGracePeriod)
    try story.fixBilling()
    #expect(story.status()?.state == .subscribed)
  }

  @Test func `rules B-3, B-10: grace is what it was at the first failure`() throws {
    for (told, later, state) in [
      ("16d", "off", RenewalState.inGracePeriod), ("16d", "3d", .inGracePeriod),
      ("off", "16d", .inBillingRetryPeriod),
    ] {
      var story = try failed(["lead": "6h", "grace-period": told])
      try story.day(29.9)
      try story.set(["grace-period": later])
      try story.day(34)
      #expect(story.status()?.state == state, "\(told), then \(later)")
      let end = story.status()?.renewalInfo.gracePeriodExpiresDate?.rfc3339
      #expect(end == (told == "off" ? nil : "2026-05-17T00:00:00Z"))
    }
  }

  @Test func `rule N-51: extended after an early failure, it fails anew`() throws {
    var story = try failed(["lead": "6h", "grace-period": "16d"])
    try story.day(29.9)
    try story.play(.extend(ExtendEvent(subscription: "silver.monthly", days: 5)))
    try story.day(36)
    #expect(
      story.notifications.suffix(2) == [
        "29.90 RENEWAL_EXTENDED(1)", "34.75 DID_FAIL_TO_RENEW/GRACE_PERIOD(1)",
      ]
    )
    #expect(
      story.status()?.renewalInfo.gracePeriodExpiresDate?.rfc3339 == "2026-05-22T00:00:00Z"
    )
  }

  @Test func `rule B-11: the last paid period stays the latest`() throws {
    var story = try failed()
    let paid = story.transactions()[0]
    try story.day(95)
    let told = story.changes.suffix(2).map { $0.notification?.data?.transaction }
    #expect(told == [paid, paid])
  }

  @Test func `rule B-12: another payment method is tried at once`() throws {
    var story = try failed()
    try story.day(50.25)
    try story.fixBilling("silver.monthly")
    #expect(story.notifications.last == "50.25 DID_RENEW/BILLING_RECOVERY(1)")
  }

  @Test func `rule B-13: notifications carry the time of their event, so a late one can be told`()
    throws
  {
    var story = try failed()
    try story.day(100)
    #expect(
      story.changes.compactMap(\.notification).map(\.signedDate)
        == story.changes.filter { $0.notification != nil }.map(\.date)
    )
  }

  @Test func `The bank can refuse one subscription and pay the other`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.purchase(TestShop.max) { $0.billingPlan = .monthly }
    try story.failBilling("gold.monthly")
    try story.day(31)
    #expect(story.status()?.state == .inBillingRetryPeriod)
    #expect(story.status("max")?.state == .subscribed)
    try story.failBilling()
    try story.fixBilling("gold.monthly")
    try story.day(62)
    #expect(story.status()?.state == .subscribed)
    #expect(story.status("max")?.state == .inBillingRetryPeriod)
  }

  @Test(arguments: [
    ("5.99", "notice"), ("9.99", "notice"), ("10.00", "consent"), ("50.00", "consent"),
  ])
  func `rule B-20: consent for more than both half and 5`(amount: String, wanted: String) throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.changePrice(TestShop.silver, to: amount)
    #expect(
      story.changes.last?.kind
        == (wanted == "notice" ? .priceIncreaseAccepted : .priceIncreasePending)
    )
  }

  @Test func `rule B-20: consent for the second increase in twelve months`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.changePrice(TestShop.silver, to: "5.49")
    try story.day(300)
    try story.changePrice(TestShop.silver, to: "5.99")
    #expect(story.changes.last?.kind == .priceIncreasePending)
    try story.play(.consent(SubscriptionOperand(subscription: "silver.monthly")))
    try story.day(666)
    try story.changePrice(TestShop.silver, to: "6.49")
    #expect(story.changes.last?.kind == .priceIncreaseAccepted)
  }

  @Test func `rule B-21: with consent the new price comes with the next period`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.changePrice(TestShop.silver, to: "12.99")
    #expect(story.status()?.renewalInfo.priceIncreaseStatus == 0)
    #expect(story.status()?.renewalInfo.renewalPrice == 4990)
    try story.play(.consent(SubscriptionOperand(subscription: "silver.monthly")))
    #expect(story.status()?.renewalInfo.priceIncreaseStatus == 1)
    #expect(story.status()?.renewalInfo.renewalPrice == 12_990)
    try story.day(31)
    #expect(story.status()?.renewalInfo.priceIncreaseStatus == nil)
    let again = Event.consent(SubscriptionOperand(subscription: "silver.monthly"))
    #expect(story.refusal(of: again)?.code == "noPriceIncrease")
  }

  @Test func `rule B-21: cancelling instead of consenting ends it as cancelled`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.changePrice(TestShop.silver, to: "12.99")
    try story.play(.dissent(SubscriptionOperand(subscription: "silver.monthly")))
    try story.day(31)
    #expect(
      story.notifications.suffix(3) == [
        "0 PRICE_INCREASE/PENDING(1)", "0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED(1)",
        "30 EXPIRED/VOLUNTARY(2)",
      ]
    )
  }

  @Test func `rule B-21: to cancel and switch on again is no consent, in whatever order`() throws {
    for cancelsFirst in [false, true] {
      var story = StoreStory()
      try story.purchase(TestShop.silver)
      if cancelsFirst { try story.cancel("silver.monthly") }
      try story.changePrice(TestShop.silver, to: "20.00")
      if !cancelsFirst { try story.cancel("silver.monthly") }
      #expect(story.status()?.renewalInfo.priceIncreaseStatus == nil)
      #expect(story.status()?.renewalInfo.renewalPrice == 4990)
      let consent = Event.consent(SubscriptionOperand(subscription: "silver.monthly"))
      #expect(story.refusal(of: consent)?.code == "noPriceIncrease")

      try story.resume("silver.monthly")
      #expect(story.status()?.renewalInfo.priceIncreaseStatus == 0)
      var agreed = story
      try agreed.play(consent)
      try agreed.day(31)
      #expect(agreed.transactions().map(\.price) == [4990, 20_000])

      try story.day(31)
      #expect(story.transactions().map(\.price) == [4990])
      #expect(story.notifications.last == "30 EXPIRED/PRICE_INCREASE(2)")
    }
  }

  @Test func `rule T-22: who buys again after cancelling buys at the price that is shown`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.changePrice(TestShop.silver, to: "20.00")
    try story.cancel("silver.monthly")
    #expect(try story.purchase(TestShop.silver).result == .renewalEnabled)
    #expect(story.status()?.renewalInfo.renewalPrice == 20_000)
    // Buying is agreeing: until the first charge the server sees that it was (rules B-21, N-65).
    #expect(story.status()?.renewalInfo.priceIncreaseStatus == 1)
    #expect(story.notifications.last == "0 PRICE_INCREASE/ACCEPTED(1)")
  }

  @Test func `rule B-22: a notice is accepted at once`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.changePrice(TestShop.silver, to: "20.00", consent: .notice)
    #expect(story.notifications.last == "0 PRICE_INCREASE/ACCEPTED(1)")
    #expect(story.status()?.renewalInfo.renewalPrice == 20_000)
  }

  @Test func `rule B-23: a forced renewal and cancelling clear what is pending`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.day(1)
    try story.changePrice(TestShop.silver, to: "12.99")
    try story.play(.renew(SubscriptionOperand(subscription: "silver.monthly")))
    #expect(story.status()?.renewalInfo.priceIncreaseStatus == nil)
    // Nothing is pending and no price is preserved, so it costs what the product costs (S-6, B-24).
    #expect(story.transactions().last?.price == 12_990)
    #expect(story.status()?.renewalInfo.renewalPrice == 12_990)
    try story.changePrice(TestShop.silver, to: "12.99", consent: .required)
    try story.cancel("silver.monthly")
    #expect(story.status()?.renewalInfo.priceIncreaseStatus == nil)
  }

  @Test func `rule B-21: a refund that is taken back does not answer for the customer`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.changePrice(TestShop.silver, to: "12.99")
    try story.refund("silver.monthly")
    #expect(story.status()?.renewalInfo.priceIncreaseStatus == nil)
    try story.reverse("silver.monthly")
    #expect(story.status()?.renewalInfo.priceIncreaseStatus == nil)

    try story.resume("silver.monthly")

    #expect(story.status()?.renewalInfo.priceIncreaseStatus == 0)
    try story.day(31)
    #expect(story.notifications.last == "30 EXPIRED/PRICE_INCREASE(2)")
  }

  @Test func `rules B-21, S-34: who leaves a plan and comes back pays what it costs then`() throws {
    for raisedFirst in [true, false] {
      var story = StoreStory()
      try story.purchase(TestShop.gold)
      if raisedFirst { try story.changePrice(TestShop.gold, to: "19.99", consent: .required) }
      try story.purchase(TestShop.silver)
      if !raisedFirst { try story.changePrice(TestShop.gold, to: "19.99", consent: .required) }
      #expect(story.status()?.renewalInfo.priceIncreaseStatus == nil)

      try story.purchase(TestShop.gold)

      #expect(story.status()?.renewalInfo.renewalPrice == 19_990)
      try story.day(31)
      #expect(story.transactions().map(\.price) == [9990, 19_990])
    }
    var kept = StoreStory()
    try kept.purchase(TestShop.gold)
    try kept.purchase(TestShop.silver)
    try kept.changePrice(TestShop.gold, to: "19.99", preserve: true)
    try kept.purchase(TestShop.gold)
    #expect(kept.status()?.renewalInfo.renewalPrice == 9990)
  }

  @Test func `rules P-9, B-21: charges of a commitment do not answer for what comes after it`()
    throws
  {
    var story = StoreStory()
    try story.purchase(TestShop.max) { $0.billingPlan = .monthly }
    try story.purchase(TestShop.max) { $0.billingPlan = .billedUpfront }
    try story.changePrice(TestShop.max, to: "240.00", consent: .required)
    try story.day(62)
    #expect(story.subscription("max")?.priceIncrease?.status == .pending)
    try story.play(.renew(SubscriptionOperand(subscription: "max.yearly")))
    #expect(story.subscription("max")?.priceIncrease?.status == .pending)
    try story.day(500)
    #expect(story.notifications.last?.hasSuffix("EXPIRED/PRICE_INCREASE(2)") == true)
    #expect(Set(story.transactions().map(\.price)) == [11_000])
  }

  @Test func `rule B-24: present subscribers can keep their price for ever`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.changePrice(TestShop.silver, to: "19.99", preserve: true)
    try story.day(31)
    try story.purchase(TestShop.gold)
    try story.purchase(TestShop.silver, as: "new")
    #expect(story.transactions().map(\.price) == [4990, 4990, 9990])
    #expect(story.transactions(of: "new").map(\.price) == [19_990])
  }

  @Test func `rule B-25: a lower price comes silently`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.changePrice(TestShop.silver, to: "3.99")
    #expect(story.notifications.count == 1)
    #expect(story.status()?.renewalInfo.renewalPrice == 3990)
    try story.day(31)
    #expect(story.transactions().map(\.price) == [4990, 3990])
  }
}
