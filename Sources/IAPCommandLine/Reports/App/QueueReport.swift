import IAPCore

/// The app's queue: what is not finished, and what waits for a decision.
struct QueueReport: Report {
  let items: [QueueItem]

  var json: JSONValue {
    .object(["transactions": .array(items.map(Self.json))])
  }

  static func json(_ item: QueueItem) -> JSONValue {
    .object([
      "state": .string(item.state.rawValue),
      "kind": .string(item.kind.rawValue),
      "productId": .string(item.productID.rawValue),
      "requestId": item.requestID.map { .string($0.rawValue) },
      "code": item.code.map { .string($0) },
      "date": .integer(item.date.milliseconds),
      "transaction": item.transaction.map { JSONValueEncoder.encode($0) },
    ])
  }

  func write(to page: inout TextPage) {
    if items.isEmpty { return page.line("the queue is empty") }
    var table = TextTable("STATE", "KIND", "PRODUCT", "ID", "SINCE", "NOTES")
    for item in items {
      table.add(
        StyledText(item.state.rawValue, Self.style(item.state)),
        StyledText(item.kind.rawValue),
        StyledText(item.productID.rawValue),
        StyledText(item.transaction?.id.rawValue ?? item.requestID?.rawValue ?? ""),
        StyledText(item.date.forPeople),
        StyledText(item.code ?? item.transaction.map(TransactionText.notes) ?? "")
      )
    }
    page.table(table)
  }

  private static func style(_ state: QueueItem.State) -> StyledText.Style {
    switch state {
    case .purchased, .restored: .good
    case .deferred, .interrupted: .warning
    case .failed, .unverified: .bad
    }
  }
}
