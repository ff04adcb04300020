import IAPCore
import IAPTestSupport
import Testing

/// Offers and who gets them: rules O-*.
struct OfferRuleTests {
  private func answer(
    _ product: ProductID,
    _ story: StoreStory,
    of account: AccountName = .standard
  ) -> OfferAnswer {
    story.state.offers(for: product, account: account).introductory
  }

  private func lapsed(_ product: ProductID = TestShop.silver) throws -> StoreStory {
    var story = StoreStory()
    try story.purchase(product)
    try story.cancel(product.rawValue)
    try story.day(40)
    return story
  }

  @Test func `rule O-1: once in a group, and not while subscribed in it`() throws {
    var story = StoreStory()
    #expect(answer(TestShop.trial, story) == .eligible)
    try story.purchase(TestShop.silver)
    #expect(answer(TestShop.trial, story) == .notEligible(.subscribed))
    try story.cancel("silver.monthly")
    try story.day(31)
    #expect(answer(TestShop.trial, story) == .eligible)
    try story.purchase(TestShop.trial)
    #expect(story.transactions().last?.offerType == .introductory)
    try story.cancel("trial.monthly")
    try story.day(100)
    #expect(answer(TestShop.trial, story) == .notEligible(.introductoryOfferUsed))
    try story.purchase(TestShop.trial)
    #expect(story.transactions().last?.price == 6990)
  }

  @Test func `rule O-1: no offer and not known are answers of their own`() {
    let story = StoreStory()
    #expect(answer(TestShop.gold, story) == .noOffer)
    #expect(answer("unheard.of", story) == .cannotTell)
    #expect(answer(TestShop.trial, story, of: "nobody") == .cannotTell)
  }

  @Test
  func `rule O-6: with a key an offer needs a signature, except in Xcode and outside the app`()
    throws
  {
    var story = try lapsed()
    story.state.catalog.offersKeyPair = OffersKeyPair(id: "KEY", privateKey: "")
    var purchase = PurchaseEvent(id: TestShop.silver)
    purchase.offer = "half"

    let refused = try story.purchase(TestShop.silver) { $0.offer = "half" }
    var xcode = story
    xcode.state.configuration.environment = .xcode
    let taken = try xcode.purchase(TestShop.silver) { $0.offer = "half" }
    try story.play(.buy(purchase))

    #expect(refused.result == .failed && refused.code == "missingOfferParameters")
    #expect(taken.result == .purchased)
    #expect(story.transactions().last?.offerIdentifier == "half")
  }

  @Test func `rule O-2: an app can decline the introductory offer for its customer`() throws {
    var story = StoreStory()
    let result = try story.purchase(TestShop.trial) { $0.noIntro = true }
    #expect(result.transaction?.price == 6990)
    try story.cancel("trial.monthly")
    try story.day(40)
    #expect(answer(TestShop.trial, story) == .eligible)
  }

