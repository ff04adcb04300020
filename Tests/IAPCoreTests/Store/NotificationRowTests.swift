import IAPCore
import IAPTestSupport
import Testing

/// The rows N-* of notifications.md that the golden stories do not tell.
struct NotificationRowTests {
  private func silver() throws -> StoreStory {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    return story
  }

  private func last(_ story: StoreStory) throws -> NotificationData {
    try #require(story.changes.last { $0.notification != nil }?.notification?.data)
  }

  @Test func `rows N-1, N-2, N-4: one-time products, shared ones, and what is owned already`()
    throws
  {
    var story = StoreStory()
    try story.purchase(TestShop.lifetime)
    #expect(try last(story).transaction == story.transactions()[0])
    #expect(try last(story).renewalInfo == nil)
    #expect(try last(story).status == nil)
    try story.share("lifetime", with: "kid")
    try story.purchase(TestShop.lifetime)
    #expect(story.notifications == ["0 ONE_TIME_CHARGE", "kid:0 ONE_TIME_CHARGE"])
    var before2025 = StoreStory()
    try before2025.set(["one-time-charge": "off"])
    try before2025.purchase(TestShop.lifetime)
    #expect(before2025.notifications.isEmpty)
  }

  @Test func `row N-3: approved and resolved purchases are told as purchases`() throws {
    var story = StoreStory()
    try story.set(["ask-to-buy": "on"])
    try story.purchase(TestShop.coins)
    try story.day(0.5)
    try story.play(.approve(RequestOperand(request: "req-1")))
    try story.set(["ask-to-buy": "off", "interrupted": "on"])
    try story.purchase(TestShop.silver)
    try story.play(.resolve(RequestOperand(request: "silver.monthly")))
    #expect(story.notifications == ["0.50 ONE_TIME_CHARGE", "0.50 SUBSCRIBED/INITIAL_BUY(1)"])
  }

  @Test func `rows N-10, N-12: the renewal info of a running subscription`() throws {
    var story = try silver()
    let first = story.transactions()[0]
    var expected = RenewalInfo(originalID: first.id)
    expected.productID = TestShop.silver
    expected.autoRenewProductID = TestShop.silver
    expected.autoRenewStatus = 1
    expected.isInBillingRetryPeriod = false
    expected.environment = .sandbox
    expected.recentSubscriptionStartDate = story.start
    expected.renewalDate = first.expiresDate
    expected.currency = "USD"
    expected.renewalPrice = 4990
    expected.appTransactionID = first.appTransactionID
    #expect(try last(story).renewalInfo == expected)
    try story.day(30)
    expected.renewalDate = story.transactions()[1].expiresDate
    #expect(try last(story).renewalInfo == expected)
    #expect(try last(story).transaction?.reason == .renewal)
  }

  @Test func `row N-11: subscribing again clears what ended it`() throws {
    var story = try silver()
    try story.failBilling()
    try story.day(200)
    try story.fixBilling()
    try story.purchase(TestShop.silver)
    let info = try #require(try last(story).renewalInfo)
    #expect(info.expirationIntent == nil)
    #expect(info.isInBillingRetryPeriod == false)
    #expect(info.autoRenewStatus == 1)
    #expect(info.recentSubscriptionStartDate == story.state.header.now)
    #expect(story.notifications.last == "200 SUBSCRIBED/RESUBSCRIBE(1)")
  }

