import IAPCore
import IAPTestSupport
import Testing

/// What StoreKit's sequences return: rules E-*.
struct SequenceRuleTests {
  private func ids(_ transactions: [Transaction]) -> [ProductID] { transactions.map(\.productID) }

  private func entitlements(
    _ story: StoreStory,
    of account: AccountName = .standard
  ) -> [Transaction] {
    story.state.entitlements(of: account)
  }

  @Test func `rule E-1: all leaves out finished consumables unless refunded or asked for`() throws {
    var story = StoreStory()
    let unfinished = try #require(try story.purchase(TestShop.coins).transaction)
    try story.purchase(TestShop.coins)
    let refunded = try #require(try story.purchase(TestShop.coins).transaction)
    try story.purchase(TestShop.pass)
    try story.purchase(TestShop.silver)
    try story.refund(refunded.id.rawValue)
    try story.day(31)
    let all = StoreKitSequences.all(
      story.transactions(),
      isUnfinished: { $0 == unfinished.id },
      includesConsumables: false
    )
    #expect(
      ids(all) == [
        TestShop.coins, TestShop.coins, TestShop.pass, TestShop.silver, TestShop.silver,
      ]
    )
    let withConsumables = StoreKitSequences.all(
      story.transactions(),
      isUnfinished: { _ in false },
      includesConsumables: true
    )
    #expect(withConsumables == story.transactions())
  }

  @Test func `rule E-2: latest is history, be it refunded or expired`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.refund("silver.monthly")
    let latest = StoreKitSequences.latest(
      for: TestShop.silver,
      in: story.transactions(),
      isUnfinished: { _ in false },
      includesConsumables: false
    )
    #expect(latest?.revocationDate == story.start)
    try story.purchase(TestShop.coins)
    #expect(
      StoreKitSequences.latest(
        for: TestShop.coins,
        in: story.transactions(),
        isUnfinished: { _ in false },
        includesConsumables: false
      ) == nil
    )
  }

  @Test func `rule E-3: unfinished has every type`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.coins)
    try story.purchase(TestShop.silver)
    try story.day(31)
    let renewal = try #require(story.transactions().last)
    #expect(
      StoreKitSequences.unfinished(story.transactions()) { $0 == renewal.id } == [renewal]
    )
  }

  @Test func `rule E-4: current entitlements are what serves now`() throws {
    var story = StoreStory()
    for product in [TestShop.coins, TestShop.lifetime, TestShop.pass, TestShop.silver] {
      try story.purchase(product)
    }
    #expect(ids(entitlements(story)) == [TestShop.lifetime, TestShop.pass, TestShop.silver])
    try story.refund("lifetime")
    #expect(ids(entitlements(story)) == [TestShop.pass, TestShop.silver])
    try story.set(["grace-period": "16d"])
    try story.failBilling()
    try story.day(31)
    #expect(ids(entitlements(story)) == [TestShop.pass, TestShop.silver])
  }

  @Test func `rule E-5: retry, lapsed, refunded and upgraded ones are no entitlements`() throws {
    var retrying = StoreStory()
    try retrying.purchase(TestShop.silver)
    try retrying.failBilling()
    try retrying.day(31)
    #expect(entitlements(retrying) == [])
    try retrying.day(100)
    #expect(entitlements(retrying) == [])
    var upgraded = StoreStory()
    try upgraded.purchase(TestShop.silver)
    try upgraded.purchase(TestShop.gold)
    #expect(ids(upgraded.state.current(of: .standard)) == [TestShop.silver, TestShop.gold])
    #expect(ids(entitlements(upgraded)) == [TestShop.gold])
    try upgraded.refund("gold.monthly")
    #expect(entitlements(upgraded) == [])
  }

  @Test func `rule E-6: one for each product, the customer's own first`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.lifetime)
    try story.share("lifetime", with: "kid")
    #expect(entitlements(story, of: "kid").map(\.ownershipType) == [.familyShared])
    try story.purchase(TestShop.lifetime, as: "kid")
    #expect(entitlements(story, of: "kid").map(\.ownershipType) == [.purchased])
    try story.refund("lifetime", as: "kid")
    #expect(entitlements(story, of: "kid").map(\.ownershipType) == [.familyShared])
  }

  @Test func `rule E-8: a refund comes back under the id of the purchase`() throws {
    var story = StoreStory()
    let bought = try #require(try story.purchase(TestShop.lifetime).transaction)
    try story.refund("lifetime")
    let revoked = try #require(story.changes.last)
    #expect(revoked.transaction?.id == bought.id)
    #expect(revoked.isRevision)
    #expect(revoked.delivery == .revocation)
  }

  @Test func `rule E-9: a status for the own subscription and one for each shared one`() throws {
    var story = StoreStory()
    #expect(story.state.statuses(of: .standard).isEmpty)
    try story.purchase(TestShop.gold)
    try story.purchase(TestShop.silver, as: "dad")
    try story.share("gold.monthly", with: "dad")
    let statuses = story.state.statuses(of: "dad")
    #expect(statuses.map(\.transaction.ownershipType) == [.purchased, .familyShared])
    #expect(statuses.map(\.state) == [.subscribed, .subscribed])
    #expect(statuses.map(\.renewalInfo.autoRenewStatus) == [1, 1])
  }

  @Test func `rule E-10: a status change makes no transaction`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.cancel("gold.monthly")
    try story.day(40)
    let changes = story.changes.suffix(2)
    #expect(changes.map(\.kind) == [.autoRenewDisabled, .expired])
    #expect(changes.allSatisfy { $0.transaction == nil })
  }
}