  @Test func `rule O-3: free, paid up front, paid as you go`() throws {
    var free = StoreStory()
    try free.purchase(TestShop.trial)
    try free.advance(to: "2026-05-08T00:00:00Z")
    #expect(free.transactions().map(\.price) == [0, 6990, 6990])
    #expect(
      free.ends(of: TestShop.trial) == [
        "2026-04-08T00:00:00Z", "2026-05-08T00:00:00Z", "2026-06-08T00:00:00Z",
      ]
    )
    var upFront = try lapsed()
    try upFront.purchase(TestShop.silver) { $0.offer = "halfyear" }
    #expect(upFront.transactions().last?.price == 19_990)
    #expect(upFront.ends(of: TestShop.silver).last == "2026-11-11T00:00:00Z")
    var byMonth = try lapsed()
    try byMonth.purchase(TestShop.silver) { $0.offer = "half" }
    try byMonth.day(140)
    #expect(byMonth.transactions().dropFirst().map(\.price) == [2490, 2490, 2490, 4990])
  }

  @Test func `rule O-4: the renewal info tells of the next period only`() throws {
    var story = try lapsed()
    try story.purchase(TestShop.silver) { $0.offer = "half" }
    #expect(story.status()?.renewalInfo.offerIdentifier == "half")
    try story.day(110)
    #expect(story.transactions().last?.offerIdentifier == "half")
    #expect(story.status()?.renewalInfo.offerIdentifier == nil)
    #expect(story.status()?.renewalInfo.renewalPrice == 4990)
  }

  @Test func `rule O-5: a trial that converts is an ordinary renewal`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.trial)
    try story.day(7)
    #expect(story.notifications.last == "7 DID_RENEW(1)")
    #expect(story.transactions().last?.reason == .renewal)
  }

  @Test func `rule O-6: a promotional offer is for those who were subscribed`() throws {
    var story = StoreStory()
    #expect(
      try story.purchase(TestShop.silver) { $0.offer = "half" }.code == "ineligibleForOffer"
    )
    #expect(
      try story.purchase(TestShop.silver) { $0.offer = "none" }.code == "invalidOfferIdentifier"
    )
    try story.purchase(TestShop.max)
    #expect(try story.purchase(TestShop.silver) { $0.offer = "half" }.result == .purchased)
  }

  @Test func `rule O-6: a signature is good for 24 hours and its nonce for one attempt`() throws {
    var story = try lapsed()
    story.state.catalog.offersKeyPair = OffersKeyPair(id: "KEY", privateKey: "")
    story.checks.isOfferSignatureValid = { signature, product, offer, token in
      signature.signature == "good \(product) \(offer) \(token ?? "-")"
    }
    let now = story.state.header.now
    func attempt(
      _ nonce: String,
      _ signature: String = "good silver.monthly half -",
      key: String = "KEY",
      age: Int64 = 0
    ) throws -> String? {
      try story.purchase(TestShop.silver) {
        $0.offer = "half"
        $0.offerSignature = OfferSignature(
          keyID: key,
          nonce: nonce,
          timestamp: now.adding(milliseconds: -age),
          signature: signature
        )
      }.code
    }
    #expect(try attempt("A", "forged") == "invalidOfferSignature")
    #expect(try attempt("a") == "invalidOfferSignature")
    #expect(try attempt("B", key: "OTHER") == "invalidOfferSignature")
    #expect(try attempt("C", age: Instant.day) == "invalidOfferSignature")
    #expect(try attempt("D", age: Instant.day - 1) == nil)
    #expect(story.transactions().last?.offerIdentifier == "half")
  }

  @Test func `rule O-7: when a promotional offer starts`() throws {
    var same = StoreStory()
    try same.purchase(TestShop.silver)
    #expect(
      try same.purchase(TestShop.silver) { $0.offer = "half" }.result == .offerScheduled
    )
    #expect(same.notifications.last == "0 OFFER_REDEEMED(1)")
    #expect(same.status()?.renewalInfo.renewalPrice == 2490)
    try same.purchase(TestShop.silver) { $0.offer = "halfyear" }
    try same.day(31)
    #expect(same.transactions().last?.offerIdentifier == "halfyear")
    var down = StoreStory()
    try down.purchase(TestShop.gold)
    try down.purchase(TestShop.silver) { $0.offer = "half" }
    #expect(down.notifications.last == "0 OFFER_REDEEMED/DOWNGRADE(1)")
    #expect(down.transactions().count == 1)
    try down.day(31)
    #expect(down.transactions().last?.price == 2490)
    var cross = StoreStory()
    try cross.purchase(TestShop.trial) { $0.noIntro = true }
    #expect(try cross.purchase(TestShop.silver) { $0.offer = "half" }.result == .purchased)
    #expect(cross.notifications.last == "0 OFFER_REDEEMED/UPGRADE(1)")
    #expect(cross.transactions().last?.price == 2490)
  }

  @Test func `rule O-8: codes are for whom they are made, once, and never downwards`() throws {
    var story = StoreStory()
    let stay = Event.redeem(RedeemEvent(code: "STAY"))
    #expect(story.refusal(of: stay) == .ineligible("STAY", .newCustomersExcluded))
    try story.play(.redeem(RedeemEvent(code: "WELCOME")))
    #expect(story.deliveries == ["offerCode silver.monthly"])
    #expect(story.notifications == ["0 SUBSCRIBED/INITIAL_BUY(1)"])
    #expect(story.transactions().first?.offerType == .offerCode)
    #expect(story.transactions().first?.offerIdentifier == "WELCOME")
    try story.play(stay)
    #expect(story.notifications.last == "0 OFFER_REDEEMED(1)")
    #expect(story.refusal(of: stay) == .ineligible("STAY", .codeRedeemed))
    let unknown = Event.redeem(RedeemEvent(code: "NO"))
    #expect(story.refusal(of: unknown) == .unknownOffer("NO"))
    var gold = StoreStory()
    try gold.purchase(TestShop.gold)
    let down = Event.redeem(RedeemEvent(code: "GOLDIE"))
    #expect(gold.refusal(of: down) == .ineligible("GOLDIE", .downgrade))
  }

  @Test func `rules O-8, S-38: a code for another plan begins at once while the bank refuses`()
    throws
  {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.failBilling()
    try story.day(40)

    try story.play(.redeem(RedeemEvent(code: "GOLDIE")))

    #expect(story.status()?.state == .subscribed)
    #expect(story.status()?.transaction.productID == TestShop.trial)
    #expect(story.status()?.transaction.offerIdentifier == "GOLDIE")
    #expect(story.notifications.last == "40 DID_RENEW/BILLING_RECOVERY(1)")
  }

  @Test func `rule O-8: a code can follow the introductory offer`() throws {
    var story = StoreStory()
    try story.play(.redeem(RedeemEvent(code: "STACK")))
    try story.day(40)
    #expect(story.transactions().map(\.offerType) == [.introductory, .offerCode, nil])
  }

  @Test func `rule O-9: win-back is for those who let it end`() throws {
    var story = StoreStory()
    func line(_ index: Int) -> OfferAnswer {
      story.state.offers(for: TestShop.silver, account: .standard).winBack[index].answer
    }
    #expect(line(0) == .notEligible(.neverSubscribed))
    try story.purchase(TestShop.silver)
    #expect(line(0) == .notEligible(.subscribed))
    try story.cancel("silver.monthly")
    #expect(line(0) == .notEligible(.notLapsed))
    try story.day(31)
    #expect(line(0) == .eligible)
    #expect(
      story.changes.last?.notification?.data?.renewalInfo?.eligibleWinBackOfferIDs
        == ["back.best", "back.small"]
    )
    try story.play(
      .product(
        ProductChangeEvent(id: TestShop.silver, key: "win-back-eligible", value: "false")
      )
    )
    #expect(line(0) == .notEligible(.switchedOff))
    #expect(story.status()?.renewalInfo.eligibleWinBackOfferIDs == nil)
  }

  @Test func `rule O-10: an offer on a lapsed subscription begins it again`() throws {
    var story = try lapsed()
    try story.purchase(TestShop.silver) { $0.offer = "half" }
    #expect(story.notifications.last == "40 SUBSCRIBED/RESUBSCRIBE(1)")
    #expect(story.status()?.renewalInfo.eligibleWinBackOfferIDs == nil)
  }

  @Test func `rule O-11: refunded it was used, deleted it was not`() throws {
    var story = StoreStory()
    let trial = try #require(try story.purchase(TestShop.trial).transaction)
    try story.refund("trial.monthly")
    #expect(answer(TestShop.trial, story) == .notEligible(.introductoryOfferUsed))
    try story.play(.delete(TransactionOperand(id: trial.id.rawValue)))
    #expect(answer(TestShop.trial, story) == .eligible)
    #expect(story.transactions().isEmpty)
    #expect(story.account()?.subscriptions.isEmpty == true)
  }

  @Test func `What a purchase costs now`() throws {
    var story = StoreStory()
    func price(_ product: ProductID) -> Int64? {
      story.state.offers(for: product, account: .standard).priceNow
    }
    #expect(price(TestShop.trial) == 0)
    #expect(price(TestShop.lifetime) == 49_990)
    try story.purchase(TestShop.silver)
    try story.purchase(TestShop.lifetime)
    #expect(price(TestShop.trial) == 6990)
    #expect(price(TestShop.gold) == 9990)
    #expect(price(TestShop.silver) == nil)
    #expect(price(TestShop.weekly) == nil)
    #expect(price(TestShop.lifetime) == nil)
  }

  @Test func `rule O-9: what left the store wins nobody back`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.silver)
    try story.cancel("silver.monthly")
    try story.day(31)
    #expect(story.status()?.renewalInfo.eligibleWinBackOfferIDs?.isEmpty == false)
    try story.play(.remove(ProductOperand(id: TestShop.silver)))
    #expect(story.status()?.renewalInfo.eligibleWinBackOfferIDs == nil)
  }
}
