import IAPCore

/// What `iap init` made.
struct InitReport: Report {
  let folder: String
  let configuration: SessionConfiguration
  let header: StoreHeader
  let products: Int

  var json: JSONValue {
    .object([
      "store": .string(folder),
      "bundleId": .string(configuration.bundleID),
      "appAppleId": configuration.appAppleID.map { .integer($0) },
      "environment": .string(configuration.environment.rawValue),
      "catalog": configuration.catalog.map { .string($0) },
      "entitlements": configuration.entitlements.map { .string($0) },
      "date": .integer(header.now.milliseconds),
      "products": .integer(products),
      "settings": SettingsText.json(header.settings, header.accountDefaults),
    ])
  }

  func write(to page: inout TextPage) {
    let shop = configuration.catalog ?? "the sample shop"
    page.line(StyledText("created", .good) + " \(folder)")
    page.line("  \(products) products from \(shop)")
    page.line("  \(configuration.bundleID), \(configuration.environment)")
    page.line("  the store's clock is at \(header.now.forPeople)")
    for line in SettingsText.changed(header.settings, header.accountDefaults) {
      page.line("  set by the catalogue: \(line)")
    }
  }
}
