import IAPCore
import Testing

struct StorefrontsTests {
  @Test func `There are 175 storefronts, in order, each code once`() {
    let codes = Storefronts.all.map(\.countryCode)

    #expect(codes.count == 175)
    #expect(codes == Set(codes).sorted())
    #expect(Set(Storefronts.all.map(\.regionCode)).count == 175)
    #expect(Storefronts.all.allSatisfy { $0.currencyCode.utf8.count == 3 })
  }

  @Test func `A storefront is found by either code`() {
    let japan = Storefront(countryCode: "JPN", regionCode: "JP", currencyCode: "JPY", id: "143462")

    #expect(Storefronts.find("JPN") == japan)
    #expect(Storefronts.find("jp") == japan)
    #expect(Storefronts.find("XXA") == nil)
    #expect(Storefronts.find("") == nil)
    #expect(Storefronts.find("AFG")?.id == nil)
    #expect(Storefronts.find("USA") == .some(Storefronts.standard))
  }

  @Test func `An unknown storefront has near ones`() {
    #expect(Storefronts.near("USB").first == "USA")
    #expect(Storefronts.near("UK").first == "GBR")
    #expect(Storefronts.near("QQQ") == [])
  }
}
