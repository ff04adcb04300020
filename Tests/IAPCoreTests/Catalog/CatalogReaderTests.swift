import IAPCore
import IAPTestSupport
import Testing

struct CatalogReaderTests {
  struct Version: CustomTestStringConvertible {
    let name: String
    let version: CatalogVersion
    let ids: [ProductID]
    var problems: [CatalogProblemCode] = []

    var testDescription: String { name }

    init(
      _ name: String,
      _ major: Int,
      _ minor: Int,
      _ ids: [ProductID],
      problems: [CatalogProblemCode] = []
    ) {
      self.name = name
      self.version = CatalogVersion(major: major, minor: minor)
      self.ids = ids
      self.problems = problems
    }
  }

  static let versions = [
    Version(
      "Version-1.0",
      1,
      0,
      ["bakery.bread", "bakery.oven", "bakery.club.month", "bakery.club.week"]
    ),
    Version(
      "Version-1.1",
      1,
      1,
      ["orchard.apple", "orchard.season", "orchard.month", "orchard.halfyear"]
    ),
    Version("Version-1.2", 1, 2, ["harbour.map", "harbour.quarter"]),
    Version("Version-2.0", 2, 0, ["library.month", "library.twomonths"], problems: [.stalePrice]),
    Version("Version-Unknown", 2, 1, ["x"], problems: [.unknownVersion]),
    Version(
      "Version-3.0",
      3,
      0,
      ["observatory.star", "observatory.gold", "observatory.silver", "observatory.bronze"],
      problems: [.errorWithoutChoice]
    ),
    Version(
      "Version-4.0",
      4,
      0,
      ["garden.seed", "garden.gift", "garden.summer", "garden.month", "garden.year"],
      problems: [.emptyPrice, .emptyPrice, .emptyPrice]
    ),
    Version("Version-5.0", 5, 0, ["workshop.year", "workshop.month"]),
    Version("Version-6.3", 6, 3, ["studio.month"], problems: [.suitesNotSold]),
    Version(
      "Version-Newer",
      9,
      1,
      ["future.gem", "future.month"],
      problems: [
        .unknownMember, .newerVersion, .unknownMember, .unknownProductType, .unknownMember,
        .unknownSetting,
      ]
    ),
    Version("Minimal", 1, 0, []),
    Version("Escaped", 3, 0, ["café.crème"]),
    Version("NoFinalNewline", 4, 0, ["ticket"]),
    Version("Picture.storekit/Configuration", 4, 0, ["picture.frame"]),
    Version(
      "SampleShop",
      4,
      0,
      [
        "lifetime", "founders_pack", "coins_100", "pass_30d", "pro_monthly", "pro_yearly",
        "basic_monthly",
      ]
    ),
  ]

  @Test(arguments: versions)
  func `Every version and every way of writing is read`(_ expected: Version) throws {
    let reading = try CatalogFixture.read(expected.name)

    #expect(reading.catalog.version == expected.version)
    #expect(reading.catalog.products.map(\.id) == expected.ids)
    #expect(reading.problems.map(\.code) == expected.problems)
  }

