import IAPCore
import IAPTestSupport
import Testing

/// Refunds, their reversal, and extensions: rules R-*.
struct RefundRuleTests {
  private func request(_ id: String) -> Event {
    .requestRefund(RequestRefundEvent(id: id))
  }

  @Test func `rule R-1: a refund is asked for once`() throws {
    var story = StoreStory()
    let coins = try #require(try story.purchase(TestShop.coins).transaction)
    try story.play(request("coins.100"))
    #expect(story.refusal(of: request("coins.100")) == .duplicateRequest(coins.id))
    try story.play(.refundDecline(TransactionOperand(id: "coins.100")))
    #expect(story.refusal(of: request(coins.id.rawValue)) == .duplicateRequest(coins.id))
    try story.refund("coins.100")
    #expect(story.refusal(of: request("coins.100")) == .duplicateRequest(coins.id))
    try story.set(["fail": "refundRequest failed"])
    #expect(story.refusal(of: request("coins.100")) == .storeKit(.failed))
  }

  @Test func `rule R-2: asking ends renewal, and asks the developer about consumption`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.purchase(TestShop.lifetime)
    try story.play(request("gold.monthly"))
    #expect(
      story.notifications.suffix(2) == [
        "0 CONSUMPTION_REQUEST(1)", "0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED(1)",
      ]
    )
    #expect(
      story.changes.compactMap(\.notification?.data?.consumptionRequestReason) == ["OTHER"]
    )
    let count = story.notifications.count
    try story.play(request("lifetime"))
    #expect(story.notifications.count == count)
    var all = StoreStory()
    try all.set(["consumption-request": "all"])
    try all.purchase(TestShop.lifetime)
    try all.play(request("lifetime"))
    #expect(all.notifications.last == "0 CONSUMPTION_REQUEST")
  }

  @Test func `rules R-2, S-41, N-71: asked for while the bank refuses, it ends at once`() throws {
    for grace in ["off", "16d"] {
      var story = StoreStory()
      try story.set(["grace-period": grace])
      try story.purchase(TestShop.gold)
      try story.failBilling()
      try story.day(32)

      try story.play(.requestRefund(RequestRefundEvent(id: "gold.monthly")))
      try story.fixBilling()
      try story.day(70)

      #expect(
        story.notifications.suffix(3) == [
          "32 CONSUMPTION_REQUEST(\(grace == "off" ? 3 : 4))",
          "32 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED(2)", "32 EXPIRED/VOLUNTARY(2)",
        ]
      )
      #expect(story.transactions().count == 1)
    }
  }

  @Test func `rule R-2: the developer's answer`() throws {
    var story = StoreStory()
    let coins = try #require(try story.purchase(TestShop.coins).transaction)
    var answer = ConsumptionEvent(id: "coins.100", customerConsented: true)
    #expect(story.refusal(of: .consumption(answer)) == .noRefundRequest(coins.id))
    try story.play(request("coins.100"))
    answer.refundPreference = .grantProrated
    #expect(story.refusal(of: .consumption(answer)) == .invalidConsumption(.percentageMissing))
    answer.consumptionPercentage = 50_000
    answer.customerConsented = false
    #expect(story.refusal(of: .consumption(answer)) == .invalidConsumption(.consentMissing))
    answer.customerConsented = true
    try story.play(.consumption(answer))
    #expect(story.account()?.refundRequests.first?.consumption == answer)
  }

  @Test func `rule R-3: granted, service ends at once and the expiry stays`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.day(3)
    try story.refund("gold.monthly", reason: .appIssue)
    let status = try #require(story.status())
    #expect(status.state == .revoked)
    #expect(status.transaction.revocationDate == story.state.header.now)
    #expect(status.transaction.revocationReason == .developerIssue)
    #expect(status.transaction.revocationType == .refundFull)
    #expect(status.transaction.expiresDate?.rfc3339 == "2026-05-01T00:00:00Z")
    #expect(status.renewalInfo.autoRenewStatus == 0)
    #expect(story.state.nextDue(of: .standard) == nil)
  }

  @Test func `rule R-4: an older period is refunded alone`() throws {
    var story = StoreStory()
    let first = try #require(try story.purchase(TestShop.gold).transaction)
    try story.day(31)
    try story.refund(first.id.rawValue, percentage: 50_000)
    #expect(story.status()?.state == .subscribed)
    #expect(story.notifications.last == "31 REFUND(1)")
    #expect(story.transactions()[0].revocationType == .refundProrated)
    #expect(story.transactions()[0].revocationPercentage == 50_000)
    try story.day(62)
    #expect(story.transactions().count == 3)
    let bad = RefundEvent(id: "gold.monthly", percentage: 100_000)
    #expect(story.refusal(of: .refund(bad)) == .invalidPercentage(100_000))
  }

  @Test func `rule R-5: what was refunded can be bought again`() throws {
    var story = StoreStory()
    let first = try #require(try story.purchase(TestShop.lifetime).transaction)
    try story.refund("lifetime")
    let second = try #require(try story.purchase(TestShop.lifetime).transaction)
    #expect(second.originalID == second.id)
    #expect(second.id != first.id)
    let coins = try #require(try story.purchase(TestShop.coins).transaction)
    try story.refund("coins.100")
    #expect(story.transactions().last?.id == coins.id)
    #expect(story.transactions().last?.revocationDate != nil)
  }

  @Test func `rule R-6: declined, renewal stays off`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.play(request("gold.monthly"))
    try story.play(.refundDecline(TransactionOperand(id: "gold.monthly")))
    #expect(story.notifications.last == "0 REFUND_DECLINED(1)")
    #expect(story.status()?.state == .subscribed)
    #expect(story.status()?.renewalInfo.autoRenewStatus == 0)
  }

  @Test func `rules R-6, X-8: only what was asked for can be declined, and once`() throws {
    var story = StoreStory()
    let coins = try #require(try story.purchase(TestShop.coins).transaction)
    let decline = Event.refundDecline(TransactionOperand(id: "coins.100"))
    let before = story.state
    #expect(story.refusal(of: decline) == .noRefundRequest(coins.id))
    #expect(story.state == before)
    try story.play(request("coins.100"))
    try story.play(decline)
    #expect(story.refusal(of: decline) == .refundRequestDeclined(coins.id))
    let answer = ConsumptionEvent(id: "coins.100", customerConsented: true)
    #expect(story.refusal(of: .consumption(answer)) == .refundRequestDeclined(coins.id))
    try story.refund("coins.100")
    #expect(story.refusal(of: decline) == .alreadyRefunded(coins.id))
    #expect(story.notifications.filter { $0.contains("REFUND_DECLINED") }.count == 1)
  }

  @Test func `rule R-7: taken back, it is as before; auto-renewal stays off`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.purchase(TestShop.lifetime)
    let before = story.transactions()
    try story.refund("gold.monthly")
    try story.refund("lifetime")
    try story.reverse("gold.monthly")
    try story.reverse("lifetime")
    #expect(story.transactions() == before)
    #expect(story.status()?.state == .subscribed)
    #expect(
      story.deliveries.suffix(2) == ["refundReversal gold.monthly", "refundReversal lifetime"]
    )
    let late = try #require(before.last)
    #expect(
      story.refusal(of: .refundReverse(TransactionOperand(id: late.id.rawValue)))
        == .notRefunded(late.id)
    )
    try story.refund("gold.monthly")
    try story.day(40)
    try story.reverse("gold.monthly")
    #expect(story.status()?.state == .expired)
    #expect(story.notifications.last == "40 REFUND_REVERSED(2)")
  }

  @Test func `rule R-8: the family's copies go with the refund and come back with it`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.share("gold.monthly", with: "kid")
    try story.day(2)
    try story.refund("gold.monthly", reason: .appIssue)
    #expect(story.notifications.suffix(2) == ["2 REFUND(5)", "kid:2 REVOKE(5)"])
    #expect(story.transactions(of: "kid").map(\.revocationReason) == [.developerIssue])
    try story.reverse("gold.monthly")
    #expect(story.status(of: "kid")?.state == .subscribed)
    #expect(story.transactions(of: "kid").map(\.revocationDate) == [nil])
  }

  @Test func `A refund takes the restored copies along`() throws {
    var story = StoreStory()
    let first = try #require(try story.purchase(TestShop.lifetime).transaction)
    try story.play(.restore(RestoreEvent()))
    try story.play(.restore(RestoreEvent()))
    try story.refund(story.transactions()[1].id.rawValue)
    #expect(story.transactions().allSatisfy { $0.revocationDate != nil })
    try story.reverse(first.id.rawValue)
    #expect(story.transactions().allSatisfy { $0.revocationDate == nil })
  }

  @Test func `rule R-9: who can be extended, and how often`() throws {
    var story = StoreStory()
    let id = try #require(try story.purchase(TestShop.gold).transaction?.id)
    func refusal(_ days: Int) -> StoreError? {
      story.refusal(of: .extend(ExtendEvent(subscription: "gold.monthly", days: days)))
    }
    #expect(refusal(0) == .extensionRefused(id, .invalidExtensionDays))
    #expect(refusal(91) == .extensionRefused(id, .invalidExtensionDays))
    #expect(refusal(90) == nil)
    #expect(refusal(1) == nil)
    #expect(refusal(1) == .extensionRefused(id, .extensionLimitReached))
    try story.day(365)
    #expect(refusal(1) == nil)
    var trial = StoreStory()
    let free = try #require(try trial.purchase(TestShop.trial).transaction?.id)
    let event = Event.extend(ExtendEvent(subscription: "trial.monthly", days: 5))
    #expect(trial.refusal(of: event) == .extensionRefused(free, .extensionOfFreeOffer))
    try trial.failBilling()
    try trial.day(8)
    #expect(trial.refusal(of: event) == .extensionRefused(free, .extensionOfInactive))
  }

  @Test func `rule R-9: a mass extension tells of each and sums up`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.share("gold.monthly", with: "kid")
    try story.purchase(TestShop.gold, as: "b")
    try story.purchase(TestShop.gold, as: "c")
    try story.set(["storefront": "DEU"], as: "c")
    try story.play(.billingFail(OptionalSubscriptionOperand()), as: "b")
    try story.day(31)
    var event = ExtendEvent(subscription: "gold.monthly", days: 14, all: true)
    event.storefronts = ["USA"]
    event.requestIdentifier = "outage"
    try story.play(.extend(event))
    #expect(
      story.notifications.suffix(4) == [
        "31 RENEWAL_EXTENDED(1)", "kid:31 RENEWAL_EXTENDED(1)",
        "b:31 RENEWAL_EXTENSION/FAILURE(3)", "31 RENEWAL_EXTENSION/SUMMARY",
      ]
    )
    event.storefronts = ["USA", "ZZZ"]
    #expect(story.refusal(of: .extend(event)) == .unknownStorefront("ZZZ"))
    let summary = try #require(story.changes.last?.notification?.summary)
    #expect(summary.requestIdentifier == "outage")
    #expect([summary.succeededCount, summary.failedCount] == [1, 1])
    #expect(summary.storefrontCountryCodes == ["USA"])
    #expect(
      story.subscription(of: "kid")?.expiresDate == story.subscription()?.expiresDate
    )
  }

  @Test func `rule R-10: the period keeps its order line, later ones follow`() throws {
    var story = StoreStory()
    let before = try #require(try story.purchase(TestShop.gold).transaction)
    try story.play(.extend(ExtendEvent(subscription: "gold.monthly", days: 5)))
    #expect(story.transactions()[0].webOrderLineItemID == before.webOrderLineItemID)
    try story.day(36)
    #expect(
      story.ends(of: TestShop.gold) == ["2026-05-06T00:00:00Z", "2026-06-06T00:00:00Z"]
    )
  }
}
