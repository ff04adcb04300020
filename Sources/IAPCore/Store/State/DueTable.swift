/// When something is next due in which account: `due.json`.
package struct DueTable: Equatable, Sendable, Codable {
  /// Accounts in which nothing is due have no entry.
  package private(set) var dates: [AccountName: Instant]

  package init(dates: [AccountName: Instant] = [:]) {
    self.dates = dates
  }

  package init(from decoder: any Decoder) throws {
    dates = try [AccountName: Instant](from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    try dates.encode(to: encoder)
  }

  package subscript(account: AccountName) -> Instant? {
    get { dates[account] }
    set { dates[account] = newValue }
  }

  /// The accounts with something due at the moment or before it, sorted by name.
  package func accounts(dueBy moment: Instant) -> [AccountName] {
    dates.filter { $0.value <= moment }.keys.sorted()
  }
}
