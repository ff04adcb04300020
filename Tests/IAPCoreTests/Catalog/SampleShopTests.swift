import IAPCore
import IAPTestSupport
import Testing

/// The shop inside the command is the one in Fixtures; `make sample` copies it.
struct SampleShopTests {
  @Test func `The texts in the command are those of Fixtures`() throws {
    #expect(SampleShop.catalog == (try Fixture.text("catalogs/SampleShop.storekit")))
    #expect(SampleShop.entitlements == (try Fixture.text("entitlements/SampleEntitlements.json")))
  }

  @Test func `The sample shop has every product type and every kind of offer`() throws {
    let catalog = try CatalogReader.read(Array(SampleShop.catalog.utf8)).catalog

    let subscriptions = catalog.products.compactMap(\.subscription)
    #expect(
      Set(catalog.products.map(\.type)) == [
        .consumable, .nonConsumable, .nonRenewable, .autoRenewable,
      ]
    )
    #expect(Set(subscriptions.map(\.groupID)).count == 1)
    #expect(subscriptions.contains { !$0.introductoryOffers.isEmpty })
    #expect(subscriptions.contains { !$0.promotionalOffers.isEmpty })
    #expect(subscriptions.contains { !$0.codeOffers.isEmpty })
    #expect(subscriptions.contains { !$0.winBackOffers.isEmpty })
    let locales = catalog.products.map { $0.localizations.map(\.locale) }
    #expect(locales.allSatisfy { $0 == ["en_US", "de", "ja"] })
  }

  @Test func `The map of the sample shop names products of the sample shop`() throws {
    let catalog = try CatalogReader.read(Array(SampleShop.catalog.utf8)).catalog
    let map = try JSONParser.parse(SampleShop.entitlements)

    let named = map["entitlements"]?.members?.flatMap { $0.value.array ?? [] } ?? []
    let ids = Set(catalog.products.map(\.id.rawValue))
    #expect(!named.isEmpty)
    #expect(named.allSatisfy { $0.string.map(ids.contains) ?? false })
  }
}
