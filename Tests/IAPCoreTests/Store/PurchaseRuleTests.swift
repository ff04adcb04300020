import IAPCore
import IAPTestSupport
import Testing

/// Product types and purchase outcomes: rules P-* and T-*.
struct PurchaseRuleTests {
  @Test func `rule P-1: a transaction carries its type in Apple's words`() throws {
    var story = StoreStory()
    for product in [TestShop.coins, TestShop.lifetime, TestShop.pass, TestShop.gold] {
      try story.purchase(product)
    }
    #expect(
      story.transactions().map(\.type?.rawValue) == [
        "Consumable", "Non-Consumable", "Non-Renewing Subscription",
        "Auto-Renewable Subscription",
      ]
    )
  }

  @Test func `rule P-2: a consumable can be bought any number of times and is never live`() throws {
    var story = StoreStory()
    for _ in 0..<3 { try story.purchase(TestShop.coins) }
    #expect(story.transactions().count == 3)
    #expect(story.state.current(of: .standard).isEmpty)
    #expect(story.account()?.owned.isEmpty == true)
  }

  @Test func `rule P-3: a non-consumable is owned for ever`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.lifetime)
    try story.day(20_000)
    let owned = try #require(story.state.current(of: .standard).first)
    #expect(owned.expiresDate == nil)
    #expect(owned.revocationDate == nil)
  }

  @Test func `rule P-4: a non-renewing subscription has no end, and every purchase stays`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.pass)
    try story.day(10)
    try story.purchase(TestShop.pass) { $0.quantity = 2 }
    let current = story.state.current(of: .standard)
    #expect(current.map(\.productID) == [TestShop.pass, TestShop.pass])
    #expect(current.map(\.expiresDate) == [nil, nil])
    #expect(current.map(\.price) == [4990, 9980])
  }

  @Test func `rule P-5: a group holds one own subscription at a time`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.purchase(TestShop.gold)
    try story.purchase(TestShop.goldYearly)
    #expect(story.account()?.subscriptions.count == 1)
    #expect(story.subscription()?.latest.productID == TestShop.gold)
  }

  @Test(arguments: [0, -1, 11, 100])
  func `rule P-6: quantity is 1 to 10`(quantity: Int) throws {
    var story = StoreStory()
    var event = PurchaseEvent(id: TestShop.coins)
    event.quantity = quantity
    #expect(story.refusal(of: .purchase(event)) == .invalidQuantity(quantity, .consumable))
    event.quantity = 10
    try story.play(.purchase(event))
    #expect(story.transactions().map(\.price) == [9900])
    event.id = TestShop.gold
    event.quantity = 2
    #expect(story.refusal(of: .purchase(event)) == .invalidQuantity(2, .autoRenewable))
  }

  @Test func `rule P-7: sharing is for two types, five others, and cannot be switched off`() throws
  {
    var story = StoreStory()
    try story.purchase(TestShop.coins)
    try story.purchase(TestShop.lifetime)
    let coins = ShareEvent(id: "coins.100", with: ["a"])
    #expect(story.refusal(of: .share(coins)) == .notShareable(TestShop.coins))
    try story.share("lifetime", with: "a", "b", "c", "d", "e")
    let sixth = ShareEvent(id: "lifetime", with: ["f"])
    #expect(story.refusal(of: .share(sixth)) == .familyFull(.standard))
    let off = ProductChangeEvent(id: TestShop.lifetime, key: "family-shareable", value: "false")
    #expect(story.refusal(of: .product(off))?.code == "invalidProductValue")
  }

  @Test(arguments: [
    ("P1W", "2026-04-08T00:00:00Z"), ("P1M", "2026-05-01T00:00:00Z"),
    ("P2M", "2026-06-01T00:00:00Z"), ("P3M", "2026-07-01T00:00:00Z"),
    ("P6M", "2026-10-01T00:00:00Z"), ("P1Y", "2027-04-01T00:00:00Z"),
  ])
  func `rule P-8: the six periods`(period: String, end: String) throws {
    let length = try #require(SubscriptionPeriod(iso8601: period))
    let product = Product(
      id: "plan",
      type: .autoRenewable,
      price: TestShop.price("1.00"),
      subscription: SubscriptionInfo(groupID: "g", groupLevel: 1, period: length)
    )
    var story = StoreStory(catalog: Catalog(products: [product]))
    try story.purchase("plan")
    #expect(story.ends(of: "plan") == [end])
  }

  @Test func `rule P-9: a yearly plan billed monthly counts its twelve charges`() throws {
    var story = StoreStory()
    let first = try #require(
      try story.purchase(TestShop.max) { $0.billingPlan = .monthly }.transaction
    )
    #expect(first.price == 11_000)
    #expect(first.billingPlanType == .monthly)
    #expect(first.expiresDate?.rfc3339 == "2026-05-01T00:00:00Z")
    #expect(
      first.commitmentInfo
        == TransactionCommitmentInfo(
          billingPeriodNumber: 1,
          totalBillingPeriods: 12,
          commitmentExpiresDate: try #require(Instant(rfc3339: "2027-04-01T00:00:00Z")),
          commitmentPrice: 132_000
        )
    )
    try story.cancel("max.yearly")
    let info = try #require(story.status("max")?.renewalInfo)
    #expect(info.autoRenewStatus == 1)
    #expect(info.commitmentInfo?.autoRenewStatus == 0)
    try story.advance(to: "2027-06-01T00:00:00Z")
    #expect(story.transactions().map(\.commitmentInfo?.billingPeriodNumber) == Array(1...12))
    #expect(story.notifications.suffix(1) == ["365 EXPIRED/VOLUNTARY(2)"])
  }

  @Test func `rule T-1: a purchase has one of the results`() throws {
    var story = StoreStory()
    #expect(try story.purchase(TestShop.coins).result == .purchased)
    #expect(
      try story.purchase(TestShop.coins) { $0.simulate = .cancelled }
        == PurchaseResult(.userCancelled, code: "userCancelled")
    )
    #expect(try story.purchase(TestShop.coins) { $0.simulate = .pending }.result == .pending)
    #expect(
      try story.purchase(TestShop.coins) { $0.simulate = .failure(.networkError) }
        == PurchaseResult(.failed, code: "networkError")
    )
    #expect(story.transactions().count == 1)
  }

  @Test func `rule T-2: what is bought here is delivered once, as a purchase`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.coins)
    #expect(story.deliveries == ["purchase coins.100"])
  }

  @Test(arguments: StoreKitFailure.verificationErrors)
  func `rule T-3: unverified still carries the transaction`(reason: StoreKitFailure) throws {
    var story = StoreStory()
    let result = try story.purchase(TestShop.coins) { $0.simulate = .unverified(reason) }
    #expect(result.result == .unverified)
    #expect(result.code == reason.rawValue)
    #expect(result.transaction == story.transactions().first)
    try story.set(["fail": "verification \(reason.rawValue)"])
    #expect(try story.purchase(TestShop.coins).code == reason.rawValue)
  }

  @Test func `rule T-4: a pending purchase is no transaction`() throws {
    var story = StoreStory()
    let result = try story.purchase(TestShop.gold) { $0.simulate = .pending }
    #expect(result == PurchaseResult(.pending, requestID: "req-1"))
    #expect(story.transactions().isEmpty)
    #expect(story.state.current(of: .standard).isEmpty)
    #expect(story.notifications.isEmpty)
  }

  @Test(arguments: StoreKitFailure.allCases)
  func `rule T-5: every error by simulation and by setting`(failure: StoreKitFailure) throws {
    var story = StoreStory()
    let before = story.state
    let simulated = try story.purchase(TestShop.coins) { $0.simulate = .failure(failure) }
    #expect(simulated.code == failure.rawValue)
    #expect(story.state == before)
    try story.set(["fail": "purchase \(failure.rawValue)"])
    #expect(try story.purchase(TestShop.coins).code == failure.rawValue)
    #expect(story.state.failure(of: .purchase, account: .standard) == failure)
    try story.set(["fail": "all off"])
    #expect(try story.purchase(TestShop.coins).result == .purchased)
  }

  @Test func `rule T-6: options of a purchase`() throws {
    var story = StoreStory()
    let token = "0A1B2C3D-0000-4000-8000-00000000ABCD"
    let result = try story.purchase(TestShop.trial) {
      $0.appAccountToken = token
      $0.noIntro = true
    }
    #expect(result.transaction?.appAccountToken == token.lowercased())
    #expect(result.transaction?.price == 6990)
    var bad = PurchaseEvent(id: TestShop.coins)
    bad.appAccountToken = "me"
    #expect(story.refusal(of: .purchase(bad)) == .invalidToken("me"))
    bad.appAccountToken = nil
    bad.billingPlan = .monthly
    #expect(story.refusal(of: .purchase(bad)) == .unknownBillingPlan(TestShop.coins, .monthly))
  }

  @Test func `rule T-7: a purchase that the store fails has no transaction and no notification`()
    throws
  {
    var story = StoreStory()
    try story.set(["fail": "purchase systemError"])
    try story.purchase(TestShop.gold)
    #expect(story.transactions().isEmpty)
    #expect(story.notifications.isEmpty)
    #expect(story.account()?.subscriptions.isEmpty == true)
  }

  @Test func `rule T-14: restoring makes new transactions under the old names, each time`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.coins)
    try story.purchase(TestShop.pass)
    let lifetime = try #require(try story.purchase(TestShop.lifetime).transaction)
    let silver = try #require(try story.purchase(TestShop.silver).transaction)
    try story.cancel("silver.monthly")
    try story.day(40)
    for _ in 0..<2 {
      guard case .restore(let result) = try story.play(.restore(RestoreEvent())) else { return }
      #expect(result.restored.map(\.originalID) == [lifetime.id, silver.id])
      #expect(result.restored.map(\.webOrderLineItemID) == [nil, silver.webOrderLineItemID])
      #expect(result.failed.isEmpty)
    }
    #expect(Set(story.transactions().map(\.id)).count == 8)
    var empty = StoreStory()
    guard case .restore(let nothing) = try empty.play(.restore(RestoreEvent())) else { return }
    #expect(nothing == RestoreResult(restored: []))
  }

  @Test func `rule T-15: StoreKit 2 makes no new transactions`() throws {
    var story = StoreStory()
    let lifetime = try #require(try story.purchase(TestShop.lifetime).transaction)
    var event = RestoreEvent()
    event.api = .storekit2
    guard case .restore(let result) = try story.play(.restore(event)) else { return }
    #expect(result.restored == [lifetime])
    #expect(story.transactions() == [lifetime])
  }

  @Test func `rule T-20: buying what is owned costs nothing, or is an error`() throws {
    var story = StoreStory()
    let first = try story.purchase(TestShop.lifetime).transaction
    let again = try story.purchase(TestShop.lifetime)
    #expect(again == PurchaseResult(.alreadyOwned, transaction: first))
    #expect(story.notifications == ["0 ONE_TIME_CHARGE"])
    try story.set(["rebuy": "error"])
    let id = try #require(first?.id)
    #expect(
      story.refusal(of: .purchase(PurchaseEvent(id: TestShop.lifetime)))
        == .alreadyOwned(TestShop.lifetime, id)
    )
  }

  @Test func `rule T-21: what is subscribed already is answered with the running period`() throws {
    var story = StoreStory()
    let first = try story.purchase(TestShop.gold).transaction
    try story.day(3)
    #expect(
      try story.purchase(TestShop.gold) == PurchaseResult(.alreadyOwned, transaction: first)
    )
    #expect(story.notifications.count == 1)
  }

  @Test func `rule T-22: buying after cancelling switches renewal on again`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.cancel("gold.monthly")
    #expect(try story.purchase(TestShop.gold).result == .renewalEnabled)
    #expect(
      story.notifications.last == "0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED(1)"
    )
    #expect(story.transactions().count == 1)
  }

  @Test func `rule T-23: after the expiry the old name begins again`() throws {
    var story = StoreStory()
    let first = try #require(try story.purchase(TestShop.gold).transaction)
    try story.cancel("gold.monthly")
    try story.day(50)
    let again = try #require(try story.purchase(TestShop.silver).transaction)
    #expect(again.originalID == first.id)
    #expect(again.reason == .purchase)
    #expect(again.purchaseDate == story.state.header.now)
    #expect(story.notifications.last == "50 SUBSCRIBED/RESUBSCRIBE(1)")
  }

  @Test func `rule T-24: another product of the group changes the plan`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    #expect(try story.purchase(TestShop.gold).result == .purchased)
    #expect(try story.purchase(TestShop.weekly).result == .planChangeScheduled)
  }

  @Test func `rule T-25: another group is another subscription`() throws {
    var story = StoreStory()
    let gold = try #require(try story.purchase(TestShop.gold).transaction)
    let max = try #require(try story.purchase(TestShop.max).transaction)
    #expect(gold.originalID != max.originalID)
    #expect(story.state.statuses(of: .standard).map(\.groupID) == ["max", "pro"])
  }

  @Test func `An intent waits until it is continued or refused`() throws {
    var story = StoreStory()
    try story.play(.promote(ProductOperand(id: TestShop.coins)))
    try story.play(.promote(ProductOperand(id: TestShop.coins)))
    #expect(
      story.refusal(of: .refuse(IntentOperand(intent: "coins.100")))
        == .ambiguous("coins.100", ids: ["intent-1", "intent-2"])
    )
    try story.play(.refuse(IntentOperand(intent: "intent-1")))
    try story.purchase(TestShop.coins) { $0.intent = "coins.100" }
    #expect(story.account()?.intents.isEmpty == true)
    #expect(
      story.changes.map(\.kind) == [
        .intentCreated, .intentCreated, .intentRefused, .purchased, .intentContinued,
      ]
    )
  }

  @Test func `A purchase outside the app in the past catches up with its renewals`() throws {
    var story = StoreStory()
    try story.buyOutside(TestShop.gold) {
      $0.purchaseDate = Instant(rfc3339: "2026-01-15T00:00:00Z")
    }
    #expect(
      story.ends(of: TestShop.gold) == [
        "2026-02-15T00:00:00Z", "2026-03-15T00:00:00Z", "2026-04-15T00:00:00Z",
      ]
    )
    #expect(
      story.deliveries == ["purchase gold.monthly"]
        + Array(repeating: "renewal gold.monthly", count: 2)
    )
    var once = StoreStory()
    try once.buyOutside(TestShop.gold) {
      $0.purchaseDate = Instant(rfc3339: "2026-01-15T00:00:00Z")
      $0.cancelImmediately = true
    }
    #expect(once.ends(of: TestShop.gold) == ["2026-02-15T00:00:00Z"])
    #expect(once.status()?.state == .expired)
  }

  @Test func `Offline, purchases fail and everything else waits in order`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.set(["network": "off"])
    #expect(
      story.refusal(of: .purchase(PurchaseEvent(id: TestShop.coins))) == .offline(.standard)
    )
    try story.day(31)
    try story.refund("silver.monthly")
    #expect(story.deliveries == ["purchase silver.monthly"])
    #expect(story.account()?.undelivered.map(\.kind) == [.revocation])
    try story.set(["network": "on"])
    #expect(story.deliveries == ["purchase silver.monthly", "revocation silver.monthly"])
    #expect(story.changes.last?.transaction?.revocationDate == story.state.header.now)
    #expect(story.account()?.undelivered.isEmpty == true)
  }
}
