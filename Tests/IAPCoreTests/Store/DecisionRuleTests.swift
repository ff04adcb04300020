import IAPCore
import IAPTestSupport
import Testing

/// Decisions that hang on time, on the developer's answer, or on what the customer did before.
struct DecisionRuleTests {
  // MARK: - Refunds by the developer's preference

  private func answered(
    _ product: ProductID,
    _ preference: RefundPreference?,
    used: Int? = nil,
    after day: Double = 0
  ) throws -> StoreStory {
    var story = StoreStory()
    try story.set(["refund-decision": "preference"])
    try story.purchase(product)
    try story.day(day)
    try story.play(.requestRefund(RequestRefundEvent(id: product.rawValue)))
    var answer = ConsumptionEvent(id: product.rawValue, customerConsented: true)
    answer.refundPreference = preference
    answer.consumptionPercentage = used
    try story.play(.consumption(answer))
    return story
  }

  @Test func `row N-78: a preference decides where Apple follows it`() throws {
    let declined = try answered(TestShop.coins, .decline)
    let full = try answered(TestShop.coins, .grantFull)
    let part = try answered(TestShop.coins, .grantProrated, used: 30_000)
    let none = try answered(TestShop.coins, nil)

    #expect(declined.notifications.last == "0 REFUND_DECLINED")
    #expect(full.transactions().map(\.revocationType) == [.refundFull])
    #expect(part.transactions().map(\.revocationPercentage) == [70_000])
    #expect(none.notifications.last == "0 CONSUMPTION_REQUEST")
    #expect(none.account()?.refundRequests.map(\.answer) == [.pending])
  }

  @Test func `row N-78: of a subscription the part that is left is refunded`() throws {
    let story = try answered(TestShop.gold, .grantProrated, after: 12)
    let unused = try answered(TestShop.gold, .grantProrated)
    let usedUp = try answered(TestShop.coins, .grantProrated, used: 100_000)

    #expect(story.transactions().map(\.revocationPercentage) == [60_000])
    #expect(unused.transactions().map(\.revocationType) == [.refundFull])
    #expect(usedUp.notifications.last == "0 REFUND_DECLINED")
  }

