import IAPCore
import IAPTestSupport
import Testing

/// The rows N-* that end, renew, offer, trouble and extend: type, subtype, status and the fields.
struct NotificationStatusRowTests {
  /// What a row says of one notification.
  private struct Row: Equatable {
    var line: String
    var product: ProductID?
    var next: ProductID?
    var renews: Int?
    var intent: ExpirationIntent?
    var offer: OfferType?
    var isRetrying: Bool?
  }

  private func rows(_ story: StoreStory, last count: Int) -> [Row] {
    let told = story.changes.compactMap(\.notification).suffix(count)
    return zip(story.notifications.suffix(count), told).map { line, notification in
      Row(
        line: line,
        product: notification.data?.transaction?.productID,
        next: notification.data?.renewalInfo?.autoRenewProductID,
        renews: notification.data?.renewalInfo?.autoRenewStatus,
        intent: notification.data?.renewalInfo?.expirationIntent,
        offer: notification.data?.transaction?.offerType,
        isRetrying: notification.data?.renewalInfo?.isInBillingRetryPeriod
      )
    }
  }

  private func row(
    _ line: String,
    _ product: ProductID = TestShop.silver,
    next: ProductID? = nil,
    renews: Int = 1,
    intent: ExpirationIntent? = nil,
    offer: OfferType? = nil,
    isRetrying: Bool = false
  ) -> Row {
    Row(
      line: line,
      product: product,
      next: next ?? product,
      renews: renews,
      intent: intent,
      offer: offer,
      isRetrying: isRetrying
    )
  }

  private func silver(_ settings: [String: String] = [:]) throws -> StoreStory {
    var story = StoreStory()
    if !settings.isEmpty { try story.set(settings) }
    try story.purchase(TestShop.silver)
    return story
  }

