import IAPCore

/// The customers in the order of their creation.
struct AccountsReport: Report {
  let accounts: [RegisteredAccount]

  var json: JSONValue { .object(["accounts": list]) }

  var list: JSONValue {
    .array(
      accounts.map { account in
        .object([
          "name": .string(account.name.rawValue),
          "family": account.family.map { .string($0.rawValue) },
        ])
      }
    )
  }

  func write(to page: inout TextPage) {
    var table = TextTable("ACCOUNT", "FAMILY OF")
    for account in accounts {
      table.add(StyledText(account.name.rawValue), StyledText(account.family?.rawValue ?? ""))
    }
    page.table(table)
  }
}
