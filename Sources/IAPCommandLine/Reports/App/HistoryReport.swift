import IAPCore

/// Transactions in their latest version.
struct HistoryReport: Report {
  let transactions: [Transaction]

  var json: JSONValue {
    .object(["transactions": .array(transactions.map { JSONValueEncoder.encode($0) })])
  }

  func write(to page: inout TextPage) {
    if transactions.isEmpty { return page.line("no transactions") }
    page.table(TransactionText.table(transactions))
  }
}
