import IAPCore
import IAPTestSupport
import Testing

/// A whole life of purchases on each real catalogue, where the corpus is.
struct CorpusStoreTests {
  /// A store of the catalogue in which nothing is set to fail and time is real.
  private func session(_ name: String, _ bytes: [UInt8]) throws -> Session {
    var session = try Session.create(
      SessionConfiguration(),
      from: StoreSources(catalog: bytes, catalogPath: name),
      in: MemoryStorage(),
      services: .unsigned
    )
    let calm = [
      "ask-to-buy": "off", "interrupted": "off", "fail": "all off", "rate": "realTime",
      "grace-period": "off",
    ]
    try session.perform(.set(SetEvent(calm)), by: .standard)
    try session.perform(.billingFix(OptionalSubscriptionOperand()), by: .standard)
    return session
  }

  private func entitled(in session: Session) throws -> [String] {
    let engine = EntitlementEngine(
      facts: try session.app(of: .standard).cache.facts,
      map: nil,
      options: EntitlementOptions(asOf: session.now, clock: .store)
    )
    return engine.answer(EntitlementQuestion(names: [])).report.entitlements
      .filter(\.isEntitled).map(\.name)
  }

  private func refundEverything(in session: inout Session) throws {
    for transaction in try session.history.all(of: .standard)
    where transaction.revocationDate == nil {
      try session.perform(.refund(RefundEvent(id: transaction.id.rawValue)), by: .standard)
    }
  }

  @Test(.enabled(if: CorpusTests.isThere, "no corpus folder: set IAP_CORPUS to check it"))
  func `Every product can be bought, lives twelve periods, and entitles nobody after a refund`()
    throws
  {
    var bought = 0
    for (name, bytes) in try CorpusTests.files() {
      let products = try CatalogReader.read(bytes).catalog.products
      for product in products {
        var session = try session(name, bytes)

        let result = try session.buy(product.id)
        #expect(result?.result == .purchased, "\(name): \(product.id)")
        #expect(
          result?.transaction?.price == firstPrice(of: product),
          "\(name): \(product.id)"
        )
        let period = product.subscription?.period ?? SubscriptionPeriod(1, .month)
        try session.advance(period.times(12).iso8601)
        if product.type == .autoRenewable || product.type == .nonConsumable {
          #expect(try entitled(in: session) == [product.id.rawValue], "\(name)")
        }
        try refundEverything(in: &session)

        #expect(try entitled(in: session) == [], "\(name): \(product.id)")
        bought += 1
      }
    }
    #expect(bought > 100)
  }

  /// What a new customer pays: the introductory offer's price where there is one.
  private func firstPrice(of product: Product) -> Int64 {
    let offer = product.subscription?.introductoryOffers.first {
      $0.billingPlanType == nil || $0.billingPlanType == .billedUpfront
    }
    return (offer?.price ?? product.price).milliunits
  }
}
