import Foundation
import IAPCore
import IAPTestSupport
import Testing

/// Real catalogues of public apps, where the folder `IAP_CORPUS` (else `../shared/corpus`) is.
struct CorpusTests {
  static let folder: URL = {
    let named = ProcessInfo.processInfo.environment["IAP_CORPUS"] ?? ""
    let root =
      named.isEmpty
      ? Fixture.package.appending(path: "../shared/corpus") : URL(filePath: named)
    return root.appending(path: "storekit")
  }()

  static let isThere = FileManager.default.fileExists(atPath: folder.path)

  static func files() throws -> [(name: String, bytes: [UInt8])] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".storekit") }
      .map { ($0, Array(try Data(contentsOf: folder.appending(path: $0)))) }
  }

  @Test(.enabled(if: isThere, "no corpus folder: set IAP_CORPUS to check real catalogues"))
  func `Every real catalogue opens, with prices byte for byte as in the file`() throws {
    let files = try Self.files()
    #expect(files.count >= 30)

    for (name, bytes) in files {
      let document = try JSONParser.parse(bytes)
      let reading = try CatalogReader.read(bytes)

      let written = document.productPrices
      let read = reading.catalog.products.map { "\($0.id) \($0.price.text)" }
      #expect(read == written, "\(name)")
    }
  }

  @Test(.enabled(if: isThere, "no corpus folder: set IAP_CORPUS to check real catalogues"))
  func `Every real catalogue can be listed in every of its languages`() throws {
    for (name, bytes) in try Self.files() {
      let catalog = try CatalogReader.read(bytes).catalog
      let storefront = try #require(Storefronts.find(catalog.accountSettings.storefront))
      let locales = Set(catalog.products.flatMap { $0.localizations.map(\.locale) }).sorted()

      for locale in locales + [catalog.storeSettings.locale] {
        let listing = ProductListing(
          of: catalog,
          storefront: storefront,
          locale: try LocaleName(locale)
        )
        #expect(listing.products.count == catalog.products.count, "\(name)")
        #expect(listing.products.allSatisfy { !$0.displayPrice.contains("¤") }, "\(name)")
      }
    }
  }

  @Test(.enabled(if: isThere, "no corpus folder: set IAP_CORPUS to check real catalogues"))
  func `No real catalogue has an error, and every problem stands somewhere`() throws {
    for (name, bytes) in try Self.files() {
      let problems = try CatalogLint.problems(in: bytes)

      #expect(problems.filter { $0.severity == .error } == [], "\(name)")
      #expect(problems.allSatisfy { !$0.path.isEmpty }, "\(name)")
    }
  }
}

extension JSONValue {
  /// `id price` of every product in the catalogue's order, straight from the file.
  fileprivate var productPrices: [String] {
    let groups = self["subscriptionGroups"]?.array ?? []
    let lists =
      [self["products"], self["nonRenewingSubscriptions"]]
      + groups.map { $0["subscriptions"] }
    return lists.flatMap { $0?.array ?? [] }.map { product in
      "\(product["productID"]?.string ?? "") \(product["displayPrice"]?.string ?? "")"
    }
  }
}
