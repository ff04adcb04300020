import IAPCore

/// What `iap init` made.
struct InitReport: Report {
  let folder: String
  let configuration: SessionConfiguration
  /// The catalogue's file as seen from the working directory; `nil`: the sample shop.
  let catalog: String?
  /// The map's, likewise; `nil`: none was named.
  let entitlements: String?
  let header: StoreHeader
  let products: Int
  /// What is odd about the catalogue, as it stands on stderr too.
  let warnings: [String]

  var json: JSONValue {
    .object([
      "store": .string(folder),
      "bundleId": .string(configuration.bundleID),
      "appAppleId": configuration.appAppleID.map { .integer($0) },
      "environment": .string(configuration.environment.rawValue),
      "catalog": catalog.map { .string($0) },
      "entitlements": entitlements.map { .string($0) },
      "date": .integer(header.now.milliseconds),
      "products": .integer(products),
      "settings": SettingsText.json(header.settings, header.accountDefaults),
      "warnings": .strings(warnings),
    ])
  }

  func write(to page: inout TextPage) {
    let count = products == 0 ? "no products" : products == 1 ? "1 product" : "\(products) products"
    page.line(StyledText("created", .good) + " \(folder)")
    page.line("  \(count) from \(catalog ?? "the sample shop")")
    page.line("  \(configuration.bundleID), \(configuration.environment)")
    page.line("  the store's clock is at \(header.now.forPeople)")
    for line in SettingsText.changed(header.settings, header.accountDefaults) {
      page.line("  set by the catalogue: \(line)")
    }
  }
}
