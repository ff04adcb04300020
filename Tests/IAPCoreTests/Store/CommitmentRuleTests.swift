import IAPCore
import IAPTestSupport
import Testing

/// A year that is billed monthly: rule P-9, and what other rules make of it.
struct CommitmentRuleTests {
  private func yearly(_ change: (inout PurchaseEvent) -> Void = { _ in }) throws -> StoreStory {
    var story = StoreStory()
    try story.purchase(TestShop.max) {
      $0.billingPlan = .monthly
      change(&$0)
    }
    return story
  }

  /// What the latest transaction and the renewal info call the end, and the real last day.
  private func ends(_ story: StoreStory) throws -> [String?] {
    var played = story
    let told = [
      story.transactions().last?.commitmentInfo?.commitmentExpiresDate,
      story.status("max")?.renewalInfo.commitmentInfo?.renewalDate,
    ]
    try played.cancel("max.yearly")
    try played.advance(to: "2028-06-01T00:00:00Z")
    return (told + [played.transactions().last?.expiresDate]).map { $0?.rfc3339 }
  }

  @Test func `rules P-9, R-10: an extension moves the end of the commitment`() throws {
    var story = try yearly()
    try story.play(.extend(ExtendEvent(subscription: "max.yearly", days: 10)))
    #expect(try Set(ends(story)) == ["2027-04-11T00:00:00Z"])
    try story.day(45)
    #expect(try Set(ends(story)) == ["2027-04-11T00:00:00Z"])
  }

  @Test func `rules P-9, B-7: so does a charge that succeeds after retry`() throws {
    var story = try yearly()
    try story.failBilling()
    try story.day(45)
    try story.fixBilling()
    #expect(try Set(ends(story)) == ["2027-04-16T00:00:00Z"])
  }

  @Test func `rules P-9, O-3: a free beginning is one of the periods, however long`() throws {
    var catalog = TestShop.catalog
    let index = try #require(catalog.products.firstIndex { $0.id == TestShop.max })
    catalog.products[index].subscription?.introductoryOffers = [
      Offer(
        type: .introductory,
        paymentMode: .freeTrial,
        period: SubscriptionPeriod(2, .month),
        billingPlanType: .monthly
      )
    ]
    var story = StoreStory(catalog: catalog)
    try story.purchase(TestShop.max) { $0.billingPlan = .monthly }
    #expect(story.transactions().first?.price == 0)
    #expect(try Set(ends(story)) == ["2027-05-01T00:00:00Z"])
  }

  @Test func `rule P-9: the next charge is of the present billing plan until the commitment ends`()
    throws
  {
    var story = try yearly()
    try story.purchase(TestShop.max) { $0.billingPlan = .billedUpfront }
    let info = try #require(story.status("max")?.renewalInfo)
    #expect(info.renewalBillingPlanType == .monthly)
    #expect(info.renewalPrice == 11_000)
    #expect(info.commitmentInfo?.renewalBillingPlanType == .billedUpfront)
    #expect(info.commitmentInfo?.renewalPrice == 120_000)
  }

  @Test func `rules P-9, T-22: bought again it goes on as it is billed`() throws {
    var story = try yearly()
    try story.cancel("max.yearly")
    #expect(try story.purchase(TestShop.max).result == .renewalEnabled)
    #expect(story.notifications.suffix(1) == ["0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED(1)"])
    #expect(try story.purchase(TestShop.max).result == .alreadyOwned)
  }

  @Test func `rows N-30, N-33: cancelled while a charge is owed, nothing will be charged`() throws {
    var story = try yearly()
    try story.set(["grace-period": "16d"])
    try story.failBilling()
    try story.day(35)
    try story.cancel("max.yearly")
    let told = story.changes.suffix(2).compactMap { $0.notification?.data }
    #expect(
      story.notifications.suffix(2) == [
        "35 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED(2)", "35 EXPIRED/VOLUNTARY(2)",
      ]
    )
    #expect(told.map(\.renewalInfo?.autoRenewStatus) == [0, 0])
    #expect(told.map(\.renewalInfo?.expirationIntent) == [.customerCancelled, .customerCancelled])
    #expect(told.map(\.renewalInfo?.isInBillingRetryPeriod) == [false, false])
  }

  @Test func `rules P-9, B-20: a dearer year up front is listed at what it costs`() throws {
    var story = StoreStory()
    try story.changePrice(TestShop.max, to: "150.00")
    let plans = story.state.product(TestShop.max)?.subscription?.billingPlans
    #expect(plans?.map(\.price.milliunits) == [150_000, 11_000])
    #expect(plans?.map(\.commitmentPrice.milliunits) == [150_000, 132_000])
    try story.purchase(TestShop.max) { $0.billingPlan = .billedUpfront }
    #expect(story.transactions().map(\.price) == [150_000])
  }
}
