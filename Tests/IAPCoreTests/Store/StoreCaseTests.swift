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