  @Test func `row N-78: the answer waits for a decision unless it is set to decide`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.coins)
    try story.play(.requestRefund(RequestRefundEvent(id: "coins.100")))
    var answer = ConsumptionEvent(id: "coins.100", customerConsented: true)
    answer.refundPreference = .grantFull

    try story.play(.consumption(answer))

    #expect(story.transactions().map(\.revocationDate) == [nil])
  }

  @Test func `rules R-2, N-78: twelve hours to answer, where they are kept`() throws {
    var coins: TransactionID?
    func refusal(after day: Double, isStrict: Bool) throws -> StoreError? {
      var story = StoreStory()
      try story.set(["strict-consumption-window": isStrict ? "on" : "off"])
      coins = try story.purchase(TestShop.coins).transaction?.id
      try story.day(1)
      try story.play(.requestRefund(RequestRefundEvent(id: "coins.100")))
      try story.day(1 + day)
      let answer = ConsumptionEvent(id: "coins.100", customerConsented: true)
      return story.refusal(of: .consumption(answer))
    }

    #expect(try refusal(after: 0.499, isStrict: true) == nil)
    let late = try refusal(after: 0.5, isStrict: true)
    let asked = StoreStory.april.adding(milliseconds: Instant.day)
    #expect(late == .consumptionWindowClosed(try #require(coins), requestDate: asked))
    #expect(try refusal(after: 9, isStrict: false) == nil)
  }

  // MARK: - Win-back by time

  /// Silver for two months, cancelled, over at the end of May.
  private func lapsed(_ criteria: [String: String]) throws -> StoreStory {
    var story = StoreStory()
    for (key, value) in criteria {
      try story.play(
        .product(ProductChangeEvent(id: TestShop.silver, key: key, value: value))
      )
    }
    try story.purchase(TestShop.silver)
    try story.day(40)
    try story.cancel("silver.monthly")
    try story.advance(to: "2026-06-01T00:00:00Z")
    return story
  }

  private func answer(_ story: StoreStory) -> OfferAnswer? {
    story.state.offers(for: TestShop.silver, account: .standard).winBack.first?.answer
  }

  @Test func `rule O-9: a win-back offer asks for time that was paid for`() throws {
    #expect(answer(try lapsed(["win-back-paid-months": "2"])) == .eligible)
    let short = try lapsed(["win-back-paid-months": "3"])
    #expect(answer(short) == .notEligible(.paidTooShort))
    #expect(short.status()?.renewalInfo.eligibleWinBackOfferIDs == nil)
  }

  @Test func `rule O-9: a trial is no paid time`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.trial)
    try story.cancel("trial.monthly")
    try story.day(8)
    try story.play(
      .product(
        ProductChangeEvent(id: TestShop.silver, key: "win-back-paid-months", value: "1")
      )
    )

    #expect(answer(story) == .notEligible(.paidTooShort))
  }

  @Test func `rule O-9: a win-back offer asks for time since the end`() throws {
    var story = try lapsed(["win-back-lapsed-months": "2"])
    try story.advance(to: "2026-07-31T23:59:59Z")
    #expect(answer(story) == .notEligible(.lapsedTooShort))
    let early = try story.purchase(TestShop.silver) { $0.offer = "back.best" }
    #expect(early.code == "ineligibleForOffer")

    try story.advance(to: "2026-08-01T00:00:00Z")

    #expect(answer(story) == .eligible)
    #expect(
      story.status()?.renewalInfo.eligibleWinBackOfferIDs == ["back.best", "back.small"]
    )
  }

  @Test func `rule O-9: a win-back offer asks for time since the last one`() throws {
    var story = try lapsed(["win-back-wait-months": "3"])
    try story.purchase(TestShop.silver) { $0.offer = "back.best" }
    try story.cancel("silver.monthly")
    try story.advance(to: "2026-08-31T00:00:00Z")
    #expect(answer(story) == .notEligible(.wonBackTooRecently))

    try story.advance(to: "2026-09-01T00:00:00Z")

    #expect(answer(story) == .eligible)
  }

  @Test func `Criteria of a win-back offer have limits and can be taken back`() throws {
    var story = try lapsed(["win-back-paid-months": "3"])
    for (key, value) in [
      ("win-back-paid-months", "61"), ("win-back-lapsed-months", "25"),
      ("win-back-wait-months", "1"), ("win-back-paid-months", "soon"),
    ] {
      let event = ProductChangeEvent(id: TestShop.silver, key: key, value: value)
      guard case .invalidProductValue = story.refusal(of: .product(event)) else {
        Issue.record("\(key) \(value) was taken")
        continue
      }
    }
    try story.play(
      .product(
        ProductChangeEvent(id: TestShop.silver, key: "win-back-paid-months", value: "any")
      )
    )

    #expect(answer(story) == .eligible)
    #expect(story.state.header.productChanges[TestShop.silver]?.winBackCriteria == nil)
  }

  // MARK: - Introductory offers by the developer's word

  @Test func `rule O-2: the developer's answer counts, whatever the store knows`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.trial) { $0.introEligibility = .ineligible }
    try story.cancel("trial.monthly")
    try story.day(31)
    try story.purchase(TestShop.trial) { $0.introEligibility = .eligible }
    try story.cancel("trial.monthly")
    try story.day(60)
    try story.purchase(TestShop.trial) { $0.introEligibility = .eligible }
    try story.cancel("trial.monthly")
    try story.day(90)
    try story.purchase(TestShop.trial)

    #expect(story.transactions().map(\.offerType) == [nil, .introductory, .introductory, nil])
    #expect(story.transactions().map(\.price) == [6990, 0, 0, 6990])
  }

  // MARK: - Late renewals

  @Test func `rules S-12, T-23: bought while its renewal is late, it begins anew`() throws {
    for product in [TestShop.silver, TestShop.gold] {
      var story = StoreStory()
      try story.set(["lag": "2h"])
      try story.purchase(TestShop.silver)
      try story.advance(to: "2026-05-01T01:00:00Z")
      #expect(story.status()?.state == .expired)

      let result = try story.purchase(product)
      try story.advance(to: "2026-05-02T00:00:00Z")

      #expect(result.result == .purchased)
      #expect(result.transaction?.purchaseDate.rfc3339 == "2026-05-01T01:00:00Z")
      #expect(story.notifications.last == "30.4 SUBSCRIBED/RESUBSCRIBE(1)")
      #expect(story.transactions().count == 2)
      #expect(story.status()?.state == .subscribed)
    }
  }

  // MARK: - Charges that a commitment owes

  /// A year billed monthly, cancelled, and the first attempt at the second charge fails early.
  private func failing() throws -> StoreStory {
    var story = StoreStory()
    try story.set(["lead": "6h"])
    try story.purchase(TestShop.max) { $0.billingPlan = .monthly }
    try story.cancel("max.yearly")
    try story.failBilling()
    try story.day(29.9)
    return story
  }

  private func switches(_ story: StoreStory) -> [Int?] {
    let info = story.status("max")?.renewalInfo
    return [info?.autoRenewStatus, info?.commitmentInfo?.autoRenewStatus]
  }

  @Test func `rules P-9, B-10: an early failure does not forget that the customer cancelled`()
    throws
  {
    var story = try failing()
    #expect(story.notifications.last == "29.75 DID_FAIL_TO_RENEW(1)")
    #expect(switches(story) == [1, 0])

    var fixed = story
    try fixed.fixBilling()
    #expect(fixed.notifications.last == "29.90 DID_RENEW/BILLING_RECOVERY(1)")
    #expect(switches(fixed) == [1, 0])

    try story.day(31)
    #expect(story.status("max")?.state == .inBillingRetryPeriod)
    #expect(switches(story) == [1, 0])
    try story.fixBilling()
    #expect(switches(story) == [1, 0])
  }

  @Test func `rules P-9, B-10: cancelled and switched on again while a charge is failing`() throws {
    var story = StoreStory()
    try story.set(["lead": "6h"])
    try story.purchase(TestShop.max) { $0.billingPlan = .monthly }
    try story.failBilling()
    try story.day(29.9)
    let told = story.notifications

    try story.cancel("max.yearly")
    #expect(switches(story) == [1, 0])
    try story.resume("max.yearly")
    #expect(switches(story) == [1, 1])

    // The store goes on trying as before: nothing failed anew.
    #expect(story.notifications.count == told.count + 2)
    #expect(story.notifications.filter { $0.contains("DID_FAIL_TO_RENEW") }.count == 1)
  }
}
