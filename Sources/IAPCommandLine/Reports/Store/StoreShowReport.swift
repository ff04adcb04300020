import IAPCore

/// The store at a glance: clock, settings, accounts, catalogue.
struct StoreShowReport: Report {
  let session: Session
  /// The catalogue's file as seen from the working directory; `nil`: the sample shop.
  let catalog: String?
  let account: AccountState
  let accounts: [RegisteredAccount]

  private var header: StoreHeader { session.store.header }

  var json: JSONValue {
    .object([
      "date": .integer(session.now.milliseconds),
      "environment": .string(session.configuration.environment.rawValue),
      "bundleId": .string(session.configuration.bundleID),
      "account": .string(account.name.rawValue),
      "settings": SettingsText.json(header.settings, account.settings),
      "accounts": AccountsReport(accounts: accounts).list,
      "catalog": .object([
        "file": catalog.map { .string($0) },
        "sha256": header.catalog.map { .string($0) },
        "products": .strings(session.store.products.map(\.id.rawValue)),
      ]),
    ])
  }

  func write(to page: inout TextPage) {
    page.line("clock       \(session.now.forPeople)")
    page.line("app         \(session.configuration.bundleID), \(session.configuration.environment)")
    page.line("catalogue   \(catalog ?? "the sample shop")")
    page.line("account     \(account.name)")
    page.line()
    var table = TextTable("SETTING", "VALUE")
    for (key, value) in SettingsText.pairs(header.settings, account.settings) {
      table.add(StyledText(key), StyledText(value))
    }
    page.table(table)
    page.line()
    AccountsReport(accounts: accounts).write(to: &page)
  }
}
