import IAPCore
import IAPTestSupport
import Testing

/// Time, order and refusals: rules X-*.
struct OrderRuleTests {
  @Test func `rule X-1: at the expiry the renewal has happened`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.play(
      .advance(AdvanceEvent(to: story.start.adding(milliseconds: 30 * Instant.day - 1)))
    )
    #expect(story.transactions().count == 1)
    try story.day(30)
    #expect(story.transactions().count == 2)
    #expect(story.status()?.state == .subscribed)
  }

  @Test func `rule X-2: what is due at one instant happens in the order of kinds`() throws {
    var story = StoreStory()
    try story.set(["grace-period": "3d", "billing-retry": "3"])
    try story.purchase(TestShop.gold)
    try story.failBilling()
    try story.day(3)
    try story.purchase(TestShop.gold, as: "b")
    try story.day(32)
    try story.set(["ask-to-buy": "on"], as: "b")
    try story.purchase(TestShop.coins, as: "b")
    try story.day(33)
    #expect(
      story.changes.suffix(4).map { "\($0.account) \($0.kind)" } == [
        "b requestExpired", "default gracePeriodExpired", "default expired", "b renewed",
      ]
    )
  }

  @Test func `rule X-3: an event at the instant of a renewal comes after it`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.day(30)
    try story.cancel("gold.monthly")
    #expect(story.ends(of: TestShop.gold).last == "2026-06-01T00:00:00Z")
  }

  @Test func `rule X-4: one advance tells of every step with its own date`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.advance(to: "2027-04-01T00:00:00Z")
    #expect(story.transactions().count == 13)
    #expect(
      story.changes.dropFirst().map(\.date) == story.transactions().dropFirst().map(\.purchaseDate)
    )
    #expect(
      story.changes.compactMap(\.notification?.signedDate)
        == story.transactions().map(\.purchaseDate)
    )
  }

  @Test func `rule X-5: the same events make the same ids`() throws {
    func told(seed: UInt64) throws -> [StoreChange] {
      var story = StoreStory(seed: seed)
      try story.purchase(TestShop.gold)
      try story.share("gold.monthly", with: "kid")
      try story.day(100)
      return story.changes
    }
    #expect(try told(seed: 7) == told(seed: 7))
    let uuids = try told(seed: 7).compactMap(\.notification?.uuid)
    #expect(Set(uuids).count == uuids.count)
    #expect(try told(seed: 8).compactMap(\.notification?.uuid) != uuids)
  }

  @Test func `rule X-6: the clock goes forward, between 2000 and 2199`() throws {
    var story = StoreStory()
    let before = story.start.adding(milliseconds: -1)
    #expect(
      story.refusal(of: .advance(AdvanceEvent(to: before)))
        == .clockBackwards(from: story.start, to: before)
    )
    #expect(
      story.refusal(of: .advance(AdvanceEvent(to: StoreState.end)))
        == .clockOutOfRange(StoreState.end)
    )
    #expect(story.refusal(of: .advance(AdvanceEvent())) == .invalidAdvance)
    try story.play(.advance(AdvanceEvent(by: CalendarDuration(months: 150 * 12))))
    #expect(story.state.header.now.rfc3339 == "2176-04-01T00:00:00Z")
  }

  @Test func `rule X-7: at one instant accounts come in order of creation, then products`() throws {
    var story = StoreStory()
    try story.set(["rate": "oneRenewalEveryMinute"])
    for account in ["z", "m", "a"] {
      try story.purchase(TestShop.silver, as: AccountName(account))
      try story.purchase(TestShop.max, as: AccountName(account))
    }
    try story.play(.advance(AdvanceEvent(by: CalendarDuration(milliseconds: Instant.minute))))
    #expect(
      story.changes.suffix(6).map { "\($0.account) \($0.transaction?.productID ?? "-")" } == [
        "z max.yearly", "z silver.monthly", "m max.yearly", "m silver.monthly", "a max.yearly",
        "a silver.monthly",
      ]
    )
  }

  @Test func `rule X-8: refusals have codes and change nothing`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.purchase(TestShop.lifetime)
    try story.purchase(TestShop.lifetime, as: "other")
    try story.refund("lifetime")
    var eleven = PurchaseEvent(id: TestShop.coins)
    eleven.quantity = 11
    let cases: [(Event, String)] = [
      (.approve(RequestOperand(request: "req-1")), "unknownRequest"),
      (.refund(RefundEvent(id: "lifetime")), "duplicateRequest"),
      (.refund(RefundEvent(id: "nothing")), "unknownTransaction"),
      (.extend(ExtendEvent(subscription: "gold.monthly", days: 91)), "invalidExtensionDays"),
      (.renew(SubscriptionOperand(subscription: "silver.monthly")), "unknownSubscription"),
      (.refundReverse(TransactionOperand(id: "gold.monthly")), "notRefunded"),
      (.purchase(eleven), "invalidQuantity"),
      (.purchase(PurchaseEvent(id: "no")), "unknownProduct"),
      (.redeem(RedeemEvent(code: "GOLDIE")), "ineligibleForOffer"),
      (.finish(FinishEvent(all: true)), "notAStoreEvent"),
      (.set(SetEvent(["colour": "red"])), "unknownSetting"),
      (.set(SetEvent(["rate": "fast"])), "invalidSetting"),
      (.set(SetEvent(["fail": "verification networkError"])), "invalidSetting"),
      (.accountAdd(AccountAddEvent(name: "default")), "accountExists"),
      (.accountAdd(AccountAddEvent(name: ".x")), "invalidAccountName"),
      (.load(LoadEvent(catalog: "00", entitlements: nil)), "unknownCatalog"),
      (.advance(AdvanceEvent(until: "doomsday")), "unknownOccurrence"),
      (.advance(AdvanceEvent(until: "purchased")), "neverHappens"),
      (.price(PriceEvent(id: "no", amount: .zero)), "unknownProduct"),
      (.resume(SubscriptionOperand(subscription: "gold.monthly")), "alreadyOn"),
    ]
    let before = story.state
    for (event, code) in cases {
      #expect(story.refusal(of: event)?.code == code)
      #expect(story.state == before)
    }
    let foreign = RefundEvent(id: "2000002000000001")
    #expect(
      story.refusal(of: .refund(foreign))
        == .unknownTransaction("2000002000000001", owner: "other")
    )
    #expect(
      story.refusal(of: .cancel(SubscriptionOperand(subscription: "x")), as: "nobody")
        == .unknownAccount("nobody")
    )
  }

  @Test func `advance until stops right after what was waited for`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.day(1)
    try story.cancel("gold.monthly")
    try story.play(.advance(AdvanceEvent(until: "expired")))
    #expect(story.state.header.now.rfc3339 == "2026-05-01T00:00:00Z")
    #expect(story.changes.last?.kind == .expired)
    try story.purchase(TestShop.gold)
    try story.play(.advance(AdvanceEvent(until: "DID_RENEW")))
    #expect(story.state.header.now.rfc3339 == "2026-06-01T00:00:00Z")
  }

  @Test func `The accounts an event concerns`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.share("gold.monthly", with: "kid")
    try story.purchase(TestShop.gold, as: "far")
    var due = DueTable()
    for name in story.state.accounts.keys { due[name] = story.state.nextDue(of: name) }
    func names(_ event: Event, _ account: AccountName) -> [AccountName] {
      story.state.accountsConcerned(by: event, account: account, due: due).sorted()
    }
    #expect(names(.purchase(PurchaseEvent(id: TestShop.coins)), "far") == ["far"])
    #expect(names(.purchase(PurchaseEvent(id: TestShop.coins)), "kid") == ["default", "kid"])
    #expect(names(.advance(AdvanceEvent(by: CalendarDuration(days: 1))), "far") == ["far"])
    #expect(
      names(.advance(AdvanceEvent(by: CalendarDuration(days: 40))), "far")
        == ["default", "far", "kid"]
    )
    #expect(names(.share(ShareEvent(id: "x", with: ["new"])), "far") == ["far", "new"])
    #expect(names(.set(SetEvent(["lead": "6h"])), "far") == ["default", "far", "kid"])
    #expect(names(.set(SetEvent(["network": "off"])), "far") == ["far"])
  }
}
