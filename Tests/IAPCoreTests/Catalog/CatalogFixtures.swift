import IAPCore
import IAPTestSupport

/// Short ways to the catalogues of `Fixtures`.
enum CatalogFixture {
  static func read(_ name: String) throws -> CatalogReading {
    try CatalogReader.read(Fixture.bytes("catalogs/\(name).storekit"))
  }

  static func error(_ name: String) throws -> CatalogError? {
    let bytes = try Fixture.bytes("catalogs/\(name).storekit")
    do throws(CatalogError) {
      _ = try CatalogReader.read(bytes)
      return nil
    } catch {
      return error
    }
  }

  static func product(_ id: ProductID, in reading: CatalogReading) -> Product? {
    reading.catalog.products.first { $0.id == id }
  }
}

extension Price {
  /// A price of a test; a text that is none is a mistake of the test.
  init(_ text: StaticString) {
    guard let price = Price("\(text)") else { preconditionFailure("no price: \(text)") }
    self = price
  }
}
