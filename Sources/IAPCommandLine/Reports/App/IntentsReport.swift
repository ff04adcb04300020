import IAPCore

/// Purchases that were started in the store and wait for the app.
struct IntentsReport: Report {
  let intents: [PurchaseIntent]

  var json: JSONValue {
    .object(["intents": .array(intents.map { JSONValueEncoder.encode($0) })])
  }

  func write(to page: inout TextPage) {
    if intents.isEmpty { return page.line("no purchase waits for the app") }
    var table = TextTable("INTENT", "PRODUCT", "SINCE")
    for intent in intents {
      table.add(
        StyledText(intent.id.rawValue),
        StyledText(intent.productID.rawValue),
        StyledText(intent.date.forPeople)
      )
    }
    page.table(table)
  }
}
