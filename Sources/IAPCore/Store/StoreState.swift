/// Apple's side as one value: who bought what, what is due when, and the clock.
///
/// The store learns of everything through `apply`. It holds live state only: past transactions
/// come from a `TransactionHistory` when an event asks for them.
package struct StoreState: Equatable, Sendable {
  /// The clock starts and ends here (design, section 3).
  package static let earliest = Instant(milliseconds: 946_684_800_000)
  /// 2200-01-01T00:00:00Z, the first moment outside.
  package static let end = Instant(milliseconds: 7_258_118_400_000)

  package var header: StoreHeader
  package var registry: AccountRegistry
  /// The loaded accounts only.
  package var accounts: [AccountName: AccountState]
  /// The catalogue in force; not part of the header's file.
  package var catalog: Catalog
  package var configuration: StoreConfiguration

  /// A new store with the account `default` and the settings that the catalogue file asks for.
  package init(
    now: Instant,
    seed: UInt64,
    configuration: StoreConfiguration,
    catalog: Catalog
  ) {
    header = StoreHeader(now: now, seed: seed)
    header.settings = catalog.storeSettings
    header.accountDefaults = catalog.accountSettings
    registry = AccountRegistry()
    accounts = [:]
    self.catalog = catalog
    self.configuration = configuration
    let first = registry.add(.standard)
    accounts[.standard] = AccountState(
      name: first.name,
      ordinal: first.ordinal,
      settings: header.accountDefaults
    )
  }

  /// A store as it was saved, with the accounts that were loaded.
  package init(
    header: StoreHeader,
    registry: AccountRegistry,
    accounts: [AccountName: AccountState],
    catalog: Catalog,
    configuration: StoreConfiguration
  ) {
    self.header = header
    self.registry = registry
    self.accounts = accounts
    self.catalog = catalog
    self.configuration = configuration
  }

  /// A loaded account, changed in place.
  ///
  /// Every event checks first that its accounts are loaded, so that the empty one never shows.
  subscript(name: AccountName) -> AccountState {
    get { accounts[name] ?? AccountState(name: name, ordinal: 0) }
    _modify { yield &accounts[name, default: AccountState(name: name, ordinal: 0)] }
  }

  /// The catalogue's products as they are today, removed ones left out, in the file's order.
  package var products: [Product] {
    let rules = StoreRules(self)
    return catalog.products.filter { rules.isForSale($0.id) }.map(rules.changed)
  }

  /// One product as it is today, on sale or not; `nil`: the catalogue does not have it.
  package func product(_ id: ProductID) -> Product? {
    StoreRules(self).product(id)
  }

  /// Applies one event of one account, or refuses it and changes nothing.
  ///
  /// The changes are handed out in order. Those of `advance` come while it runs, so that its
  /// memory follows the live state; those of all other events after it succeeded.
  package mutating func apply(
    _ event: Event,
    by account: AccountName,
    history: some TransactionHistory,
    checks: StoreChecks,
    emit: (StoreChange) -> Void
  ) throws(StoreError) -> EventResult {
    if case .advance(let advance) = event {
      try requireAccount(account)
      return try self.advance(advance, by: account, emit: emit)
    }
    let before = self
    let output = ChangeOutput()
    let context = StoreContext(
      account: account,
      history: history,
      checks: checks,
      output: output
    )
    do {
      let result = try perform(event, in: context)
      for change in output.kept { emit(change) }
      return result
    } catch {
      self = before
      throw error
    }
  }

  private mutating func perform(
    _ event: Event,
    in context: StoreContext
  ) throws(StoreError) -> EventResult {
    try prepareAccounts(for: event, in: context)
    let result = try handle(event, in: context)
    try settle(in: context)
    return result
  }
}
