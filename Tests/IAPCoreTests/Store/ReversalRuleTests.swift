import IAPCore
import IAPTestSupport
import Testing

/// Refunds that are taken back after the customer bought something else: rules R-7, P-5, S-39.
struct ReversalRuleTests {
  @Test func `rules R-7, P-5: the higher plan runs again, and the lower one waits for its end`()
    throws
  {
    var story = StoreStory()
    let gold = try #require(try story.purchase(TestShop.gold).transaction)
    try story.day(2)
    try story.refund("gold.monthly")
    try story.day(5)
    let silver = try #require(try story.purchase(TestShop.silver).transaction)

    try story.reverse(gold.id.rawValue)

    let status = try #require(story.status())
    #expect(status.state == .subscribed)
    #expect(status.transaction == gold)
    #expect(status.renewalInfo.productID == TestShop.gold)
    #expect(status.renewalInfo.autoRenewProductID == TestShop.silver)
    #expect(status.renewalInfo.renewalDate == gold.expiresDate)
    #expect(story.notifications.last == "5 REFUND_REVERSED(1)")
    #expect(story.transactions().map(\.isUpgraded) == [nil, true])
    try story.day(31)
    #expect(story.notifications.last == "30 DID_RENEW(1)")
    #expect(story.transactions().last?.productID == TestShop.silver)
    #expect(story.transactions().last?.purchaseDate == gold.expiresDate)
    #expect(silver.price == story.transactions().last?.price)
    #expect(StoreInvariants.violations(in: story) == [])
  }

  @Test func `rules R-7, S-30: what was upgraded since stays replaced`() throws {
    var story = StoreStory()
    let silver = try #require(try story.purchase(TestShop.silver).transaction)
    try story.refund("silver.monthly")
    try story.day(5)
    let gold = try #require(try story.purchase(TestShop.gold).transaction)

    try story.reverse(silver.id.rawValue)

    #expect(story.status()?.transaction == gold)
    #expect(story.transactions().map(\.isUpgraded) == [true, nil])
    #expect(story.transactions().map(\.revocationDate) == [nil, nil])
    #expect(story.notifications.last == "5 REFUND_REVERSED(1)")
  }

  @Test func `rule R-7: what outlives a lapsed or refunded purchase runs again`() throws {
    for ending in ["refunded", "lapsed", "not paid"] {
      var story = StoreStory()
      let year = try #require(try story.purchase(TestShop.goldYearly).transaction)
      try story.refund("gold.yearly")
      try story.purchase(TestShop.weekly)
      switch ending {
      case "refunded": try story.refund("silver.weekly")
      case "lapsed": try story.cancel("silver.weekly")
      default: try story.failBilling()
      }
      try story.day(8)

      try story.reverse(year.id.rawValue)

      #expect(story.status()?.state == .subscribed, "\(ending)")
      #expect(story.status()?.transaction == year, "\(ending)")
      // Whose payment failed wants to go on, with the plan of the last choice.
      let goesOn = ending == "not paid"
      #expect(story.status()?.renewalInfo.autoRenewStatus == (goesOn ? 1 : 0), "\(ending)")
      try story.day(364)
      #expect(story.status()?.state == .subscribed, "\(ending)")
      try story.day(366)
      let last = goesOn ? RenewalState.inBillingRetryPeriod : .expired
      #expect(story.status()?.state == last, "\(ending)")
    }
  }

