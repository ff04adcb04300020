import IAPCore
import IAPTestSupport
import Testing

/// What is pending for the next renewal: price, offers and token (rules B-21, O-4, S-6, S-34, C-15).
struct PendingRenewalRuleTests {
  private static let (first, second, third) = (
    "0a1b2c3d-0000-4000-8000-00000000000a", "0a1b2c3d-0000-4000-8000-00000000000b",
    "0a1b2c3d-0000-4000-8000-00000000000c"
  )

  private func info(_ story: StoreStory) throws -> RenewalInfo {
    try #require(story.status()?.renewalInfo)
  }

  // MARK: - The price

  @Test(arguments: ["off", "16d"])
  func `rules B-21, B-23, N-64: a recovered payment does not answer for the customer`(
    grace: String
  ) throws {
    func recovered() throws -> StoreStory {
      var story = StoreStory()
      try story.set(["grace-period": grace])
      try story.purchase(TestShop.gold)
      try story.failBilling()
      try story.day(33)
      try story.changePrice(TestShop.gold, to: "17.99", consent: .required)
      try story.fixBilling()
      return story
    }
    var silent = try recovered()
    #expect(silent.transactions().map(\.price) == [9990, 9990])
    #expect(try info(silent).priceIncreaseStatus == 0)
    try silent.day(100)
    #expect(silent.transactions().count == 2)
    #expect(silent.notifications.last?.hasSuffix("EXPIRED/PRICE_INCREASE(2)") == true)

    var agreed = try recovered()
    try agreed.play(.consent(SubscriptionOperand(subscription: "gold.monthly")))
    #expect(try info(agreed).priceIncreaseStatus == 1)
    try agreed.day(70)
    #expect(agreed.transactions().last?.price == 17_990)
    #expect(try info(agreed).priceIncreaseStatus == nil)
  }

