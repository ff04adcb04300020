import IAPCore
import IAPTestSupport
import Testing

/// What one account's app gets when it loads products from a running store.
struct AccountListingTests {
  private func set(_ key: String, _ values: String..., in session: inout Session) throws {
    try session.perform(.set(SetEvent([key: values.joined(separator: " ")])), by: .standard)
  }

  @Test func `Prices and texts follow the account's storefront and the store's locale`() throws {
    var session = try Session.sample()
    try set("storefront", "JPN", in: &session)
    try set("locale", "ja_JP", in: &session)

    let listing = try session.products(ProductsRequest(ids: ["lifetime"]), for: .standard).listing

    #expect(listing.storefront.countryCode == "JPN")
    #expect(listing.products.map(\.displayName) == ["プロ永久版"])
    #expect(listing.products.map(\.currency) == ["JPY"])
  }

  @Test func `A changed price is today's price, and a removed product is not found`() throws {
    var session = try Session.sample()
    let price = try #require(Price("1.49"))
    try session.perform(.price(PriceEvent(id: "coins_100", amount: price)), by: .standard)
    try session.perform(.remove(ProductOperand(id: "lifetime")), by: .standard)

    let listing = try session.products(
      ProductsRequest(ids: ["coins_100", "lifetime"]),
      for: .standard
    ).listing

    #expect(listing.products.map(\.displayPrice) == ["$1.49"])
    #expect(listing.invalid.map(\.id) == ["lifetime"])
  }

  @Test func `Offline the app gets no products`() throws {
    var session = try Session.sample()
    try set("network", "off", in: &session)

    #expect(throws: SessionFailure.offline(.standard)) {
      try session.products(ProductsRequest(), for: .standard)
    }
  }

  @Test func `Loading products fails as it is set to`() throws {
    var session = try Session.sample()
    try set("fail", "loadProducts", "systemError", in: &session)

    #expect(throws: SessionFailure.store(.storeKit(.systemError))) {
      try session.products(ProductsRequest(), for: .standard)
    }
  }

  @Test func `An account that does not exist has no products`() throws {
    var session = try Session.sample()

    #expect(throws: SessionFailure.unknownAccount("nobody", known: ["default"])) {
      try session.products(ProductsRequest(), for: "nobody")
    }
  }

  @Test func `rule O-1: what a new customer pays now is the introductory price`() throws {
    var session = try Session.sample()
    let request = ProductsRequest(ids: ["basic_monthly", "coins_100"], asksEligibility: true)

    let before = try session.products(request, for: .standard)
    try session.buy("basic_monthly")
    let after = try session.products(request, for: .standard)

    #expect(before.offers["basic_monthly"]?.displayPriceNow == "$1.99")
    #expect(before.offers["basic_monthly"]?.report.introductory == .eligible)
    #expect(before.offers["coins_100"]?.displayPriceNow == "$0.99")
    #expect(before.offers["coins_100"]?.report.introductory == .noOffer)
    #expect(after.offers["basic_monthly"]?.displayPriceNow == nil)
    #expect(after.offers["basic_monthly"]?.report.introductory == .notEligible(.subscribed))
  }

  @Test func `Eligibility is told only when asked for`() throws {
    var session = try Session.sample()

    #expect(try session.products(ProductsRequest(), for: .standard).offers.isEmpty)
  }
}