  @Test func `rows N-20, N-21, N-22, N-23, N-24: what a plan change says`() throws {
    var story = try silver()
    try story.cancel("silver.monthly")
    try story.purchase(TestShop.weekly)
    let down = try last(story)
    #expect(down.transaction?.productID == TestShop.silver)
    #expect(down.renewalInfo?.autoRenewProductID == TestShop.weekly)
    #expect(down.renewalInfo?.renewalPrice == 1990)
    try story.purchase(TestShop.silver)
    #expect(try last(story).renewalInfo?.autoRenewProductID == TestShop.silver)
    try story.purchase(TestShop.trial)
    try story.purchase(TestShop.gold)
    let up = try last(story)
    #expect(up.transaction?.productID == TestShop.gold)
    #expect(up.transaction?.isUpgraded == nil)
    #expect(up.renewalInfo?.renewalPrice == 9990)
    #expect(
      story.notifications == [
        "0 SUBSCRIBED/INITIAL_BUY(1)", "0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED(1)",
        "0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED(1)",
        "0 DID_CHANGE_RENEWAL_PREF/DOWNGRADE(1)", "0 DID_CHANGE_RENEWAL_PREF(1)",
        "0 DID_CHANGE_RENEWAL_PREF/UPGRADE(1)", "0 DID_CHANGE_RENEWAL_PREF/UPGRADE(1)",
      ]
    )
  }

  @Test func `rows N-40, N-41, N-42, N-44, N-46: offers`() throws {
    var same = try silver()
    try same.purchase(TestShop.silver) { $0.offer = "half" }
    #expect(try last(same).transaction == same.transactions()[0])
    #expect(try last(same).renewalInfo?.offerPeriod?.iso8601 == "P3M")
    try same.day(100)
    let third = try last(same)
    #expect(third.transaction?.offerIdentifier == "half")
    #expect(third.renewalInfo?.offerIdentifier == nil)
    var lapsed = try silver()
    try lapsed.cancel("silver.monthly")
    try lapsed.day(31)
    try lapsed.purchase(TestShop.silver) { $0.offer = "back.best" }
    #expect(try last(lapsed).renewalInfo?.eligibleWinBackOfferIDs == nil)
    #expect(lapsed.notifications.last == "31 SUBSCRIBED/RESUBSCRIBE(1)")
  }

  @Test func `rows N-53, N-54, N-56: the fields of trouble come and go`() throws {
    var story = StoreStory()
    try story.set(["grace-period": "3d"])
    try story.purchase(TestShop.silver)
    try story.failBilling()
    try story.day(33)
    #expect(try last(story).renewalInfo?.gracePeriodExpiresDate == nil)
    #expect(try last(story).renewalInfo?.isInBillingRetryPeriod == true)
    try story.day(90)
    #expect(try last(story).renewalInfo?.isInBillingRetryPeriod == false)
    #expect(try last(story).renewalInfo?.expirationIntent == .billingError)
  }

  @Test func `rows N-60, N-61, N-62, N-64, N-65, N-66: what a price change says`() throws {
    var story = try silver()
    try story.changePrice(TestShop.silver, to: "20.00")
    #expect(try last(story).renewalInfo?.priceIncreaseStatus == 0)
    #expect(try last(story).renewalInfo?.renewalPrice == 4990)
    try story.day(30)
    #expect(try last(story).renewalInfo?.priceIncreaseStatus == 0)
    #expect(try last(story).renewalInfo?.autoRenewStatus == 0)
    var told = try silver()
    try told.changePrice(TestShop.silver, to: "5.99")
    #expect(try last(told).renewalInfo?.priceIncreaseStatus == 1)
    try told.day(30)
    #expect(try last(told).renewalInfo?.priceIncreaseStatus == nil)
    #expect(try last(told).transaction?.price == 5990)
  }

  @Test func `rows N-72, N-73, N-74, N-75, N-76, N-77, N-78: refunds`() throws {
    var story = try silver()
    try story.purchase(TestShop.coins)
    try story.refund("silver.monthly", percentage: 50_000)
    #expect(try last(story).transaction?.revocationPercentage == 50_000)
    #expect(try last(story).status == .revoked)
    #expect(try last(story).renewalInfo?.autoRenewStatus == 0)
    try story.refund("coins.100")
    #expect(try last(story).status == nil)
    #expect(try last(story).transaction?.revocationType == .refundFull)
    try story.reverse("silver.monthly")
    #expect(try last(story).transaction?.revocationType == nil)
    #expect(try last(story).status == .subscribed)
  }

  @Test func `rows N-80, N-82, N-84: what a member's server is told`() throws {
    var story = try silver()
    try story.share("silver.monthly", with: "kid")
    let shared = try last(story)
    #expect(shared.renewalInfo?.originalID == story.transactions(of: "kid")[0].id)
    #expect(shared.transaction?.ownershipType == .familyShared)
    try story.purchase(TestShop.gold)
    #expect(try last(story).transaction?.productID == TestShop.gold)
    try story.play(.unshare(TransactionOperand(id: "gold.monthly")))
    let revoked = try last(story)
    #expect(revoked.transaction?.revocationType == .familyRevoke)
    #expect(revoked.transaction?.revocationReason == .other)
    #expect(revoked.status == .revoked)
  }

  @Test func `A failed charge does not forget that a commitment was cancelled`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.max) { $0.billingPlan = .monthly }
    try story.cancel("max.yearly")
    try story.failBilling()
    try story.day(35)
    #expect(story.status("max")?.renewalInfo.commitmentInfo?.autoRenewStatus == 0)
    try story.fixBilling()
    #expect(story.status("max")?.renewalInfo.commitmentInfo?.autoRenewStatus == 0)
    #expect(story.status("max")?.renewalInfo.autoRenewStatus == 1)
  }
}
