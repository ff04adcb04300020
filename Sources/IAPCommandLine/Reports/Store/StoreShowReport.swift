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
      "requests": .array(requests.map(\.json)),
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
    if !requests.isEmpty {
      var table = TextTable("REQUEST", "PRODUCT", "STATE", "SINCE")
      for request in requests { table.add(request.cells) }
      page.table(table)
      page.line()
    }
    AccountsReport(accounts: accounts).write(to: &page)
  }

  /// What waits for an answer, and the last of each product that nothing came of.
  private var requests: [ShownRequest] {
    account.requests.map { request in
      ShownRequest(
        id: request.id,
        product: request.purchase.id,
        state: request.kind == .askToBuy ? "waiting" : "interrupted",
        date: request.requestDate
      )
    }
      + account.endedRequests.map { request in
        ShownRequest(
          id: request.id,
          product: request.productID,
          state: request.outcome.rawValue,
          date: request.date
        )
      }
  }
}

/// One request as the parent sees it; the app is told nothing of a refusal.
private struct ShownRequest {
  var id: RequestID
  var product: ProductID
  var state: String
  var date: Instant

  var json: JSONValue {
    .object([
      "requestId": .string(id.rawValue),
      "productId": .string(product.rawValue),
      "state": .string(state),
      "date": .integer(date.milliseconds),
    ])
  }

  var cells: [StyledText] {
    [
      StyledText(id.rawValue), StyledText(product.rawValue), StyledText(state),
      StyledText(date.forPeople),
    ]
  }
}
