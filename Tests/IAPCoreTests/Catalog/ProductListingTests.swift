import IAPCore
import Testing

/// What the app gets when it asks for products.
struct ProductListingTests {
  private let usa = Storefront(
    countryCode: "USA",
    regionCode: "US",
    currencyCode: "USD",
    id: "143441"
  )

  private func listing(
    _ name: String,
    ids: [ProductID] = [],
    locale: String = "en_US",
    fallback: [LocaleName] = []
  ) throws -> ProductListing {
    ProductListing(
      of: try CatalogFixture.read(name).catalog,
      ids: ids,
      storefront: usa,
      locale: try LocaleName(locale),
      fallback: fallback
    )
  }

  @Test func `The whole catalogue comes in its own order`() throws {
    let listing = try listing("SampleShop")

    #expect(
      listing.products.map { "\($0.id) \($0.displayPrice)" } == [
        "lifetime $149.99", "founders_pack $29.99", "coins_100 $0.99", "pass_30d $12.99",
        "pro_monthly $9.99", "pro_yearly $99.99", "basic_monthly $4.99",
      ]
    )
    #expect(listing.invalid == [])
  }

  @Test func `Products that are asked for come in the order of asking, each once`() throws {
    let listing = try listing("SampleShop", ids: ["coins_100", "lifetime", "coins_100"])

    #expect(listing.products.map(\.id) == ["coins_100", "lifetime"])
  }

  @Test func `case M08: ids are compared exactly, and near ones are named`() throws {
    let ids: [ProductID] = ["Pro_Monthly", " pro_monthly", "pro", "zzzzzzzz", "lifetime"]

    let listing = try listing("SampleShop", ids: ids)

    #expect(listing.products.map(\.id) == ["lifetime"])
    #expect(listing.invalid.map(\.id) == ["Pro_Monthly", " pro_monthly", "pro", "zzzzzzzz"])
    #expect(
      listing.invalid.map(\.near.first) == ["pro_monthly", "pro_monthly", "pro_monthly", nil]
    )
    #expect(listing.invalid.allSatisfy { $0.near.count <= 3 })
  }

  @Test func `case M06: a free trial costs nothing in every place`() throws {
    let listing = try listing("SampleShop", ids: ["pro_monthly", "basic_monthly"])

    let offers = listing.products.compactMap(\.subscription).flatMap(\.introductoryOffers)
    #expect(offers.map(\.mode) == ["freeTrial", "payAsYouGo"])
    #expect(offers.map(\.displayPrice) == ["$0.00", "$1.99"])
    #expect(offers.map(\.offer.price.milliunits) == [0, 1990])
    #expect(offers.map(\.offer.periodCount) == [1, 3])
  }

  @Test func `Texts follow the locale, prices the storefront and the locale`() throws {
    let german = try listing("SampleShop", ids: ["lifetime"], locale: "de_AT").products
    let japanese = try listing("SampleShop", ids: ["lifetime"], locale: "ja-JP").products

    #expect(german.map(\.displayName) == ["Pro für immer"])
    #expect(german.map { $0.displayPrice.contains("149,99") } == [true])
    #expect(japanese.map(\.displayName) == ["プロ永久版"])
  }

  @Test func `Scripts are told apart, regions are not`() throws {
    let catalog = Catalog(products: [
      Product(
        id: "p",
        type: .consumable,
        localizations: ["en_GB", "zh_Hant", "zh_Hans", "fr"].map {
          Localization(locale: $0, displayName: $0, description: "")
        },
        price: .zero
      )
    ])
    func name(_ locale: String, fallback: [LocaleName] = []) throws -> String? {
      ProductListing(
        of: catalog,
        storefront: usa,
        locale: try LocaleName(locale),
        fallback: fallback
      ).products.first?.displayName
    }

    #expect(try name("zh_CN") == "zh_Hans")
    #expect(try name("zh_TW") == "zh_Hant")
    #expect(try name("fr_CA") == "fr")
    #expect(try name("en_US") == "en_GB")
    #expect(try name("ko") == "en_GB")
    #expect(try name("ko", fallback: [LocaleName("fr_FR")]) == "fr")
  }

  @Test func `A product without any text shows its reference name`() throws {
    let listing = try listing("Version-4.0", ids: ["garden.gift", "garden.seed"])

    #expect(listing.products.map(\.displayName) == ["Gift", "Seed"])
    #expect(listing.products.map(\.price.text) == ["0.0", ""])
    #expect(listing.products.map(\.displayPrice) == ["$0.00", "$0.00"])
  }

  @Test func `rule P-9: billing plans are listed with both prices`() throws {
    let listing = try listing("Version-5.0", ids: ["workshop.year"])

    let plans = listing.products.compactMap(\.subscription).flatMap(\.billingPlans)
    #expect(
      plans.map { "\($0.plan.type) \($0.displayPrice) \($0.commitmentDisplayPrice)" } == [
        "BILLED_UPFRONT $11.88 $11.88", "MONTHLY $1.25 $15.00",
      ]
    )
  }
}