  @Test func `rows N-13, N-45: a trial begins with the purchase and converts like a renewal`()
    throws
  {
    var story = StoreStory()
    try story.purchase(TestShop.trial)
    try story.day(7)

    #expect(
      rows(story, last: 2) == [
        row("0 SUBSCRIBED/INITIAL_BUY(1)", TestShop.trial, offer: .introductory),
        row("7 DID_RENEW(1)", TestShop.trial),
      ]
    )
    #expect(story.transactions().map(\.offerIdentifier) == [nil, nil])
    #expect(story.transactions().map(\.price) == [0, 6990])
  }

  @Test func `row N-14: a downgrade takes effect as a renewal of the new product`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.purchase(TestShop.silver)
    try story.day(30)

    #expect(rows(story, last: 1) == [row("30 DID_RENEW(1)", TestShop.silver)])
    #expect(story.transactions().last?.reason == .renewal)
  }

  @Test func `rows N-30, N-31, N-32: cancelled, switched on again, cancelled and over`() throws {
    var story = try silver()
    try story.cancel("silver.monthly")
    try story.resume("silver.monthly")
    try story.cancel("silver.monthly")
    try story.day(30)

    #expect(
      rows(story, last: 4) == [
        row("0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED(1)", renews: 0),
        row("0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED(1)"),
        row("0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED(1)", renews: 0),
        row("30 EXPIRED/VOLUNTARY(2)", renews: 0, intent: .customerCancelled),
      ]
    )
  }

  @Test func `row N-31: switched on by a forced renewal, the period is told as it was`() throws {
    var story = try silver()
    try story.day(3)
    try story.cancel("silver.monthly")
    try story.play(.renew(SubscriptionOperand(subscription: "silver.monthly")))
    let told = try #require(
      story.changes.first { $0.kind == .autoRenewEnabled }?.notification?.data
    )
    #expect(told.status == .subscribed)
    #expect(told.transaction?.expiresDate?.rfc3339 == "2026-05-01T00:00:00Z")
    #expect(story.notifications.last == "3 DID_RENEW(1)")
  }

  @Test func `rules S-6, O-4: who cancelled is told the offer that a resumed renewal would take`()
    throws
  {
    var story = try silver()
    try story.purchase(TestShop.silver) { $0.offer = "half" }
    try story.cancel("silver.monthly")
    try story.resume("silver.monthly")
    let told = story.changes.suffix(2).compactMap(\.notification?.data?.renewalInfo)
    #expect(told.map(\.autoRenewStatus) == [0, 1])
    #expect(told.map(\.renewalPrice) == [2490, 2490])
    #expect(told.map(\.offerIdentifier) == ["half", "half"])
  }

  @Test func `rows N-33, N-50, N-51: a failed charge, and cancelling during it`() throws {
    var plain = try silver()
    try plain.failBilling()
    try plain.day(31)
    var grace = try silver(["grace-period": "3d"])
    try grace.failBilling()
    try grace.day(31)

    let failed = row("30 DID_FAIL_TO_RENEW(3)", intent: .billingError, isRetrying: true)
    #expect(rows(plain, last: 1) == [failed])
    let inGrace = row(
      "30 DID_FAIL_TO_RENEW/GRACE_PERIOD(4)",
      intent: .billingError,
      isRetrying: true
    )
    #expect(rows(grace, last: 1) == [inGrace])
    try grace.cancel("silver.monthly")
    #expect(
      grace.notifications.suffix(2) == [
        "31 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED(2)", "31 EXPIRED/VOLUNTARY(2)",
      ]
    )
    let end = try #require(grace.status()?.renewalInfo)
    #expect(end.expirationIntent == .customerCancelled)
    #expect(end.isInBillingRetryPeriod == false)
    #expect(end.gracePeriodExpiresDate == nil)
  }

  @Test func `rows N-34, N-35: not for sale, ended by hand, and at the renewal limit`() throws {
    var removed = try silver()
    try removed.play(.remove(ProductOperand(id: TestShop.silver)))
    try removed.day(30)
    var ended = try silver()
    try ended.day(3)
    try ended.play(.expire(ExpireEvent(subscription: "silver.monthly")))
    var limited = try silver(["renewal-limit": "1"])
    try limited.day(61)

    #expect(
      rows(removed, last: 1) == [
        row("30 EXPIRED/PRODUCT_NOT_FOR_SALE(2)", renews: 0, intent: .productNotAvailable)
      ]
    )
    #expect(rows(ended, last: 1) == [row("3 EXPIRED(2)", renews: 0, intent: .other)])
    #expect(
      limited.notifications.suffix(2) == [
        "61 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED(2)", "61 EXPIRED/VOLUNTARY(2)",
      ]
    )
  }

  @Test func `row N-43: an offer code by somebody who never subscribed`() throws {
    var story = StoreStory()
    try story.play(.redeem(RedeemEvent(code: "WELCOME")))

    #expect(rows(story, last: 1) == [row("0 SUBSCRIBED/INITIAL_BUY(1)", offer: .offerCode)])
    #expect(story.deliveries == ["offerCode silver.monthly"])
  }

  @Test func `rows N-52, N-55: the first attempt before the expiry, and a late recovery`() throws {
    var story = try silver(["lead": "6h"])
    try story.failBilling()
    try story.day(40)
    try story.fixBilling()

    #expect(
      rows(story, last: 2) == [
        row("29.75 DID_FAIL_TO_RENEW(1)"), row("40 DID_RENEW/BILLING_RECOVERY(1)"),
      ]
    )
    #expect(story.transactions().last?.purchaseDate == story.state.header.now)
  }

  @Test func `row N-63: cancelling after the notice of a higher price`() throws {
    var story = try silver()
    try story.changePrice(TestShop.silver, to: "20.00")
    try story.play(.dissent(SubscriptionOperand(subscription: "silver.monthly")))
    try story.day(30)

    #expect(
      story.notifications.suffix(3) == [
        "0 PRICE_INCREASE/PENDING(1)", "0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED(1)",
        "30 EXPIRED/VOLUNTARY(2)",
      ]
    )
  }

  @Test func `rows N-70, N-71: a refund is asked for, and renewal goes off`() throws {
    var story = try silver()
    try story.play(
      .requestRefund(RequestRefundEvent(id: "silver.monthly", reason: "LEGAL"))
    )

    #expect(
      rows(story, last: 2) == [
        row("0 CONSUMPTION_REQUEST(1)"),
        row("0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED(1)", renews: 0),
      ]
    )
    let reasons = story.changes.compactMap(\.notification?.data?.consumptionRequestReason)
    #expect(reasons == ["LEGAL"])
  }

  @Test func `rows N-81, N-83: members hear what the payer hears, with ids of their own`() throws {
    var story = try silver()
    try story.share("silver.monthly", with: "kid")
    try story.purchase(TestShop.lifetime)
    try story.share("lifetime", with: "kid")
    try story.day(30)
    try story.play(.unshare(TransactionOperand(id: "lifetime")))

    #expect(
      story.notifications.suffix(4) == [
        "kid:0 ONE_TIME_CHARGE", "30 DID_RENEW(1)", "kid:30 DID_RENEW(1)", "kid:30 REVOKE",
      ]
    )
    let renewals = story.changes.filter { $0.kind == .renewed }.compactMap(\.transaction)
    #expect(Set(renewals.map(\.originalID)).count == 2)
    #expect(renewals.map(\.ownershipType) == [.purchased, .familyShared])
  }

  @Test func `rows N-90, N-91, N-92, N-93: extensions, one and many`() throws {
    var story = try silver()
    try story.purchase(TestShop.silver, as: "b")
    try story.play(.billingFail(OptionalSubscriptionOperand()), as: "b")
    try story.play(.extend(ExtendEvent(subscription: "silver.monthly", days: 2)))
    try story.day(31)
    try story.play(.extend(ExtendEvent(subscription: "silver.monthly", days: 3, all: true)))

    #expect(
      story.notifications.suffix(4) == [
        "b:30 DID_FAIL_TO_RENEW(3)", "31 RENEWAL_EXTENDED(1)", "b:31 RENEWAL_EXTENSION/FAILURE(3)",
        "31 RENEWAL_EXTENSION/SUMMARY",
      ]
    )
    #expect(story.transactions().count == 1)
    #expect(story.ends(of: TestShop.silver) == ["2026-05-06T00:00:00Z"])
    let summary = story.changes.compactMap(\.notification?.summary).last
    #expect([summary?.succeededCount, summary?.failedCount] == [1, 1])
  }

  @Test func `rows N-95, N-97: tests and unreported tokens carry no signed parts`() throws {
    var story = StoreStory()
    try story.play(.notifyTest(NoOperand()))
    try story.day(9)
    try story.play(.externalToken(ExternalTokenEvent(creationDate: story.start)))

    let told = story.changes.compactMap(\.notification)
    #expect(story.notifications == ["0 TEST", "9 EXTERNAL_PURCHASE_TOKEN/UNREPORTED"])
    #expect(told[0].data?.transaction == nil)
    #expect(told[0].data?.bundleID == "com.example.app")
    #expect(told[1].data == nil)
    #expect(told[1].externalPurchaseToken?.tokenCreationDate == story.start)
    #expect(told[1].externalPurchaseToken?.externalPurchaseID == "SANDBOX_" + told[1].uuid)
    var late = ExternalTokenEvent()
    late.creationDate = story.state.header.now.adding(milliseconds: 1)
    #expect(
      story.refusal(of: .externalToken(late))
        == .invalidPurchaseDate(story.state.header.now.adding(milliseconds: 1))
    )
  }

  @Test func `rule N-97: in production a token has no mark, and its own name stays`() throws {
    var story = StoreStory(environment: .production)
    try story.play(.externalToken(ExternalTokenEvent()))
    try story.play(.externalToken(ExternalTokenEvent(id: "mine")))

    let told = story.changes.compactMap(\.notification)
    #expect(
      told.map(\.externalPurchaseToken?.externalPurchaseID) == [told[0].uuid, "mine"]
    )
  }

  @Test func `row N-5: a code of a one-time product is told as a purchase with an offer`() throws {
    var story = StoreStory()
    var code = CodeEvent(id: TestShop.lifetime, code: "LAUNCH")
    code.price = TestShop.price("19.99")
    code.eligibility = [.new]
    try story.play(.code(code))
    try story.play(.redeem(RedeemEvent(code: "LAUNCH")))

    let bought = try #require(story.transactions().first)
    #expect(story.notifications == ["0 ONE_TIME_CHARGE"])
    #expect(story.deliveries == ["offerCode lifetime"])
    #expect(bought.price == 19_990)
    #expect(bought.offerType == .offerCode)
    #expect(bought.offerIdentifier == "LAUNCH")
    #expect(bought.offerDiscountType == .oneTime)
  }

  @Test func `rules O-8, N-5: who may redeem a code of a one-time product, once`() throws {
    func refusal(
      of eligibility: OfferEligibility,
      after day: Double,
      as product: ProductID = TestShop.coins
    ) throws -> StoreError? {
      var story = StoreStory()
      try story.purchase(product)
      try story.day(day)
      var code = CodeEvent(id: product, code: "CODE")
      code.eligibility = [eligibility]
      try story.play(.code(code))
      return story.refusal(of: .redeem(RedeemEvent(code: "CODE")))
    }

    #expect(try refusal(of: .existing, after: 29) == nil)
    #expect(
      try refusal(of: .existing, after: 30) == .ineligible("CODE", .expiredCustomersExcluded)
    )
    #expect(try refusal(of: .expired, after: 30) == nil)
    #expect(
      try refusal(of: .expired, after: 29) == .ineligible("CODE", .existingCustomersExcluded)
    )
    #expect(
      try refusal(of: .existing, after: 1, as: TestShop.lifetime)
        == .ineligible("CODE", .productOwned)
    )
    var story = StoreStory()
    try story.play(.code(CodeEvent(id: TestShop.coins, code: "CODE")))
    try story.play(.redeem(RedeemEvent(code: "CODE")))
    #expect(story.transactions().map(\.price) == [0])
    #expect(
      story.refusal(of: .redeem(RedeemEvent(code: "CODE"))) == .ineligible("CODE", .codeRedeemed)
    )
  }

  @Test func `A code has a price below the product's, and subscriptions have theirs elsewhere`() {
    var story = StoreStory()
    var code = CodeEvent(id: TestShop.lifetime, code: "FULL")
    code.price = TestShop.price("49.99")

    #expect(
      story.refusal(of: .code(code))
        == .invalidCodePrice(TestShop.lifetime, TestShop.price("49.99"))
    )
    #expect(
      story.refusal(of: .code(CodeEvent(id: TestShop.gold, code: "X")))
        == .codeForSubscription(TestShop.gold)
    )
  }
}
