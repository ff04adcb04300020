import IAPCore
import IAPTestSupport
import Testing

/// Purchases that count from a moment in the past (rules T-6, X-4).
struct PastPurchaseRuleTests {
  private func buy(
    _ product: ProductID,
    daysAgo days: Int64,
    in story: inout StoreStory,
    _ options: (inout PurchaseEvent) -> Void = { _ in }
  ) throws {
    let date = story.state.header.now.adding(milliseconds: -days * Instant.day)
    try story.buyOutside(product) {
      $0.purchaseDate = date
      options(&$0)
    }
  }

  @Test func `rules X-4, N-10, N-12: each period is told as of its own time`() throws {
    var story = StoreStory()
    try story.day(70)

    try buy(TestShop.gold, daysAgo: 70, in: &story)

    #expect(
      story.notifications == [
        "0 SUBSCRIBED/INITIAL_BUY(1)", "30 DID_RENEW(1)", "61 DID_RENEW(1)",
      ]
    )
    #expect(story.status()?.state == .subscribed)
    #expect(story.ends(of: TestShop.gold).last == "2026-07-01T00:00:00Z")
  }

  @Test func `rules X-4, N-32: one period, and its end in the past`() throws {
    var story = StoreStory()
    try story.day(70)

    try buy(TestShop.gold, daysAgo: 70, in: &story) { $0.cancelImmediately = true }

    #expect(
      story.notifications == [
        "0 SUBSCRIBED/INITIAL_BUY(1)", "0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED(1)",
        "30 EXPIRED/VOLUNTARY(2)",
      ]
    )
  }

  @Test func `rules X-4, B-9: what the bank refused since is told as of that time`() throws {
    var story = StoreStory()
    try story.set(["grace-period": "16d"])
    try story.failBilling()
    try story.day(50)

    try buy(TestShop.gold, daysAgo: 50, in: &story)

    #expect(
      story.notifications == [
        "0 SUBSCRIBED/INITIAL_BUY(1)", "30 DID_FAIL_TO_RENEW/GRACE_PERIOD(4)",
        "46 GRACE_PERIOD_EXPIRED(3)",
      ]
    )
  }

  @Test func `rules X-4, N-1: a one-time product is told of as of its purchase`() throws {
    var story = StoreStory()
    try story.day(9)

    try buy(TestShop.lifetime, daysAgo: 7, in: &story)

    #expect(story.notifications == ["2 ONE_TIME_CHARGE"])
  }

  @Test func `rule E-7: the app hears of a purchase in the past when it is made`() throws {
    var session = try Session.sample()
    try session.advance("60d")
    var event = PurchaseEvent(id: "pro_monthly")
    event.noIntro = true
    event.purchaseDate = session.now.adding(milliseconds: -50 * Instant.day)

    try session.perform(.buy(event), by: .standard)

    let queue = try session.app(of: .standard).queue.transactions
    #expect(queue.map(\.kind) == [.purchase, .renewal])
    #expect(queue.map(\.date) == [session.now, session.now])
    let told = try session.notifications(of: .standard)
    #expect(told.map(\.data?.status) == [.subscribed, .subscribed])
    #expect(told.map(\.signedDate) == queue.map { $0.transaction?.purchaseDate })
  }
}
