import IAPCore
import IAPTestSupport
import Testing

/// Every sequence of up to four events over a group of two products.
struct SmallWorldTests {
  private static let events: [Event] = [
    .purchase(PurchaseEvent(id: TestShop.silver)), .purchase(PurchaseEvent(id: TestShop.gold)),
    .cancel(SubscriptionOperand(subscription: "silver.monthly")),
    .resume(SubscriptionOperand(subscription: "silver.monthly")),
    .billingFail(OptionalSubscriptionOperand()), .billingFix(OptionalSubscriptionOperand()),
    .refund(RefundEvent(id: "silver.monthly")),
    .refundReverse(TransactionOperand(id: "silver.monthly")),
    .advance(AdvanceEvent(by: CalendarDuration(days: 20))),
    .advance(AdvanceEvent(by: CalendarDuration(days: 70))),
    .expire(ExpireEvent(subscription: "silver.monthly")),
    .renew(SubscriptionOperand(subscription: "gold.monthly")),
  ]

  @Test func `The small world is complete and sound`() {
    var count = 0
    visit(StoreStory(), Self.events, depth: 4, path: [], count: &count)
    #expect(count == 12 + 144 + 1728 + 20_736)
  }

  /// The same group where renewals are made a day early, and the clock stops in between.
  @Test func `The small world is sound with lead too`() throws {
    var count = 0
    var story = StoreStory()
    try story.set(["lead": "24h"])
    var events = Self.events
    let nearly = CalendarDuration(days: 29, milliseconds: 12 * Instant.hour)
    events[8] = .advance(AdvanceEvent(by: nearly))
    try story.purchase(TestShop.silver)
    visit(story, events, depth: 4, path: [], count: &count)
    #expect(count == 12 + 144 + 1728 + 20_736)
  }

  private func visit(
    _ story: StoreStory,
    _ events: [Event],
    depth: Int,
    path: [Int],
    count: inout Int
  ) {
    guard depth > 0 else { return }
    for (index, event) in events.enumerated() {
      count += 1
      var next = story
      if next.refusal(of: event) != nil { #expect(next.state == story.state, "\(path + [index])") }
      if depth == 1 {
        let violations = StoreInvariants.violations(in: next)
        #expect(violations == [], "\(path + [index])")
      }
      visit(next, events, depth: depth - 1, path: path + [index], count: &count)
    }
  }
}