  @Test func `rules R-7, R-8: members have the higher plan back too`() throws {
    var story = StoreStory()
    let gold = try #require(try story.purchase(TestShop.gold).transaction)
    try story.share("gold.monthly", with: "kid")
    try story.refund("gold.monthly")
    try story.day(3)
    try story.purchase(TestShop.silver)
    let copies = story.transactions(of: "kid")

    try story.reverse(gold.id.rawValue)

    #expect(copies.map(\.productID) == [TestShop.gold, TestShop.silver])
    #expect(story.status(of: "kid")?.transaction.id == copies[0].id)
    #expect(story.status(of: "kid")?.state == .subscribed)
    #expect(story.transactions(of: "kid").map(\.isUpgraded) == [nil, true])
    #expect(story.transactions(of: "kid").map(\.revocationDate) == [nil, nil])
    #expect(
      story.notifications.suffix(2) == ["3 REFUND_REVERSED(1)", "kid:3 REFUND_REVERSED(1)"]
    )
    try story.day(31)
    #expect(story.transactions(of: "kid").map(\.productID).last == TestShop.silver)
    #expect(StoreInvariants.violations(in: story) == [])
  }

  @Test func `rules R-4, R-7: the same product bought twice is refunded once`() throws {
    var story = StoreStory()
    let first = try #require(try story.purchase(TestShop.gold).transaction)
    try story.share("gold.monthly", with: "kid")
    try story.refund("gold.monthly")
    try story.day(5)
    let second = try #require(try story.purchase(TestShop.gold).transaction)
    try story.reverse(first.id.rawValue)
    #expect(story.status()?.transaction == second)

    try story.refund(second.id.rawValue)

    #expect(story.status()?.state == .subscribed)
    #expect(story.status()?.transaction == first)
    #expect(story.status(of: "kid")?.state == .subscribed)
    #expect(story.notifications.contains("5 REFUND(1)"))
    try story.day(31)
    #expect(
      story.notifications.suffix(2) == ["30 EXPIRED/VOLUNTARY(2)", "kid:30 EXPIRED/VOLUNTARY(2)"]
    )
    #expect(StoreInvariants.violations(in: story) == [])
  }

  /// One thing that a customer, or Apple, does.
  private enum Act: CaseIterable {
    case gold, silver, yearly, refundGold, refundSilver, reverseGold, reverseSilver, later

    func play(in story: inout StoreStory) {
      switch self {
      case .gold: _ = try? story.purchase(TestShop.gold)
      case .silver: _ = try? story.purchase(TestShop.silver)
      case .yearly: _ = try? story.purchase(TestShop.goldYearly)
      case .refundGold: try? story.refund("gold.monthly")
      case .refundSilver: try? story.refund("silver.monthly")
      case .reverseGold: try? story.reverse("gold.monthly")
      case .reverseSilver: try? story.reverse("silver.monthly")
      case .later: _ = try? story.play(.advance(AdvanceEvent(by: CalendarDuration(days: 16))))
      }
    }
  }

  /// Periods that were paid for and give service now, as the app can tell by what it gets.
  ///
  /// Who bought a product twice and then upgraded has left both periods.
  private static func running(in story: StoreStory) -> [Transaction] {
    let all = story.transactions()
    let upgraded = all.filter { $0.isUpgraded == true }
    return all.filter { transaction in
      guard let end = transaction.expiresDate else { return false }
      let isLeft = upgraded.contains {
        $0.productID == transaction.productID && $0.id > transaction.id && $0.purchaseDate < end
      }
      return transaction.revocationDate == nil && transaction.isUpgraded != true && !isLeft
        && story.state.header.now < end
    }
  }

  @Test func `rules R-7, P-5, S-39: every order of purchases, refunds and reversals`() throws {
    var open: [([Act], StoreStory)] = [.gold, .silver, .yearly].map { ([$0], StoreStory()) }
    var played = 0
    while let (acts, before) = open.popLast() {
      var story = before
      acts.last?.play(in: &story)
      let now = story.state.header.now
      let running = Self.running(in: story)
      let status = try #require(story.status())
      #expect(Set(running.map(\.productID)).count <= 1, "\(acts)")
      #expect((status.state == .subscribed) == !running.isEmpty, "\(acts)")
      if !running.isEmpty { #expect(running.contains(status.transaction), "\(acts)") }
      #expect(
        running.allSatisfy { $0.expiresDate ?? now <= status.transaction.expiresDate ?? now },
        "\(acts)"
      )
      #expect(StoreInvariants.violations(in: story) == [], "\(acts)")
      played += 1
      if acts.count < 5 { open += Act.allCases.map { (acts + [$0], story) } }
    }
    #expect(played == 3 * (1 + 8 + 64 + 512 + 4096))
  }
}
