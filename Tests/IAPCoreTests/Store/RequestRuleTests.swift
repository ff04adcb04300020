import IAPCore
import IAPTestSupport
import Testing

/// Ask to Buy and interrupted purchases: rules A-*.
struct RequestRuleTests {
  @Test func `case F09: how a request ended is remembered until the product is asked for again`()
    throws
  {
    var story = StoreStory()
    try story.set(["ask-to-buy": "on"])
    try story.purchase(TestShop.coins)
    try story.purchase(TestShop.gold)
    try story.day(0.5)
    try story.play(.decline(RequestOperand(request: "gold.monthly")))
    try story.day(2)

    let ended = try #require(story.account()?.endedRequests)
    #expect(ended.map(\.productID) == [TestShop.gold, TestShop.coins])
    #expect(ended.map(\.outcome) == [.declined, .expired])
    #expect(ended.map(\.date.rfc3339) == ["2026-04-01T12:00:00Z", "2026-04-02T00:00:00Z"])
    try story.purchase(TestShop.gold)
    #expect(story.account()?.endedRequests.map(\.productID) == [TestShop.coins])
    #expect(story.notifications == [])
  }

  private func asked(_ product: ProductID = TestShop.gold) throws -> StoreStory {
    var story = StoreStory()
    try story.set(["ask-to-buy": "on"])
    try story.purchase(product)
    return story
  }

  @Test func `rule A-1: asking charges nothing and tells nobody`() throws {
    let story = try asked()
    #expect(story.transactions().isEmpty)
    #expect(story.notifications.isEmpty)
    #expect(story.changes.map(\.kind) == [.settingChanged, .requestCreated])
  }

  @Test func `rule A-2: approved, it is bought at that moment`() throws {
    var story = StoreStory()
    try story.set(["ask-to-buy": "on"])
    let token = "0a1b2c3d-0000-4000-8000-00000000abcd"
    try story.purchase(TestShop.gold) { $0.appAccountToken = token }
    try story.day(0.25)
    try story.play(.approve(RequestOperand(request: "req-1")))
    let bought = try #require(story.transactions().first)
    #expect(bought.purchaseDate == story.state.header.now)
    #expect(bought.appAccountToken == token)
    #expect(story.deliveries == ["purchase gold.monthly"])
    #expect(story.changes.suffix(2).map(\.requestID) == ["req-1", "req-1"])
  }

  @Test func `rule A-3: declined, nothing is delivered`() throws {
    var story = try asked()
    try story.play(.decline(RequestOperand(request: "gold.monthly")))
    #expect(story.deliveries.isEmpty)
    #expect(story.notifications.isEmpty)
    #expect(story.changes.last?.kind == .requestDeclined)
    #expect(
      story.refusal(of: .approve(RequestOperand(request: "req-1")))
        == .unknownRequest("req-1", owner: nil)
    )
  }

  @Test func `rule A-4: without an answer it is gone after a day`() throws {
    var story = try asked()
    try story.day(2)
    #expect(story.changes.last?.kind == .requestExpired)
    #expect(story.changes.last?.date == story.start.adding(milliseconds: Instant.day))
  }

  @Test func `rule A-5: a second request joins the first and starts its day anew`() throws {
    var story = try asked()
    try story.day(0.75)
    #expect(
      try story.purchase(TestShop.gold)
        == PurchaseResult(.pending, requestID: "req-1", isMerged: true)
    )
    try story.day(1.5)
    try story.play(.approve(RequestOperand(request: "gold.monthly")))
    #expect(story.transactions().count == 1)
  }

  @Test func `rule A-6: the day is half-open`() throws {
    var late = try asked()
    try late.day(1)
    #expect(late.refusal(of: .approve(RequestOperand(request: "req-1"))) != nil)
    var justInTime = try asked()
    try justInTime.play(
      .advance(AdvanceEvent(to: justInTime.start.adding(milliseconds: Instant.day - 1)))
    )
    try justInTime.play(.approve(RequestOperand(request: "req-1")))
    #expect(justInTime.transactions().count == 1)
  }

  @Test func `rule A-7: parents answer here, in every environment`() throws {
    for environment in [StoreEnvironment.sandbox, .production, .xcode] {
      var story = StoreStory(environment: environment)
      try story.set(["ask-to-buy": "on"])
      try story.purchase(TestShop.coins)
      try story.play(.approve(RequestOperand(request: "coins.100")))
      #expect(story.transactions().map(\.environment) == [environment])
    }
  }

  @Test func `rule A-8: resolved, a new transaction of the same product and quantity arrives`()
    throws
  {
    var story = StoreStory()
    try story.set(["interrupted": "on"])
    let result = try story.purchase(TestShop.coins) { $0.quantity = 3 }
    #expect(result.result == .interrupted)
    #expect(story.transactions().isEmpty)
    try story.play(.resolve(RequestOperand(request: "coins.100")))
    #expect(story.transactions().map(\.quantity) == [3])
    #expect(story.deliveries == ["purchase coins.100"])
  }

  @Test func `rule A-9: every purchase is interrupted until it is switched off`() throws {
    var story = StoreStory()
    try story.set(["interrupted": "on"])
    #expect(try story.purchase(TestShop.coins).requestID == "req-1")
    #expect(try story.purchase(TestShop.coins).requestID == "req-2")
    #expect(
      story.refusal(of: .resolve(RequestOperand(request: "coins.100")))
        == .ambiguous("coins.100", ids: ["req-1", "req-2"])
    )
    try story.play(.abandon(RequestOperand(request: "req-1")))
    try story.play(.resolve(RequestOperand(request: "coins.100")))
    #expect(try story.purchase(TestShop.coins).result == .interrupted)
    try story.set(["interrupted": "off"])
    #expect(try story.purchase(TestShop.coins).result == .purchased)
  }

  @Test func `rule A-10: what costs nothing needs no parent`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.lifetime)
    try story.purchase(TestShop.gold)
    try story.cancel("gold.monthly")
    try story.set(["ask-to-buy": "on"])
    #expect(try story.purchase(TestShop.lifetime).result == .alreadyOwned)
    #expect(try story.purchase(TestShop.gold).result == .renewalEnabled)
    #expect(story.account()?.requests.isEmpty == true)
  }
}
