extension StoreState {
  /// Which accounts must be loaded before the event is applied.
  ///
  /// The family is the unit of consistency. `advance` needs every account with something due by
  /// its target. An account that does not exist yet is named too: there is nothing to load for it.
  package func accountsConcerned(
    by event: Event,
    account: AccountName,
    due: DueTable
  ) -> Set<AccountName> {
    var names: Set<AccountName> = [account]
    switch event {
    case .advance(let advance):
      names.formUnion(due.accounts(dueBy: horizon(of: advance)))
    case .price, .load: names.formUnion(registry.accounts.map(\.name))
    case .extend(let extend) where extend.all == true:
      names.formUnion(registry.accounts.map(\.name))
    case .set(let set) where set.allAccounts || SettingKey.movesDueDates(set.values.keys):
      names.formUnion(registry.accounts.map(\.name))
    case .product, .remove:
      if header.settings.renewalLead != header.settings.renewalLag {
        // Whether a product is for sale moves the attempt that was due before or after the expiry.
        names.formUnion(registry.accounts.map(\.name))
      }
    case .share(let share): names.formUnion(share.with)
    case .join(let join): names.insert(join.account)
    default: break
    }
    for name in names.sorted() { names.formUnion(family(of: name)) }
    return names
  }

  private func horizon(of event: AdvanceEvent) -> Instant {
    guard event.until == nil, let target = try? target(of: event) else {
      return Instant(milliseconds: Self.end.milliseconds - 1)
    }
    return target
  }

  private func family(of name: AccountName) -> [AccountName] {
    accounts[name].map { $0.family.isEmpty ? [name] : $0.family } ?? registry.family(of: name)
  }

  /// The next moment at which the clock does something in a loaded account; `nil`: never.
  package func nextDue(of account: AccountName) -> Instant? {
    accounts[account]?.nextDue(StoreRules(self))
  }

  /// What `fail` makes an operation of the app answer; `nil`: it works.
  package func failure(of api: FailableAPI, account: AccountName) -> StoreKitFailure? {
    accounts[account]?.settings.failures[api]
  }

  func requireAccount(_ name: AccountName) throws(StoreError) {
    guard accounts[name] == nil else { return }
    throw registry[name] == nil ? .unknownAccount(name) : .accountNotLoaded(name)
  }

  /// A family is changed as a whole or not at all.
  func requireFamilies() throws(StoreError) {
    let missing = accounts.values.flatMap(\.family).filter { accounts[$0] == nil }
    if let first = missing.min() { throw .accountNotLoaded(first) }
  }

  /// Creates the accounts that an event may create, and checks that the others are loaded.
  mutating func prepareAccounts(
    for event: Event,
    in context: StoreContext
  ) throws(StoreError) {
    switch event {
    case .accountAdd(let add):
      guard accounts[add.name] == nil, registry[add.name] == nil else {
        throw .accountExists(add.name)
      }
      return try create(add.name, output: context.output)
    case .purchase, .join: try createIfNew(context.account, output: context.output)
    case .share(let share):
      try requireAccount(context.account)
      for member in share.with { try createIfNew(member, output: context.output) }
    default: break
    }
    try requireAccount(context.account)
    try requireFamilies()
  }

  private mutating func createIfNew(
    _ name: AccountName,
    output: ChangeOutput
  ) throws(StoreError) {
    guard accounts[name] == nil else { return }
    guard registry[name] == nil else { throw .accountNotLoaded(name) }
    try create(name, output: output)
  }

  private mutating func create(_ name: AccountName, output: ChangeOutput) throws(StoreError) {
    guard name.isValid else { throw .invalidAccountName(name.rawValue) }
    let account = registry.add(name)
    accounts[name] = AccountState(
      name: name,
      ordinal: account.ordinal,
      settings: header.accountDefaults
    )
    output.send(StoreChange(date: header.now, account: name, kind: .accountCreated))
  }
}