  @Test func `rules S-34, N-61: coming back to a plan is agreeing to its price, and is told`()
    throws
  {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.changePrice(TestShop.gold, to: "17.99", consent: .required)
    try story.purchase(TestShop.silver)
    #expect(try info(story).priceIncreaseStatus == nil)

    try story.purchase(TestShop.gold)

    #expect(
      story.notifications.suffix(3) == [
        "0 DID_CHANGE_RENEWAL_PREF/DOWNGRADE(1)", "0 DID_CHANGE_RENEWAL_PREF(1)",
        "0 PRICE_INCREASE/ACCEPTED(1)",
      ]
    )
    #expect(try info(story).priceIncreaseStatus == 1)
    #expect(try info(story).renewalPrice == 17_990)
  }

  @Test func `rules S-34, N-62: a notice that was given stays over a change that is taken back`()
    throws
  {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.changePrice(TestShop.gold, to: "10.99")
    let before = try info(story)
    #expect(before.priceIncreaseStatus == 1)
    try story.purchase(TestShop.silver)

    try story.purchase(TestShop.gold)

    #expect(try info(story) == before)
    #expect(story.notifications.last == "0 DID_CHANGE_RENEWAL_PREF(1)")
  }

  @Test(arguments: [
    (PriceEvent.Consent.required, "PENDING", 0, 9990), (.notice, "ACCEPTED", 1, 17_990),
  ])
  func `rules N-60, N-62, B-22: who had cancelled is told when he switches on again`(
    consent: PriceEvent.Consent,
    subtype: String,
    status: Int,
    price: Int64
  ) throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.cancel("gold.monthly")
    let told = story.notifications
    try story.changePrice(TestShop.gold, to: "17.99", consent: consent)
    #expect(story.notifications == told)
    #expect(try info(story).priceIncreaseStatus == nil)

    try story.resume("gold.monthly")

    #expect(
      story.notifications.suffix(2) == [
        "0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED(1)", "0 PRICE_INCREASE/\(subtype)(1)",
      ]
    )
    #expect(try info(story).priceIncreaseStatus == status)
    #expect(try info(story).renewalPrice == price)
    try story.cancel("gold.monthly")
    try story.resume("gold.monthly")
    #expect(story.notifications.filter { $0.contains("PRICE_INCREASE") }.count == 1)
  }

  @Test func `rules T-22, N-61: who had cancelled and buys again agrees to the price of then`()
    throws
  {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.cancel("gold.monthly")
    try story.changePrice(TestShop.gold, to: "17.99", consent: .required)

    try story.purchase(TestShop.gold)

    #expect(story.notifications.last == "0 PRICE_INCREASE/ACCEPTED(1)")
    try story.day(31)
    #expect(story.transactions().map(\.price) == [9990, 17_990])
  }

  @Test func `rule N-65: the status goes with the first charge at the new price, not before`()
    throws
  {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.purchase(TestShop.silver) { $0.offer = "half" }
    try story.changePrice(TestShop.silver, to: "5.49")
    for day in [31.0, 62, 92] {
      try story.day(day)
      #expect(story.transactions().last?.price == 2490)
      #expect(try info(story).priceIncreaseStatus == 1, "day \(day)")
    }

    try story.day(123)

    #expect(story.transactions().last?.price == 5490)
    #expect(try info(story).priceIncreaseStatus == nil)
  }

  @Test func `rule S-6: the next charge is in the currency of the storefront of now`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.set(["storefront": "DEU"])
    #expect(try info(story).currency == "EUR")
    #expect(story.status()?.transaction.currency == "USD")

    try story.day(31)

    #expect(story.status()?.transaction.currency == "EUR")
    #expect(story.status()?.transaction.price == 9990)
  }

  // MARK: - Offers

  @Test(arguments: [0.0, 31, 62])
  func `rules O-3, O-4, S-34: discounted periods outlast a change that is taken back`(
    day: Double
  ) throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.purchase(TestShop.silver) { $0.offer = "half" }
    try story.day(day)
    let before = try info(story)
    #expect(before.offerIdentifier == "half")
    try story.purchase(TestShop.weekly)
    #expect(try info(story).offerIdentifier == nil)

    try story.purchase(TestShop.silver)

    #expect(try info(story) == before)
    try story.day(123)
    #expect(story.transactions().map(\.price) == [4990, 2490, 2490, 2490, 4990])
  }

  @Test func `rules S-6, O-4: cancelled, the next price is that of resuming`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.purchase(TestShop.silver) { $0.offer = "half" }
    try story.cancel("silver.monthly")
    #expect(try info(story).renewalPrice == 2490)
    #expect(try info(story).offerIdentifier == "half")
    try story.day(31)
    #expect(try info(story).offerIdentifier == nil)
    #expect(try info(story).renewalPrice == 4990)
  }

  // MARK: - The token

  @Test func `rules C-15, O-6: an offer for the running plan brings its token`() throws {
    for (passed, expected) in [(Self.second, Self.second), (nil, Self.first)] {
      var story = StoreStory()
      try story.purchase(TestShop.silver) { $0.appAccountToken = Self.first }
      try story.purchase(TestShop.silver) {
        $0.offer = "half"
        $0.appAccountToken = passed
      }
      #expect(try info(story).appAccountToken == expected)
      #expect(story.status()?.transaction.appAccountToken == Self.first)
      try story.day(31)
      #expect(story.status()?.transaction.appAccountToken == expected)
    }
  }

  @Test func `rules C-15, S-34: the token is that of the choice that counts`() throws {
    for (back, expected) in [(Self.third, Self.third), (nil, Self.first)] {
      var story = StoreStory()
      try story.purchase(TestShop.gold) { $0.appAccountToken = Self.first }
      try story.purchase(TestShop.silver) { $0.appAccountToken = Self.second }
      #expect(try info(story).appAccountToken == Self.second)
      try story.purchase(TestShop.gold) { $0.appAccountToken = back }
      #expect(try info(story).appAccountToken == expected)
      try story.day(31)
      #expect(story.status()?.transaction.appAccountToken == expected)
    }
    var changed = StoreStory()
    try changed.purchase(TestShop.gold) { $0.appAccountToken = Self.first }
    try changed.purchase(TestShop.silver) { $0.appAccountToken = Self.second }
    try changed.purchase(TestShop.weekly)
    try changed.day(31)
    #expect(changed.status()?.transaction.appAccountToken == Self.first)
  }
}