  @Test func `A subscription of version 1 is read whole`() throws {
    let reading = try CatalogFixture.read("Version-1.1")

    #expect(
      CatalogFixture.product("orchard.month", in: reading)
        == Product(
          id: "orchard.month",
          type: .autoRenewable,
          referenceName: "orchard.month",
          localizations: [
            Localization(locale: "en_US", displayName: "orchard.month", description: "")
          ],
          price: Price("4.99"),
          subscription: SubscriptionInfo(
            groupID: reading.catalog.groups[0].id,
            groupLevel: 1,
            period: SubscriptionPeriod(1, .month),
            introductoryOffers: [
              Offer(
                type: .introductory,
                paymentMode: .payAsYouGo,
                period: SubscriptionPeriod(1, .month),
                periodCount: 3,
                price: Price("0.99")
              )
            ],
            promotionalOffers: [
              Offer(
                id: "spring",
                type: .promotional,
                referenceName: "spring",
                paymentMode: .payUpFront,
                period: SubscriptionPeriod(3, .month),
                price: Price("9.99")
              ),
              Offer(
                id: "autumn",
                type: .promotional,
                referenceName: "autumn",
                paymentMode: .payAsYouGo,
                period: SubscriptionPeriod(1, .month),
                periodCount: 2,
                price: Price("2.49")
              ),
            ]
          )
        )
    )
    #expect(CatalogFixture.product("orchard.apple", in: reading)?.referenceName == nil)
    #expect(reading.catalog.offersKeyPair?.id == "0FFE2A11")
  }

  @Test func `rule O-8: an offer code is named by its reference name`() throws {
    let reading = try CatalogFixture.read("Version-3.0")

    let silver = CatalogFixture.product("observatory.silver", in: reading)

    #expect(
      silver?.subscription?.codeOffers == [
        Offer(
          id: "COMET",
          type: .offerCode,
          referenceName: "COMET",
          paymentMode: .payAsYouGo,
          period: SubscriptionPeriod(1, .year),
          periodCount: 5,
          price: Price("0.99"),
          eligibility: [.expired],
          isStackable: true
        )
      ]
    )
  }

  @Test func `rule O-9: win-back offers carry Xcode's switch`() throws {
    let reading = try CatalogFixture.read("Version-4.0")

    let offers = reading.catalog.products.compactMap(\.subscription).flatMap(\.winBackOffers)

    #expect(offers.map(\.id) == ["return.month", "return.year"])
    #expect(offers.map(\.isEligible) == [true, true])
  }

  @Test func `rule P-9: billing plans keep their own prices and offers`() throws {
    let reading = try CatalogFixture.read("Version-5.0")

    let year = CatalogFixture.product("workshop.year", in: reading)?.subscription

    #expect(
      year?.billingPlans == [
        BillingPlan(type: .billedUpfront, price: Price("11.88"), commitmentPrice: Price("11.88")),
        BillingPlan(type: .monthly, price: Price("1.25"), commitmentPrice: Price("15.00")),
      ]
    )
    #expect(year?.introductoryOffers.map(\.billingPlanType) == [.billedUpfront, .monthly])
    #expect(year?.promotionalOffers.map(\.billingPlanType) == [.billedUpfront, .monthly])
  }

  @Test func `Suites are known of but not sold`() throws {
    let reading = try CatalogFixture.read("Version-6.3")

    #expect(
      reading.problems == [
        CatalogProblem(.suitesNotSold, at: "subscriptionSuiteGroups[0]", found: "Everything Suite")
      ]
    )
  }

  @Test func `An empty price is no money and no text`() throws {
    let reading = try CatalogFixture.read("Version-4.0")

    #expect(CatalogFixture.product("garden.seed", in: reading)?.price == .empty)
    #expect(CatalogFixture.product("garden.gift", in: reading)?.price == Price("0.0"))
  }

  @Test func `A free offer costs nothing whatever the file says`() throws {
    let reading = try CatalogFixture.read("Version-2.0")

    let month = CatalogFixture.product("library.month", in: reading)

    #expect(month?.price.text == "57.9")
    #expect(month?.subscription?.introductoryOffers.map(\.price) == [.zero])
  }

  @Test func `What Xcode would not read has no effect here either`() throws {
    let reading = try CatalogFixture.read("HandWritten")

    #expect(reading.catalog.products.map(\.id) == ["hand.monthly", "hand.yearly"])
    #expect(reading.catalog.products.compactMap(\.subscription).flatMap(\.introductoryOffers) == [])
    #expect(reading.catalog.accountSettings.storefront == "USA")
  }

  @Test func `case M10: of two products with one id the first is sold, and both places are told`()
    throws
  {
    let reading = try CatalogFixture.read("Problems")

    #expect(reading.catalog.products.filter { $0.id == "twice" }.map(\.type) == [.consumable])
    #expect(
      reading.problems.filter { $0.code == .duplicateProductID } == [
        CatalogProblem(
          .duplicateProductID,
          at: "nonRenewingSubscriptions[1].productID",
          found: "twice",
          otherPath: "products[0].productID"
        )
      ]
    )
  }

  @Test func `case M11: reading leaves the file as it is`() throws {
    for name in try Fixture.names(in: "catalogs", suffix: ".storekit")
    where !name.contains("Picture") {
      let before = try Fixture.bytes(name)

      _ = try CatalogReader.read(before)

      #expect(try Fixture.bytes(name) == before)
    }
  }

  @Test func `The catalogue inside a package directory is found by its name`() {
    let configuration = CatalogReader.configuration

    #expect(configuration(["Assets", "Configuration.storekit"]) == "Configuration.storekit")
    #expect(
      configuration(["B.storekit", "Configuration.storekit"]) == "Configuration.storekit"
    )
    #expect(configuration(["Assets", "Shop.storekit"]) == "Shop.storekit")
    #expect(configuration(["A.storekit", "B.storekit"]) == nil)
    #expect(configuration(["Assets"]) == nil)
  }
}
