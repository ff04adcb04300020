import IAPCore
import IAPTestSupport
import Testing

/// The golden sequences of notifications.md, section 3: silver monthly, bought on 1 April.
struct GoldenStoryTests {
  private func bought(_ settings: [String: String] = [:]) throws -> StoreStory {
    var story = StoreStory()
    if !settings.isEmpty { try story.set(settings) }
    try story.purchase(TestShop.silver)
    return story
  }

  @Test func `ST-1 plain`() throws {
    var story = try bought()
    try story.day(61)
    #expect(
      story.notifications == [
        "0 SUBSCRIBED/INITIAL_BUY(1)", "30 DID_RENEW(1)", "61 DID_RENEW(1)",
      ]
    )
  }

  @Test func `ST-2 trial`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.trial)
    try story.day(37)
    #expect(
      story.notifications == [
        "0 SUBSCRIBED/INITIAL_BUY(1)", "7 DID_RENEW(1)", "37 DID_RENEW(1)",
      ]
    )
    let trial = story.transactions()[0]
    #expect(trial.offerType == .introductory)
    #expect(trial.offerDiscountType == .freeTrial)
    #expect(trial.price == 0)
    #expect(story.transactions()[1].price == 6990)
    #expect(story.transactions()[1].offerType == nil)
  }

  @Test func `ST-3 cancel`() throws {
    var story = try bought()
    try story.day(10)
    try story.play(.cancel(SubscriptionOperand(subscription: "silver.monthly")))
    try story.day(40)
    #expect(
      story.notifications == [
        "0 SUBSCRIBED/INITIAL_BUY(1)", "10 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED(1)",
        "30 EXPIRED/VOLUNTARY(2)",
      ]
    )
    #expect(story.status()?.renewalInfo.expirationIntent == .customerCancelled)
  }

  @Test func `ST-4 cancel and undo`() throws {
    var story = try bought()
    try story.day(10)
    try story.play(.cancel(SubscriptionOperand(subscription: "silver.monthly")))
    try story.day(12)
    try story.play(.resume(SubscriptionOperand(subscription: "silver.monthly")))
    try story.day(30)
    #expect(
      story.notifications.dropFirst() == [
        "10 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED(1)",
        "12 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED(1)", "30 DID_RENEW(1)",
      ]
    )
  }

  @Test func `ST-5 grace, saved`() throws {
    var story = try bought(["grace-period": "16d"])
    try story.play(.billingFail(OptionalSubscriptionOperand()))
    try story.day(40)
    try story.play(.billingFix(OptionalSubscriptionOperand()))
    #expect(
      story.notifications.dropFirst() == [
        "30 DID_FAIL_TO_RENEW/GRACE_PERIOD(4)", "40 DID_RENEW/BILLING_RECOVERY(1)",
      ]
    )
    let latest = try #require(story.subscription()?.latest)
    #expect(latest.purchaseDate == story.start.adding(milliseconds: 30 * Instant.day))
    #expect(latest.expiresDate == story.start.adding(milliseconds: 61 * Instant.day))
  }

  @Test func `ST-6 grace, late`() throws {
    var story = try bought(["grace-period": "16d"])
    try story.play(.billingFail(OptionalSubscriptionOperand()))
    try story.day(50)
    try story.play(.billingFix(OptionalSubscriptionOperand()))
    #expect(
      story.notifications.dropFirst() == [
        "30 DID_FAIL_TO_RENEW/GRACE_PERIOD(4)", "46 GRACE_PERIOD_EXPIRED(3)",
        "50 DID_RENEW/BILLING_RECOVERY(1)",
      ]
    )
    let latest = try #require(story.subscription()?.latest)
    // 21 May + P1M.
    #expect(latest.expiresDate == story.start.adding(milliseconds: 81 * Instant.day))
  }

  @Test func `ST-7 grace, lost`() throws {
    var story = try bought(["grace-period": "16d"])
    try story.play(.billingFail(OptionalSubscriptionOperand()))
    try story.day(100)
    #expect(
      story.notifications.dropFirst() == [
        "30 DID_FAIL_TO_RENEW/GRACE_PERIOD(4)", "46 GRACE_PERIOD_EXPIRED(3)",
        "90 EXPIRED/BILLING_RETRY(2)",
      ]
    )
    #expect(story.status()?.renewalInfo.expirationIntent == .billingError)
  }

  @Test func `ST-8 no grace, lost`() throws {
    var story = try bought()
    try story.play(.billingFail(OptionalSubscriptionOperand()))
    try story.day(100)
    #expect(
      story.notifications.dropFirst() == ["30 DID_FAIL_TO_RENEW(3)", "90 EXPIRED/BILLING_RETRY(2)"]
    )
  }

  @Test func `ST-9 cancel in grace`() throws {
    var story = try bought(["grace-period": "16d"])
    try story.play(.billingFail(OptionalSubscriptionOperand()))
    try story.day(35)
    try story.play(.cancel(SubscriptionOperand(subscription: "silver.monthly")))
    try story.day(100)
    #expect(
      story.notifications.dropFirst() == [
        "30 DID_FAIL_TO_RENEW/GRACE_PERIOD(4)",
        "35 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED(2)", "35 EXPIRED/VOLUNTARY(2)",
      ]
    )
  }

  @Test func `ST-10 upgrade`() throws {
    var story = try bought()
    try story.day(10)
    let result = try story.purchase(TestShop.gold)
    #expect(result.result == .purchased)
    #expect(story.notifications.dropFirst() == ["10 DID_CHANGE_RENEWAL_PREF/UPGRADE(1)"])
    #expect(story.transactions().map(\.isUpgraded) == [true, nil])
    #expect(result.transaction?.originalID == story.transactions()[0].id)
    // 11 April + P1M.
    #expect(result.transaction?.expiresDate == story.start.adding(milliseconds: 40 * Instant.day))
  }

  @Test func `ST-11 downgrade`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.day(10)
    #expect(try story.purchase(TestShop.silver).result == .planChangeScheduled)
    try story.day(30)
    #expect(
      story.notifications.dropFirst() == [
        "10 DID_CHANGE_RENEWAL_PREF/DOWNGRADE(1)", "30 DID_RENEW(1)",
      ]
    )
    #expect(story.transactions().map(\.productID) == [TestShop.gold, TestShop.silver])
    #expect(story.transactions()[1].reason == .renewal)
  }

  @Test func `ST-12 downgrade, undo, cancel`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.day(10)
    try story.purchase(TestShop.silver)
    try story.day(12)
    try story.purchase(TestShop.gold)
    try story.day(15)
    try story.play(.cancel(SubscriptionOperand(subscription: "gold.monthly")))
    try story.day(30)
    #expect(
      story.notifications.dropFirst() == [
        "10 DID_CHANGE_RENEWAL_PREF/DOWNGRADE(1)", "12 DID_CHANGE_RENEWAL_PREF(1)",
        "15 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED(1)", "30 EXPIRED/VOLUNTARY(2)",
      ]
    )
  }

  @Test func `ST-13 refund`() throws {
    var story = try bought()
    try story.day(10)
    try story.play(.requestRefund(RequestRefundEvent(id: "silver.monthly")))
    try story.day(12)
    try story.play(.refund(RefundEvent(id: "silver.monthly")))
    try story.day(100)
    #expect(
      story.notifications.dropFirst() == [
        "10 CONSUMPTION_REQUEST(1)", "10 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED(1)",
        "12 REFUND(5)",
      ]
    )
  }

  @Test func `ST-14 refund taken back`() throws {
    var story = try bought()
    try story.day(10)
    try story.play(.requestRefund(RequestRefundEvent(id: "silver.monthly")))
    try story.day(12)
    try story.play(.refund(RefundEvent(id: "silver.monthly")))
    try story.day(20)
    try story.play(.refundReverse(TransactionOperand(id: "silver.monthly")))
    try story.day(100)
    #expect(
      story.notifications.suffix(3) == [
        "12 REFUND(5)", "20 REFUND_REVERSED(1)", "30 EXPIRED/VOLUNTARY(2)",
      ]
    )
  }

  @Test func `ST-15 refund declined`() throws {
    var story = try bought()
    try story.day(10)
    try story.play(.requestRefund(RequestRefundEvent(id: "silver.monthly")))
    try story.day(12)
    try story.play(.refundDecline(TransactionOperand(id: "silver.monthly")))
    try story.day(100)
    #expect(
      story.notifications.dropFirst() == [
        "10 CONSUMPTION_REQUEST(1)", "10 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED(1)",
        "12 REFUND_DECLINED(1)", "30 EXPIRED/VOLUNTARY(2)",
      ]
    )
  }

  @Test func `ST-16 consent, yes`() throws {
    var story = try bought()
    try story.day(10)
    var price = PriceEvent(id: TestShop.silver, amount: TestShop.price("5.99"))
    price.consent = .required
    try story.play(.price(price))
    try story.day(12)
    try story.play(.consent(SubscriptionOperand(subscription: "silver.monthly")))
    try story.day(30)
    #expect(
      story.notifications.dropFirst() == [
        "10 PRICE_INCREASE/PENDING(1)", "12 PRICE_INCREASE/ACCEPTED(1)", "30 DID_RENEW(1)",
      ]
    )
    #expect(story.transactions().map(\.price) == [4990, 5990])
  }

  @Test func `ST-17 consent, silent`() throws {
    var story = try bought()
    try story.day(10)
    var price = PriceEvent(id: TestShop.silver, amount: TestShop.price("5.99"))
    price.consent = .required
    try story.play(.price(price))
    try story.day(60)
    #expect(
      story.notifications.dropFirst() == [
        "10 PRICE_INCREASE/PENDING(1)", "30 EXPIRED/PRICE_INCREASE(2)",
      ]
    )
    #expect(story.status()?.renewalInfo.expirationIntent == .priceIncreaseNotConsented)
  }

  @Test func `ST-18 family`() throws {
    var story = try bought()
    try story.play(.share(ShareEvent(id: "silver.monthly", with: ["kid"])))
    try story.day(35)
    try story.play(.leave(NoOperand()), as: "kid")
    try story.day(60)
    #expect(
      story.notifications == [
        "0 SUBSCRIBED/INITIAL_BUY(1)", "kid:0 SUBSCRIBED/INITIAL_BUY(1)", "30 DID_RENEW(1)",
        "kid:30 DID_RENEW(1)", "kid:35 REVOKE(5)",
      ]
    )
    #expect(story.status()?.state == .subscribed)
  }

  @Test func `ST-19 win-back`() throws {
    var story = try bought()
    try story.play(.cancel(SubscriptionOperand(subscription: "silver.monthly")))
    try story.day(80)
    #expect(
      story.status()?.renewalInfo.eligibleWinBackOfferIDs == ["back.best", "back.small"]
    )
    let result = try story.purchase(TestShop.silver) { $0.offer = "back.best" }
    #expect(result.transaction?.offerType == .winBack)
    #expect(
      story.notifications.suffix(2) == [
        "30 EXPIRED/VOLUNTARY(2)", "80 SUBSCRIBED/RESUBSCRIBE(1)",
      ]
    )
  }

  @Test func `ST-20 extension`() throws {
    var story = try bought()
    try story.day(10)
    try story.play(.extend(ExtendEvent(subscription: "silver.monthly", days: 14)))
    try story.day(44)
    #expect(
      story.notifications.dropFirst() == ["10 RENEWAL_EXTENDED(1)", "44 DID_RENEW(1)"]
    )
  }

  @Test func `ST-21 Ask to Buy`() throws {
    var story = StoreStory()
    try story.set(["ask-to-buy": "on"])
    #expect(try story.purchase(TestShop.silver).result == .pending)
    try story.day(0.5)
    try story.play(.approve(RequestOperand(request: "silver.monthly")))
    #expect(story.notifications == ["0.50 SUBSCRIBED/INITIAL_BUY(1)"])

    var silent = StoreStory()
    try silent.set(["ask-to-buy": "on"])
    try silent.purchase(TestShop.silver)
    try silent.day(1)
    #expect(silent.notifications.isEmpty)
    #expect(silent.account()?.requests.isEmpty == true)
  }

  @Test func `ST-22 lead of six hours`() throws {
    var story = try bought(["lead": "6h"])
    try story.day(29.75)
    #expect(story.notifications.dropFirst() == ["29.75 DID_RENEW(1)"])
    #expect(
      story.transactions()[1].purchaseDate == story.start.adding(milliseconds: 30 * Instant.day)
    )
  }
}
