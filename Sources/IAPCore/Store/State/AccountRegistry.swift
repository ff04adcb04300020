/// Who the customers are: `accounts.json`.
///
/// A purchase by an existing account does not change it.
package struct AccountRegistry: Equatable, Sendable, Codable {
  /// In the order of creation.
  package private(set) var accounts: [RegisteredAccount]

  package init(accounts: [RegisteredAccount] = []) {
    self.accounts = accounts
  }

  package subscript(name: AccountName) -> RegisteredAccount? {
    accounts.first { $0.name == name }
  }

  /// The members of the account's family in the order of creation; only itself without a family.
  package func family(of name: AccountName) -> [AccountName] {
    guard let family = self[name]?.family else { return [name] }
    return accounts.filter { $0.family == family }.map(\.name)
  }

  mutating func add(_ name: AccountName) -> RegisteredAccount {
    let account = RegisteredAccount(name: name, ordinal: accounts.count + 1)
    accounts.append(account)
    return account
  }

  mutating func setFamily(_ family: AccountName?, of name: AccountName) {
    guard let index = accounts.firstIndex(where: { $0.name == name }) else { return }
    accounts[index].family = family
  }
}

/// One line of the registry.
package struct RegisteredAccount: Equatable, Sendable, Codable {
  package var name: AccountName
  /// The order of creation, from 1; part of every id of the account.
  package var ordinal: Int
  /// The family, by the name of the account that it began with; `nil`: none.
  package var family: AccountName?

  package init(name: AccountName, ordinal: Int, family: AccountName? = nil) {
    self.name = name
    self.ordinal = ordinal
    self.family = family
  }
}
