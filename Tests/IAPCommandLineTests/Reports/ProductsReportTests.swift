import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

struct ProductsReportTests {
  private func report(
    _ name: String,
    ids: [ProductID] = [],
    storefront: String = "USA",
    locale: String = "en_US"
  ) throws -> ProductsReport {
    let reading = try CatalogReader.read(Fixture.bytes("catalogs/\(name).storekit"))
    return ProductsReport(
      ProductListing(
        of: reading.catalog,
        ids: ids,
        storefront: try #require(Storefronts.find(storefront)),
        locale: try LocaleName(locale)
      )
    )
  }

  private func text(_ report: ProductsReport) -> String {
    var page = TextPage()
    report.write(to: &page)
    return page.rendered(inColor: false)
  }

  @Test func `The document of one subscription`() throws {
    let report = try report("SampleShop", ids: ["pro_monthly"])

    #expect(
      report.json == [
        "products": [
          [
            "id": "pro_monthly", "type": "Auto-Renewable Subscription",
            "displayName": "Pro Monthly", "description": "All of Pro, billed every month",
            "price": "9.99", "currency": "USD", "displayPrice": "$9.99", "familyShareable": true,
            "subscription": [
              "groupId": "5C0FFEE1", "groupName": "Pro", "groupLevel": 1, "period": "P1M",
              "introductoryOffers": [
                [
                  "mode": "freeTrial", "period": "P1W", "periodCount": 1, "price": "0",
                  "displayPrice": "$0.00",
                ]
              ],
              "promotionalOffers": [
                [
                  "id": "loyal_3_months", "mode": "payAsYouGo", "period": "P1M", "periodCount": 3,
                  "price": "4.99", "displayPrice": "$4.99",
                ],
                [
                  "id": "loyal_free_month", "mode": "freeTrial", "period": "P1M",
                  "periodCount": 1, "price": "0", "displayPrice": "$0.00",
                ],
              ],
              "winBackOffers": [
                [
                  "id": "comeback_month", "mode": "freeTrial", "period": "P1M", "periodCount": 1,
                  "price": "0", "displayPrice": "$0.00",
                ]
              ],
              "codeOffers": [
                [
                  "id": "WELCOME", "mode": "freeTrial", "period": "P1M", "periodCount": 1,
                  "price": "0", "displayPrice": "$0.00", "eligibility": ["expired", "new"],
                  "stackable": false,
                ]
              ],
            ],
          ]
        ],
        "invalidProductIds": [],
      ]
    )
  }

  @Test func `case M01: prices stay as the catalogue writes them`() throws {
    for name in ["Version-1.1", "Version-2.0", "Version-4.0", "SampleShop"] {
      let reading = try CatalogReader.read(Fixture.bytes("catalogs/\(name).storekit"))

      let prices = try report(name).json["products"]?.array?.map { $0["price"]?.string }

      #expect(prices == reading.catalog.products.map(\.price.text))
    }
  }

  @Test func `The sample shop in text`() throws {
    let report = try report("SampleShop", ids: ["coins_100", "pro_yearly", "basic_monthly"])

    #expect(
      text(report).split(separator: "\n", omittingEmptySubsequences: false)
        == """
        ID             TYPE                         NAME            PRICE  PERIOD   GROUP  LEVEL  \
        FAMILY
        coins_100      Consumable                   100 Coins       $0.99
        pro_yearly     Auto-Renewable Subscription  Pro Yearly     $99.99  1 year   Pro        1  \
        shareable
        basic_monthly  Auto-Renewable Subscription  Basic Monthly   $4.99  1 month  Pro        2

        PRODUCT        OFFER         ID             TERMS                    FOR
        pro_yearly     introductory                 free for 2 weeks
        pro_yearly     promotional   loyal_year     $69.99 once for 1 year
        pro_yearly     win-back      comeback_year  $59.99 once for 1 year
        pro_yearly     offer code    PARTNER        free for 3 months        existing, expired, new
        basic_monthly  introductory                 $1.99 each for 3 months

        """.split(separator: "\n", omittingEmptySubsequences: false)
    )
  }

  @Test func `case N01: an empty catalogue says so, unknown ids leave the answer empty`() throws {
    #expect(text(try report("Minimal")) == "nothing is for sale\n")
    #expect(text(try report("SampleShop", ids: ["zzzzz"])) == "")
  }

  @Test func `case M08: unknown ids are listed, quoted, with near ones, exit 6`() throws {
    let report = try report("SampleShop", ids: [" Pro_Monthly", "lifetime"])

    #expect(report.exitCode == .notFound)
    #expect(report.json["invalidProductIds"] == [" Pro_Monthly"])
    #expect(
      report.diagnostic
        == Diagnostic(
          code: "unknownProduct",
          message: "no product ' Pro_Monthly'",
          why: "ids are compared exactly; did you mean 'pro_monthly'?",
          hint: "iap products pro_monthly",
          exitCode: .notFound
        )
    )
    #expect(try self.report("SampleShop").diagnostic == nil)
  }

  @Test func `rule P-9: billing plans are shown with what they cost in all`() throws {
    let report = try report("Version-5.0", ids: ["workshop.year"])

    #expect(text(report).contains("MONTHLY         $1.25 each, $15.00 in all"))
    #expect(
      report.json["products"]?[0]?["subscription"]?["billingPlans"]?[1] == [
        "type": "MONTHLY", "price": "1.25", "displayPrice": "$1.25", "commitmentPrice": "15.00",
        "commitmentDisplayPrice": "$15.00", "enabled": true,
      ]
    )
  }

  @Test func `rule O-1: eligibility says what this account gets and pays now, and why not`() throws
  {
    var session = try Session.sample()
    let request = ProductsRequest(ids: ["basic_monthly"], asksEligibility: true)

    let before = ProductsReport(try session.products(request, for: .standard))
    try session.buy("basic_monthly")
    let after = ProductsReport(try session.products(request, for: .standard))

    #expect(
      before.json["products"]?[0]?["now"] == [
        "charged": .boolean(true), "price": "1.99", "displayPrice": "$1.99",
        "introductoryOffer": ["answer": "eligible"],
      ]
    )
    #expect(
      after.json["products"]?[0]?["now"] == [
        "charged": .boolean(false),
        "introductoryOffer": ["answer": "notEligible", "reason": "subscribed"],
      ]
    )
    #expect(
      text(after).split(separator: "\n", omittingEmptySubsequences: false)
        == """
        ID             TYPE                         NAME           PRICE      NOW  PERIOD   GROUP  \
        LEVEL
        basic_monthly  Auto-Renewable Subscription  Basic Monthly  $4.99  nothing  1 month  Pro    \
            2

        PRODUCT        OFFER         TERMS                    NOW
        basic_monthly  introductory  $1.99 each for 3 months  no: subscribed in this group now

        """.split(separator: "\n", omittingEmptySubsequences: false)
    )
  }
}
