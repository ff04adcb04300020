import IAPCore
import IAPTestSupport
import Testing

/// What members lose and get back with the payer's refunds, of the running period and of old ones.
struct FamilyRefundTests {
  /// Two periods that `kid` shares, both bought and renewed in April and May.
  private func shared() throws -> StoreStory {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.share("gold.monthly", with: "kid")
    try story.day(31)
    return story
  }

  @Test func `rules R-4, R-8: a refund of an old period takes the members' copies of it only`()
    throws
  {
    var story = try shared()
    let first = story.transactions()[0]

    try story.refund(first.id.rawValue, reason: .appIssue)

    let copies = story.transactions(of: "kid")
    #expect(story.notifications.suffix(2) == ["31 REFUND(1)", "kid:31 REVOKE(1)"])
    #expect(copies.map(\.revocationDate) == [story.state.header.now, nil])
    #expect(copies[0].revocationReason == .developerIssue)
    #expect(copies[0].revocationType == .familyRevoke)
    #expect(story.status(of: "kid")?.state == .subscribed)
    #expect(story.deliveries.suffix(2) == ["revocation gold.monthly", "revocation gold.monthly"])
  }

  @Test func `rule R-8: a refund of a part takes the whole copy, without a percentage`() throws {
    var story = try shared()
    let first = story.transactions()[0]

    try story.refund(first.id.rawValue, percentage: 50_000)
    try story.refund("gold.monthly", percentage: 25_000)

    let copies = story.transactions(of: "kid")
    #expect(story.transactions().map(\.revocationPercentage) == [50_000, 25_000])
    #expect(copies.map(\.revocationType) == [.familyRevoke, .familyRevoke])
    #expect(copies.map(\.revocationPercentage) == [nil, nil])
    #expect(story.status(of: "kid")?.state == .revoked)
  }

  @Test func `rules R-7, R-8: taken back, the members' copies of the old period come back`() throws
  {
    var story = try shared()
    let before = story.transactions(of: "kid")
    let first = story.transactions()[0]
    try story.refund(first.id.rawValue)
    try story.day(33)

    try story.reverse(first.id.rawValue)

    #expect(story.transactions(of: "kid") == before)
    #expect(
      story.notifications.suffix(2) == ["33 REFUND_REVERSED(1)", "kid:33 REFUND_REVERSED(1)"]
    )
  }

  @Test func `What ended before the refund does not come back with its reversal`() throws {
    var story = StoreStory()
    let first = try #require(try story.purchase(TestShop.gold).transaction)
    try story.share("gold.monthly", with: "kid")
    try story.day(1)
    try story.play(.unshare(TransactionOperand(id: "gold.monthly")))
    let ended = story.transactions(of: "kid")
    try story.day(31)

    try story.refund(first.id.rawValue)
    try story.reverse(first.id.rawValue)

    #expect(ended.map { $0.revocationDate != nil } == [true])
    #expect(story.transactions(of: "kid") == ended)
  }

  @Test func `The old plan of an upgrade is refunded for the members too`() throws {
    var story = StoreStory()
    let silver = try #require(try story.purchase(TestShop.silver).transaction)
    try story.share("silver.monthly", with: "kid")
    try story.day(2)
    try story.purchase(TestShop.gold)

    try story.refund(silver.id.rawValue)

    let copies = story.transactions(of: "kid")
    #expect(copies.map(\.productID) == [TestShop.silver, TestShop.gold])
    #expect(copies.map { $0.revocationDate != nil } == [true, false])
    #expect(StoreInvariants.violations(in: story) == [])
  }

  @Test func `A member's restored copies go with the refund and come back with it`() throws {
    var story = try shared()
    try story.purchase(TestShop.lifetime)
    try story.share("lifetime", with: "kid")
    try story.play(.restore(RestoreEvent()), as: "kid")
    let before = story.transactions(of: "kid")
    try story.refund("gold.monthly")
    try story.refund("lifetime")
    let revoked = story.transactions(of: "kid").filter { $0.revocationDate != nil }

    try story.reverse("gold.monthly")
    try story.reverse("lifetime")

    // The running period and its copy, the non-consumable and its copy; not the period before.
    #expect(revoked.count == 4)
    #expect(story.transactions(of: "kid") == before)
  }

  @Test func `rule F-4: leaving takes restored copies along`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.lifetime)
    try story.share("lifetime", with: "kid")
    try story.play(.restore(RestoreEvent()), as: "kid")

    try story.play(.leave(NoOperand()), as: "kid")

    #expect(story.transactions(of: "kid").map { $0.revocationDate != nil } == [true, true])
  }

  @Test func `rule R-5: bought again after its refund, a product reaches the family again`() throws
  {
    var story = StoreStory()
    try story.purchase(TestShop.lifetime)
    try story.share("lifetime", with: "kid")
    try story.refund("lifetime")

    try story.purchase(TestShop.lifetime)

    #expect(story.notifications.suffix(2) == ["0 ONE_TIME_CHARGE", "kid:0 ONE_TIME_CHARGE"])
    #expect(story.transactions(of: "kid").map { $0.revocationDate == nil } == [false, true])
    #expect(story.state.current(of: "kid").map(\.revocationDate) == [nil])
    try story.refund("lifetime")
    #expect(story.state.current(of: "kid").filter { $0.revocationDate == nil } == [])
  }

  @Test func `Of two purchases of one product the one that was not refunded counts`() throws {
    var story = StoreStory()
    let first = try #require(try story.purchase(TestShop.lifetime).transaction)
    try story.share("lifetime", with: "kid")
    try story.refund("lifetime")
    let second = try #require(try story.purchase(TestShop.lifetime).transaction)
    try story.reverse(first.id.rawValue)

    try story.refund(second.id.rawValue)

    #expect(story.state.current(of: .standard).map(\.id) == [first.id])
    #expect(story.state.current(of: "kid").map(\.revocationDate) == [nil])
    #expect(
      try story.purchase(TestShop.lifetime)
        == PurchaseResult(.alreadyOwned, transaction: story.transactions()[0])
    )
    try story.refund(first.id.rawValue)
    #expect(story.state.current(of: "kid").filter { $0.revocationDate == nil } == [])
    try story.reverse(second.id.rawValue)
    #expect(story.state.current(of: .standard).map(\.id) == [second.id])
    #expect(StoreInvariants.violations(in: story) == [])
  }

  @Test func `row N-80: only what gives service is shared`() throws {
    var story = StoreStory()
    let gold = try #require(try story.purchase(TestShop.gold).transaction)
    try story.failBilling()
    try story.day(31)
    let share = Event.share(ShareEvent(id: "gold.monthly", with: ["kid"]))
    #expect(story.refusal(of: share) == .notLive(gold.id, .inBillingRetryPeriod))
    try story.fixBilling()
    try story.play(share)
    #expect(story.notifications.last == "kid:31 SUBSCRIBED/INITIAL_BUY(1)")
    var graced = StoreStory()
    try graced.set(["grace-period": "16d"])
    try graced.purchase(TestShop.gold)
    try graced.failBilling()
    try graced.day(31)
    try graced.play(share)
    #expect(graced.status(of: "kid")?.state == .inGracePeriod)
  }
}
