import IAPCore
import IAPTestSupport
import Testing

/// What stands in a transaction: rules C-*.
struct FieldRuleTests {
  @Test func `rule C-1: the first purchase names itself, a renewal keeps the name`() throws {
    var story = StoreStory()
    let first = try #require(try story.purchase(TestShop.gold).transaction)
    #expect(first.id == "2000001000000001")
    #expect(first.originalID == first.id)
    try story.day(31)
    #expect(story.transactions().map(\.id) == ["2000001000000001", "2000001000000002"])
    #expect(story.transactions().map(\.originalID) == [first.id, first.id])
  }

  @Test func `rule C-2: the name survives renewals, lapses, retry and upgrades`() throws {
    var story = StoreStory()
    let first = try #require(try story.purchase(TestShop.silver).transaction)
    try story.purchase(TestShop.gold)
    try story.failBilling()
    try story.day(60)
    try story.fixBilling()
    try story.cancel("gold.monthly")
    try story.day(200)
    try story.purchase(TestShop.weekly)
    #expect(story.transactions().count == 4)
    #expect(Set(story.transactions().map(\.originalID)) == [first.id])
  }

  @Test func `rule C-3: one order line for each paid period, kept by restoring`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.day(61)
    try story.play(.restore(RestoreEvent()))
    let lines = story.transactions().compactMap(\.webOrderLineItemID)
    #expect(lines.count == 4)
    #expect(Set(lines).count == 3)
    try story.purchase(TestShop.lifetime)
    #expect(story.transactions().last?.webOrderLineItemID == nil)
  }

  @Test func `rule C-4: a renewal begins where the last period ends, even if made before`() throws {
    var story = StoreStory()
    try story.set(["lead": "24h"])
    try story.purchase(TestShop.gold)
    try story.day(29)
    let periods = story.transactions()
    #expect(periods.count == 2)
    #expect(periods[1].purchaseDate == periods[0].expiresDate)
    #expect(periods[1].purchaseDate > story.state.header.now)
    #expect(story.status()?.state == .subscribed)
  }

  @Test func `rule C-5: after a lapse the period begins with the charge`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.failBilling()
    try story.day(45)
    try story.fixBilling()
    #expect(story.subscription()?.latest.purchaseDate == story.state.header.now)
  }

  @Test func `rule C-6: the original purchase date never changes`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.day(40)
    try story.purchase(TestShop.gold)
    #expect(Set(story.transactions().map(\.originalPurchaseDate)) == [story.start])
  }

  @Test func `rule C-7: an expiry changes by extension and by force only`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.cancel("gold.monthly")
    try story.day(1)
    try story.refund("gold.monthly")
    try story.reverse("gold.monthly")
    #expect(story.ends(of: TestShop.gold) == ["2026-05-01T00:00:00Z"])
    try story.resume("gold.monthly")
    try story.play(.renew(SubscriptionOperand(subscription: "gold.monthly")))
    #expect(
      story.ends(of: TestShop.gold) == ["2026-04-02T00:00:00Z", "2026-05-02T00:00:00Z"]
    )
    try story.day(2)
    try story.play(.expire(ExpireEvent(subscription: "gold.monthly")))
    #expect(story.ends(of: TestShop.gold).last == "2026-04-03T00:00:00Z")
  }

  @Test func `rule C-8: the reason is a purchase where the customer acted`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.purchase(TestShop.gold)
    try story.purchase(TestShop.silver)
    try story.day(31)
    #expect(story.transactions().map(\.reason) == [.purchase, .purchase, .renewal])
  }

  @Test func `rule C-9: price is milliunits for the quantity, with its currency`() throws {
    var story = StoreStory()
    try story.set(["storefront": "JPN"])
    try story.purchase(TestShop.coins) { $0.quantity = 2 }
    #expect(story.transactions().map(\.price) == [1980])
    #expect(story.transactions().map(\.currency) == ["JPY"])
  }

  @Test func `rule C-10: the storefront is the account's when it pays`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.set(["storefront": "DEU"])
    try story.day(31)
    #expect(story.transactions().map(\.storefront) == ["USA", "DEU"])
    #expect(story.transactions().map(\.storefrontID).first == "143441")
    #expect(story.transactions().map(\.currency) == ["USD", "EUR"])
  }

  @Test func `rule C-11: isUpgraded is there only when true`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    #expect(story.transactions().map(\.isUpgraded) == [nil])
    try story.purchase(TestShop.gold)
    #expect(Set(story.transactions().map(\.isUpgraded)) == [true, nil])
  }

  @Test func `rule C-12: offer fields, with all periods folded into one`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.cancel("silver.monthly")
    try story.day(31)
    let promoted = try #require(
      try story.purchase(TestShop.silver) { $0.offer = "half" }.transaction
    )
    #expect(promoted.offerType == .promotional)
    #expect(promoted.offerIdentifier == "half")
    #expect(promoted.offerDiscountType == .payAsYouGo)
    #expect(promoted.offerPeriod?.iso8601 == "P3M")
    let trial = try #require(
      try story.purchase(TestShop.trial, as: "new").transaction
    )
    #expect(trial.offerType == .introductory)
    #expect(trial.offerIdentifier == nil)
    #expect(trial.offerPeriod?.iso8601 == "P1W")
  }

  @Test func `rule C-13: ownership`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.share("gold.monthly", with: "kid")
    #expect(story.transactions().map(\.ownershipType) == [.purchased])
    #expect(story.transactions(of: "kid").map(\.ownershipType) == [.familyShared])
  }

  @Test func `rule C-14: revocation date, reason, type and percentage`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.lifetime)
    try story.share("lifetime", with: "kid")
    try story.refund("lifetime", reason: .appIssue, percentage: 33_333)
    let own = try #require(story.transactions().first)
    #expect(own.revocationReason == .developerIssue)
    #expect(own.revocationType == .refundProrated)
    #expect(own.revocationPercentage == 33_333)
    let copy = try #require(story.transactions(of: "kid").first)
    #expect(copy.revocationReason == .developerIssue)
    #expect(copy.revocationType == .familyRevoke)
  }

  @Test func `rule C-15: the token of a purchase, and the one of the next renewal`() throws {
    let (first, second) = (
      "0a1b2c3d-0000-4000-8000-000000000001", "0a1b2c3d-0000-4000-8000-000000000002"
    )
    var story = StoreStory()
    try story.purchase(TestShop.gold) { $0.appAccountToken = first }
    try story.day(31)
    try story.play(.token(TokenEvent(subscription: "gold.monthly", uuid: second.uppercased())))
    #expect(story.status()?.renewalInfo.appAccountToken == second)
    try story.day(62)
    #expect(story.transactions().map(\.appAccountToken) == [first, second, second])
    let bad = TokenEvent(subscription: "gold.monthly", uuid: "x")
    #expect(story.refusal(of: .token(bad)) == .invalidToken("x"))
  }

  @Test func `rule C-16: the app's number stands in production only`() throws {
    for environment in [StoreEnvironment.sandbox, .production] {
      var story = StoreStory(environment: environment)
      story.state.configuration.appAppleID = 42
      try story.purchase(TestShop.coins)
      let data = try #require(story.changes.last?.notification?.data)
      #expect(data.appAppleID == (environment == .production ? 42 : nil))
      #expect(data.environment == environment)
      #expect(data.transaction?.environment == environment)
    }
  }

  @Test func `rule C-17: an Xcode store keeps the ids of the others`() throws {
    var story = StoreStory(environment: .xcode)
    #expect(try story.purchase(TestShop.coins).transaction?.id == "2000001000000001")
    #expect(try story.purchase(TestShop.coins, as: "b").transaction?.id == "2000002000000001")
  }
}
