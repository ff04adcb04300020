import IAPCore
import IAPTestSupport
import Testing

/// States, renewal, plan changes and cancelling: rules S-*.
struct SubscriptionRuleTests {
  @Test func `rule S-1: the five states`() throws {
    var story = StoreStory()
    try story.set(["grace-period": "3d"])
    try story.purchase(TestShop.silver)
    var states = [story.status()?.state]
    try story.failBilling()
    for day in [31.0, 34, 91] {
      try story.day(day)
      states.append(story.status()?.state)
    }
    try story.refund("silver.monthly")
    states.append(story.status()?.state)
    #expect(
      states == [.subscribed, .inGracePeriod, .inBillingRetryPeriod, .expired, .revoked]
    )
  }

  @Test(arguments: 1...5)
  func `rule S-2: the five reasons`(number: Int) throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    #expect(story.status()?.renewalInfo.expirationIntent == nil)
    try story.day(1)
    let reason = ExpirationIntent(rawValue: number)
    try story.play(.expire(ExpireEvent(subscription: "silver.monthly", reason: reason)))
    #expect(story.status()?.renewalInfo.expirationIntent == reason)
    #expect(story.status()?.renewalInfo.autoRenewStatus == 0)
    let subtypes = ["/VOLUNTARY", "/BILLING_RETRY", "/PRICE_INCREASE", "/PRODUCT_NOT_FOR_SALE", ""]
    #expect(story.notifications.last == "1 EXPIRED\(subtypes[number - 1])(2)")
  }

  @Test func `rule S-3: retry, reason and grace date together`() throws {
    var story = StoreStory()
    try story.set(["grace-period": "3d"])
    try story.purchase(TestShop.silver)
    try story.failBilling()
    var rows: [[String]] = []
    for day in [0.0, 31, 34, 91] {
      try story.day(day)
      let info = try #require(story.status()?.renewalInfo)
      rows.append([
        "\(info.isInBillingRetryPeriod ?? false)", info.expirationIntent.map { "\($0)" } ?? "-",
        info.gracePeriodExpiresDate.map(\.rfc3339) ?? "-",
      ])
    }
    #expect(
      rows == [
        ["false", "-", "-"], ["true", "2", "2026-05-04T00:00:00Z"], ["true", "2", "-"],
        ["false", "2", "-"],
      ]
    )
  }

  @Test func `rule S-4: the product of the next period`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.purchase(TestShop.silver)
    let info = try #require(story.status()?.renewalInfo)
    #expect(info.productID == TestShop.gold)
    #expect(info.autoRenewProductID == TestShop.silver)
    #expect(info.renewalPrice == 4990)
  }

  @Test func `rule S-5: the run ignores gaps of up to 60 days`() throws {
    for (day, isNew) in [(90.0, false), (90.5, true)] {
      var story = StoreStory()
      try story.purchase(TestShop.silver)
      try story.cancel("silver.monthly")
      try story.day(40)
      #expect(story.status()?.renewalInfo.renewalDate?.rfc3339 == "2026-05-01T00:00:00Z")
      try story.day(day)
      try story.purchase(TestShop.silver)
      #expect(
        story.status()?.renewalInfo.recentSubscriptionStartDate
          == (isNew ? story.state.header.now : story.start)
      )
    }
  }

  @Test func `rule S-6: the next price includes an offer that runs`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.purchase(TestShop.silver) { $0.offer = "half" }
    var prices: [Int64?] = []
    for month in 0..<5 {
      try story.day(Double(month) * 31)
      prices.append(story.status()?.renewalInfo.renewalPrice)
    }
    #expect(prices == [2490, 2490, 2490, 4990, 4990])
  }

  @Test func `rule S-10: the store charges in the last day only`() throws {
    var story = StoreStory()
    let long = SetEvent(["lead": "25h"])
    #expect(story.refusal(of: .set(long))?.code == "invalidSetting")
    try story.set(["lead": "24h"])
    try story.purchase(TestShop.gold)
    try story.day(28.9)
    #expect(story.transactions().count == 1)
    try story.day(29)
    #expect(story.transactions().count == 2)
  }

  @Test func `rule S-11: without lead the renewal is made at the expiry`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.day(30)
    #expect(story.changes.last?.date.rfc3339 == "2026-05-01T00:00:00Z")
    #expect(story.changes.last?.kind == .renewed)
  }

  @Test func `rule S-12: with lag it looks expired in between`() throws {
    var story = StoreStory()
    try story.set(["lag": "2h"])
    try story.purchase(TestShop.gold)
    try story.day(30)
    let status = try #require(story.status())
    #expect(status.state == .expired)
    #expect(status.renewalInfo.autoRenewStatus == 1)
    #expect(status.renewalInfo.isInBillingRetryPeriod == false)
    #expect(status.renewalInfo.expirationIntent == nil)
    try story.day(31)
    #expect(
      story.ends(of: TestShop.gold) == ["2026-05-01T00:00:00Z", "2026-06-01T00:00:00Z"]
    )
  }

  @Test func `rules S-12, T-23, O-1: who waits for a late renewal counts as lapsed for offers`()
    throws
  {
    var story = StoreStory()
    try story.set(["lag": "2h"])
    try story.purchase(TestShop.gold)
    let before = story.state.offers(for: TestShop.trial, account: .standard)
    try story.day(30)
    let late = story.state.offers(for: TestShop.trial, account: .standard)
    let back = story.state.offers(for: TestShop.silver, account: .standard).winBack

    #expect(before.introductory == .notEligible(.subscribed))
    #expect(late.introductory == .eligible)
    #expect(late.priceNow == 0)
    // Not churned: auto-renewal is on (rule O-9).
    #expect(!back.isEmpty)
    #expect(back.map(\.answer) == back.map { _ in .notEligible(.notLapsed) })

    let result = try story.purchase(TestShop.trial)
    #expect(result.transaction?.offerType == .introductory)
  }

  @Test func `rule S-13: a downgrade takes effect at the renewal, at its price`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.purchase(TestShop.silver)
    try story.day(30)
    let renewal = try #require(story.transactions().last)
    #expect(renewal.productID == TestShop.silver)
    #expect(renewal.price == 4990)
    #expect(renewal.reason == .renewal)
    #expect(story.notifications.last == "30 DID_RENEW(1)")
  }

  @Test func `rule S-14: the sandbox renews twelve times`() throws {
    var story = StoreStory()
    try story.set(["preset": "sandbox"])
    try story.purchase(TestShop.gold)
    try story.day(1)
    #expect(story.transactions().count == 13)
    #expect(
      story.changes.suffix(2).map(\.kind) == [.autoRenewDisabled, .expired]
    )
    #expect(story.status()?.renewalInfo.expirationIntent == .customerCancelled)
    var free = StoreStory()
    try free.set(["preset": "testflight"])
    try free.purchase(TestShop.gold)
    try free.day(30)
    #expect(free.transactions().count == 7)
  }

  @Test(arguments: [
    ("anchor", ["02-28", "03-31", "04-30", "05-31"]),
    ("chained", ["02-28", "03-28", "04-28", "05-28"]),
  ])
  func `rules S-20, S-21, S-22: month ends`(mode: String, ends: [String]) throws {
    var story = StoreStory(at: try #require(Instant(rfc3339: "2025-01-31T12:00:00Z")))
    try story.set(["anchor": mode])
    try story.purchase(TestShop.gold)
    try story.advance(to: "2025-05-01T00:00:00Z")
    #expect(story.ends(of: TestShop.gold) == ends.map { "2025-\($0)T12:00:00Z" })
  }

  @Test func `rule S-23: the calendar of the Pacific coast`() throws {
    var story = StoreStory(at: try #require(Instant(rfc3339: "2025-02-19T07:42:32Z")))
    try story.set(["calendar": "America/Los_Angeles"])
    try story.purchase(TestShop.gold)
    try story.advance(to: "2025-04-20T00:00:00Z")
    #expect(
      story.ends(of: TestShop.gold) == [
        "2025-03-19T06:42:32Z", "2025-04-19T06:42:32Z", "2025-05-19T06:42:32Z",
      ]
    )
  }

  @Test func `rule S-24: what moves the anchor`() throws {
    var upgraded = StoreStory()
    try upgraded.purchase(TestShop.silver)
    try upgraded.advance(to: "2026-04-30T00:00:00Z")
    try upgraded.purchase(TestShop.gold)
    try upgraded.advance(to: "2026-06-01T00:00:00Z")
    #expect(
      upgraded.ends(of: TestShop.gold) == ["2026-05-30T00:00:00Z", "2026-06-30T00:00:00Z"]
    )
    var inGrace = StoreStory(at: try #require(Instant(rfc3339: "2026-01-31T00:00:00Z")))
    try inGrace.set(["grace-period": "16d"])
    try inGrace.purchase(TestShop.gold)
    try inGrace.failBilling()
    try inGrace.advance(to: "2026-03-05T00:00:00Z")
    try inGrace.fixBilling()
    #expect(
      inGrace.ends(of: TestShop.gold) == ["2026-02-28T00:00:00Z", "2026-03-31T00:00:00Z"]
    )
  }

  @Test func `rule S-25: milliseconds are kept`() throws {
    var story = StoreStory(at: Instant(milliseconds: 1_775_001_600_123))
    try story.purchase(TestShop.gold)
    #expect(story.subscription()?.expiresDate.milliseconds == 1_777_593_600_123)
  }

  @Test func `rule S-30: an upgrade begins at once, whatever the duration`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.day(5)
    let result = try story.purchase(TestShop.goldYearly)
    #expect(result.transaction?.expiresDate?.rfc3339 == "2027-04-06T00:00:00Z")
    #expect(result.transaction?.price == 99_990)
    #expect(story.transactions()[0].revocationDate == nil)
    #expect(story.status()?.renewalInfo.autoRenewProductID == TestShop.goldYearly)
    #expect(story.deliveries.last == "upgrade gold.yearly")
  }

  @Test func `rule S-31: a crossgrade of the same duration is immediate`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.day(5)
    #expect(try story.purchase(TestShop.trial).result == .purchased)
    #expect(story.notifications.last == "5 DID_CHANGE_RENEWAL_PREF/UPGRADE(1)")
    #expect(story.transactions().last?.offerType == nil)
  }

  @Test func `rule S-32: a crossgrade of another duration waits`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    #expect(try story.purchase(TestShop.weekly).result == .planChangeScheduled)
    #expect(story.notifications.last == "0 DID_CHANGE_RENEWAL_PREF/DOWNGRADE(1)")
    try story.day(31)
    #expect(story.ends(of: TestShop.weekly) == ["2026-05-08T00:00:00Z"])
  }

  @Test func `rule S-33: a downgrade makes no transaction now`() throws {
    var story = StoreStory()
    let gold = try story.purchase(TestShop.gold).transaction
    let result = try story.purchase(TestShop.silver)
    #expect(result == PurchaseResult(.planChangeScheduled, transaction: gold))
    #expect(story.transactions().count == 1)
    #expect(try story.purchase(TestShop.silver).result == .planChangeScheduled)
    #expect(story.notifications.count == 2)
  }

  @Test func `rule S-34: choosing the present plan again cancels the change`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.purchase(TestShop.silver)
    try story.purchase(TestShop.gold)
    #expect(story.notifications.last == "0 DID_CHANGE_RENEWAL_PREF(1)")
    #expect(story.status()?.renewalInfo.autoRenewProductID == TestShop.gold)
    #expect(story.status()?.renewalInfo.renewalPrice == 9990)
  }

  @Test func `rule S-35: an upgrade replaces a pending downgrade`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.purchase(TestShop.weekly)
    try story.purchase(TestShop.gold)
    #expect(story.status()?.renewalInfo.autoRenewProductID == TestShop.gold)
    try story.day(31)
    #expect(story.transactions().last?.productID == TestShop.gold)
  }

  @Test func `rule S-36: a longer duration is no upgrade; the level of today decides`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    #expect(try story.purchase(TestShop.goldYearly).result == .planChangeScheduled)
    try story.play(
      .product(ProductChangeEvent(id: TestShop.gold, key: "group-level", value: "3"))
    )
    #expect(try story.purchase(TestShop.goldYearly).result == .purchased)
  }

  @Test func `rule S-37: choosing a plan switches renewal on`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.cancel("gold.monthly")
    try story.purchase(TestShop.silver)
    #expect(
      story.notifications.suffix(2) == [
        "0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED(1)",
        "0 DID_CHANGE_RENEWAL_PREF/DOWNGRADE(1)",
      ]
    )
  }

  @Test func `rule S-38: another plan while the bank refuses is a purchase that recovers`() throws {
    for (product, line) in [
      (TestShop.gold, "40 DID_CHANGE_RENEWAL_PREF/UPGRADE(1)"),
      (TestShop.weekly, "40 DID_RENEW/BILLING_RECOVERY(1)"),
    ] {
      var story = StoreStory()
      try story.purchase(TestShop.silver)
      try story.failBilling()
      try story.day(40)
      let failing = try story.purchase(product) { $0.simulate = .failure(.systemError) }
      #expect(failing.result == .failed)
      #expect(story.status()?.state == .inBillingRetryPeriod)
      #expect(
        story.refusal(of: .purchase(PurchaseEvent(id: TestShop.silver)))
          == .billingProblem(TestShop.silver, graceEndDate: nil)
      )
      let result = try story.purchase(product)
      #expect(result.transaction?.purchaseDate == story.state.header.now)
      #expect(story.notifications.last == line)
      #expect(story.status()?.renewalInfo.isInBillingRetryPeriod == false)
    }
  }

  @Test func `rules S-30, C-11: a lower plan in grace upgrades nothing, a higher one does`() throws
  {
    func former(_ first: ProductID, then second: ProductID) throws -> Transaction? {
      var story = StoreStory()
      try story.set(["grace-period": "16d"])
      try story.purchase(first)
      try story.failBilling(first.rawValue)
      try story.day(32)
      #expect(try story.purchase(second).result == .purchased)
      return story.transactions().first
    }
    #expect(try former(TestShop.gold, then: TestShop.silver)?.isUpgraded == nil)
    #expect(try former(TestShop.gold, then: TestShop.goldYearly)?.isUpgraded == nil)
    #expect(try former(TestShop.silver, then: TestShop.gold)?.isUpgraded == true)
  }

  @Test func `rule S-39: one own subscription beside shared ones`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.purchase(TestShop.silver, as: "kid")
    try story.share("gold.monthly", with: "kid")
    let active = story.state.statuses(of: "kid").filter { $0.state == .subscribed }
    #expect(active.count == 2)
    #expect(active.filter { $0.transaction.ownershipType == .purchased }.count == 1)
  }

  @Test func `rule S-40: cancelled, it serves until the expiry`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.cancel("gold.monthly")
    try story.day(29.9)
    #expect(story.status()?.state == .subscribed)
    #expect(story.refusal(of: .cancel(SubscriptionOperand(subscription: "gold.monthly"))) != nil)
    try story.day(30)
    #expect(story.status()?.state == .expired)
  }

  @Test func `rule S-41: cancelled in retry, it ends at once`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.failBilling()
    try story.day(40)
    try story.cancel("gold.monthly")
    #expect(story.status()?.state == .expired)
    #expect(story.status()?.renewalInfo.expirationIntent == .customerCancelled)
    #expect(story.state.nextDue(of: .standard) == nil)
  }

  @Test func `rule S-42: switching on again is free before the expiry, a purchase after`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.cancel("gold.monthly")
    try story.resume("gold.monthly")
    #expect(story.transactions().count == 1)
    try story.cancel("gold.monthly")
    try story.day(31)
    let resume = Event.resume(SubscriptionOperand(subscription: "gold.monthly"))
    #expect(story.refusal(of: resume)?.code == "notLive")
  }

  @Test func `rule S-43: a lapsed customer can take any product of the group`() throws {
    for product in [TestShop.gold, TestShop.goldYearly, TestShop.silver, TestShop.weekly] {
      var story = StoreStory()
      try story.purchase(TestShop.gold)
      try story.cancel("gold.monthly")
      try story.day(365)
      #expect(try story.purchase(product).result == .purchased)
      #expect(story.notifications.last == "365 SUBSCRIBED/RESUBSCRIBE(1)")
    }
  }

  @Test func `A product that is not for sale does not renew`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.play(.remove(ProductOperand(id: TestShop.gold)))
    #expect(try story.purchase(TestShop.gold, as: "b").code == "productUnavailable")
    try story.day(31)
    #expect(story.notifications.last == "30 EXPIRED/PRODUCT_NOT_FOR_SALE(2)")
    #expect(story.status()?.renewalInfo.expirationIntent == .productNotAvailable)
  }

  @Test func `A period has a length`() throws {
    var story = StoreStory()
    let first = try #require(try story.purchase(TestShop.gold).transaction)
    let operand = SubscriptionOperand(subscription: "gold.monthly")
    #expect(story.refusal(of: .renew(operand)) == .zeroLengthPeriod(first.id))
    let expire = ExpireEvent(subscription: "gold.monthly")
    #expect(story.refusal(of: .expire(expire)) == .zeroLengthPeriod(first.id))
  }
}
