import IAPCore
import IAPTestSupport
import Testing

/// Family Sharing: rules F-*.
struct FamilyRuleTests {
  @Test func `rule F-1: a member has transactions of its own`() throws {
    var story = StoreStory()
    let own = try #require(try story.purchase(TestShop.gold).transaction)
    try story.share("gold.monthly", with: "kid")
    let copy = try #require(story.transactions(of: "kid").first)
    #expect(copy.id == "2000002000000001")
    #expect(copy.originalID == copy.id)
    #expect(copy.webOrderLineItemID != own.webOrderLineItemID)
    #expect(copy.expiresDate == own.expiresDate)
  }

  @Test func `rule F-2: members are told what the payer is told, after the payer`() throws {
    var story = StoreStory()
    try story.set(["grace-period": "3d"])
    try story.purchase(TestShop.gold)
    try story.share("gold.monthly", with: "a", "b")
    try story.cancel("gold.monthly")
    try story.resume("gold.monthly")
    try story.failBilling()
    try story.day(31)
    try story.fixBilling()
    #expect(
      story.notifications.suffix(12) == [
        "0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED(1)",
        "a:0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED(1)",
        "b:0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED(1)",
        "0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED(1)",
        "a:0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED(1)",
        "b:0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED(1)",
        "30 DID_FAIL_TO_RENEW/GRACE_PERIOD(4)", "a:30 DID_FAIL_TO_RENEW/GRACE_PERIOD(4)",
        "b:30 DID_FAIL_TO_RENEW/GRACE_PERIOD(4)", "31 DID_RENEW/BILLING_RECOVERY(1)",
        "a:31 DID_RENEW/BILLING_RECOVERY(1)", "b:31 DID_RENEW/BILLING_RECOVERY(1)",
      ]
    )
    try story.purchase(TestShop.lifetime)
    try story.share("lifetime", with: "a")
    #expect(story.notifications.last == "a:31 ONE_TIME_CHARGE")
  }

  @Test func `rule F-3: who has the level already keeps what he pays for`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    let own = try #require(try story.purchase(TestShop.gold, as: "kid").transaction)
    try story.share("gold.monthly", with: "kid")
    #expect(story.state.statuses(of: "kid").first?.transaction == own)
    #expect(
      try story.purchase(TestShop.gold, as: "kid")
        == PurchaseResult(.alreadyOwned, transaction: own)
    )
  }

  @Test func `rule F-4: refund, leaving and unsharing end it at once`() throws {
    func shared() throws -> StoreStory {
      var story = StoreStory()
      try story.purchase(TestShop.gold)
      try story.purchase(TestShop.lifetime)
      try story.share("gold.monthly", with: "kid")
      try story.share("lifetime", with: "kid")
      try story.day(1)
      return story
    }
    var leaving = try shared()
    try leaving.play(.leave(NoOperand()), as: "kid")
    #expect(leaving.notifications.suffix(2) == ["kid:1 REVOKE(5)", "kid:1 REVOKE"])
    #expect(leaving.account("kid")?.family == [])
    #expect(leaving.account()?.family == [])
    var payerLeaves = try shared()
    try payerLeaves.play(.leave(NoOperand()))
    #expect(payerLeaves.notifications.suffix(2) == ["kid:1 REVOKE(5)", "kid:1 REVOKE"])
    var unshared = try shared()
    try unshared.play(.unshare(TransactionOperand(id: "gold.monthly")))
    #expect(unshared.notifications.last == "kid:1 REVOKE(5)")
    try unshared.day(31)
    #expect(unshared.transactions(of: "kid").count == 2)
    #expect(unshared.transactions().count == 3)
  }

  @Test func `rule F-4: what has ended already is not taken away by leaving or unsharing`() throws {
    for event in [Event.leave(NoOperand()), .unshare(TransactionOperand(id: "gold.monthly"))] {
      var story = StoreStory()
      try story.purchase(TestShop.gold)
      try story.share("gold.monthly", with: "kid")
      try story.cancel("gold.monthly")
      try story.day(40)
      let told = story.notifications

      try story.play(event)

      #expect(story.notifications == told)
      #expect(story.status(of: "kid")?.state == .expired)
      #expect(story.transactions(of: "kid").map(\.revocationDate) == [nil])
    }
    var inRetry = StoreStory()
    try inRetry.purchase(TestShop.gold)
    try inRetry.share("gold.monthly", with: "kid")
    try inRetry.failBilling()
    try inRetry.day(40)
    try inRetry.play(.leave(NoOperand()), as: "kid")
    #expect(inRetry.notifications.last == "kid:40 REVOKE(5)")
  }

  @Test func `rule F-5: switched on later, subscriptions arrive, the rest is restored`() throws {
    var story = StoreStory()
    try story.purchase("founder")
    try story.purchase(TestShop.weekly)
    for id in ["founder", "silver.weekly"] {
      #expect(
        story.refusal(of: .share(ShareEvent(id: id, with: ["kid"])))
          == .notShareable(ProductID(id))
      )
      try story.day(1)
      try story.play(
        .product(
          ProductChangeEvent(id: ProductID(id), key: "family-shareable", value: "true")
        )
      )
      try story.share(id, with: "kid")
    }
    #expect(story.transactions(of: "kid").map(\.productID) == [TestShop.weekly])
    guard case .restore(let result) = try story.play(.restore(RestoreEvent()), as: "kid") else {
      return
    }
    #expect(result.restored.map(\.productID).contains("founder"))
    #expect(story.state.current(of: "kid").map(\.productID).contains("founder"))
  }

  @Test func `rule F-6: a copy has no price`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold) {
      $0.appAccountToken = "0a1b2c3d-0000-4000-8000-000000000001"
    }
    try story.share("gold.monthly", with: "kid")
    let copy = try #require(story.transactions(of: "kid").first)
    #expect(copy.price == nil)
    #expect(copy.currency == nil)
    #expect(copy.appAccountToken == nil)
    #expect(story.status(of: "kid")?.renewalInfo.renewalPrice == nil)
  }

  @Test func `rule F-7: a shared subscription earns no offers and blocks win-back`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.share("gold.monthly", with: "kid")
    #expect(
      try story.purchase(TestShop.silver, as: "kid") { $0.offer = "half" }.code
        == "ineligibleForOffer"
    )
    try story.purchase(TestShop.silver, as: "kid")
    try story.cancel("silver.monthly", as: "kid")
    try story.day(31)
    let lines = story.state.offers(for: TestShop.silver, account: "kid").winBack
    #expect(lines.map(\.answer) == Array(repeating: .notEligible(.sharedSubscription), count: 2))
  }

  @Test func `An upgrade brings members along, or ends their copy`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.share("silver.monthly", with: "kid")
    try story.purchase(TestShop.gold)
    #expect(story.notifications.last == "kid:0 SUBSCRIBED/RESUBSCRIBE(1)")
    #expect(story.transactions(of: "kid").map(\.isUpgraded) == [true, nil])
    try story.purchase(TestShop.weekly)
    try story.day(30)
    #expect(story.notifications.suffix(2) == ["30 DID_RENEW(1)", "kid:30 REVOKE(5)"])
    #expect(story.subscription()?.sharedWith == [])
  }

  @Test func `Families are entered, one at a time`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.lifetime)
    try story.play(.join(JoinEvent(account: .standard)), as: "kid")
    #expect(story.account()?.family == [.standard, "kid"])
    #expect(story.transactions(of: "kid").isEmpty)
    #expect(
      story.refusal(of: .join(JoinEvent(account: .standard)), as: "kid")
        == .sameFamily("kid", .standard)
    )
    try story.play(.accountAdd(AccountAddEvent(name: "other")))
    #expect(story.refusal(of: .join(JoinEvent(account: "other")), as: "kid") == .otherFamily("kid"))
    #expect(story.refusal(of: .leave(NoOperand()), as: "other") == .noFamily("other"))
    #expect(
      story.refusal(of: .join(JoinEvent(account: "nobody")), as: "other")
        == .unknownAccount("nobody")
    )
  }
}
