import IAPCore
import IAPTestSupport
import Testing

/// Cases of public reports that the store alone decides.
struct StoreCaseTests {
  @Test func `case E04: a product without an offer is neither eligible nor ineligible`() {
    let report = StoreStory().state.offers(for: TestShop.gold, account: .standard)
    #expect(report.introductory == .noOffer)
    #expect(report.priceNow == 9990)
  }

  @Test func `case E05: what is not known is not a no`() {
    let report = StoreStory().state.offers(for: TestShop.gold, account: "elsewhere")
    #expect(report.introductory == .cannotTell)
    #expect(report.priceNow == nil)
  }

  @Test func `case G01: nothing to restore is a success`() throws {
    var story = StoreStory()
    #expect(try story.play(.restore(RestoreEvent())) == .restore(RestoreResult(restored: [])))
    try story.set(["network": "off"])
    #expect(story.refusal(of: .restore(RestoreEvent())) == .offline(.standard))
  }

  @Test func `case G04: two items come back once each`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.lifetime)
    try story.day(1)
    try story.purchase("founder")
    guard case .restore(let result) = try story.play(.restore(RestoreEvent())) else { return }
    #expect(result.restored.map(\.productID) == [TestShop.lifetime, "founder"])
  }

  @Test func `case G07: consumables are not restored`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.coins)
    #expect(try story.play(.restore(RestoreEvent())) == .restore(RestoreResult(restored: [])))
  }

  @Test func `case G08: cancelling the sign-in changes nothing`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.lifetime)
    let before = story.state
    var event = RestoreEvent()
    event.simulate = .cancelled
    #expect(story.refusal(of: .restore(event)) == .storeKit(.userCancelled))
    #expect(story.state == before)
  }

  @Test func `case H01: three packs are one transaction for three times the price`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.coins) { $0.quantity = 3 }
    #expect(story.transactions().map(\.quantity) == [3])
    #expect(story.transactions().map(\.price) == [2970])
    var lifetime = PurchaseEvent(id: TestShop.lifetime)
    lifetime.quantity = 2
    #expect(story.refusal(of: .purchase(lifetime)) == .invalidQuantity(2, .nonConsumable))
  }
}

/// Cases of public reports about restoring, plan changes and refused purchases.
struct StoreChangeCaseTests {
  private static let tokens = (1...3).map { "0a1b2c3d-0000-4000-8000-00000000000\($0)" }

  @Test func `case A14: what is restored comes by purchase date, each with its account`() throws {
    var story = StoreStory()
    for (number, product) in ["founder", TestShop.gold, TestShop.lifetime].enumerated() {
      try story.purchase(product) { $0.appAccountToken = Self.tokens[number] }
      try story.day(Double(number + 1))
    }

    guard case .restore(let result) = try story.play(.restore(RestoreEvent())) else {
      Issue.record("restoring answers otherwise")
      return
    }

    #expect(result.restored.map(\.productID) == ["founder", TestShop.gold, TestShop.lifetime])
    #expect(result.restored.map(\.appAccountToken) == Self.tokens)
    #expect(result.restored.map(\.purchaseDate).isSorted)
  }

  @Test func `case C09: a purchase during grace is refused with the date, and makes nothing`()
    throws
  {
    var story = StoreStory()
    try story.set(["grace-period": "16d"])
    try story.purchase(TestShop.gold)
    try story.failBilling()
    try story.day(36)
    let before = story.state

    let refusal = story.refusal(of: .purchase(PurchaseEvent(id: TestShop.gold)))

    let end = try #require(Instant(rfc3339: "2026-05-17T00:00:00Z"))
    #expect(refusal == .billingProblem(TestShop.gold, graceEndDate: end))
    #expect(story.state == before)
    #expect(story.transactions().count == 1)
  }

  @Test func `case D02: after an upgrade the same call knows the new plan and the old`() throws {
    var story = StoreStory()
    let silver = try #require(try story.purchase(TestShop.silver).transaction)
    try story.day(9)

    let gold = try #require(try story.purchase(TestShop.gold).transaction)

    #expect(gold.productID == TestShop.gold)
    #expect(gold.purchaseDate.rfc3339 == "2026-04-10T00:00:00Z")
    #expect(gold.expiresDate?.rfc3339 == "2026-05-10T00:00:00Z")
    #expect(gold.originalID == silver.originalID)
    #expect(story.transactions().map(\.isUpgraded) == [true, nil])
    #expect(story.status()?.transaction == gold)
  }

  @Test func `case D05: another plan is a change, the same plan is subscribed already`() throws {
    var story = StoreStory()
    let running = try #require(try story.purchase(TestShop.gold).transaction)

    let same = try story.purchase(TestShop.gold)
    let other = try story.purchase(TestShop.goldYearly)

    #expect(same == PurchaseResult(.alreadyOwned, transaction: running))
    #expect(other.result == .planChangeScheduled)
    #expect(story.status()?.renewalInfo.autoRenewProductID == TestShop.goldYearly)
    #expect(story.transactions() == [running])
  }
}

extension [Instant] {
  fileprivate var isSorted: Bool { zip(self, dropFirst()).allSatisfy { $0 <= $1 } }
}
