/// Where an `advance` ends.
package struct AdvanceGoal: Equatable, Sendable {
  /// The store's clock afterwards.
  package var date: Instant
  /// How many of the events due at that very moment still happen in each account.
  ///
  /// `nil`: all of them. `advance --until` stops right after what it looked for.
  var lastSteps: [AccountName: Int]?
}

extension StoreState {
  /// Makes out where an event of the clock leads, changing nothing.
  package func goal(
    of event: AdvanceEvent,
    by account: AccountName
  ) throws(StoreError) -> AdvanceGoal {
    try requireAccount(account)
    if let occurrence = event.until {
      guard event.by == nil, event.to == nil else { throw .invalidAdvance }
      try requireKnown(occurrence)
      try requireFamilies()
      return try goal(until: occurrence)
    }
    let target = try target(of: event)
    try requireFamilies()
    return AdvanceGoal(date: target, lastSteps: nil)
  }

  /// The loaded accounts by family, in the order of creation: what the clock does in one of them
  /// does not depend on the others.
  package var families: [[AccountName]] {
    var found: [[AccountName]] = []
    var seen: Set<AccountName> = []
    for account in accounts.values.sorted(by: { $0.ordinal < $1.ordinal })
    where !seen.contains(account.name) {
      let family = account.family.isEmpty ? [account.name] : account.family
      found.append(family)
      seen.formUnion(family)
    }
    return found
  }

  /// The same store with some of its accounts loaded.
  package func part(of names: [AccountName]) -> StoreState {
    var part = self
    part.accounts = [:]
    for name in names { part.accounts[name] = accounts[name] }
    return part
  }

  private func requireKnown(_ occurrence: String) throws(StoreError) {
    let isKnown =
      StoreChange.Kind(rawValue: occurrence) != nil
      || NotificationType.known.contains { $0.rawValue == occurrence }
    guard isKnown else { throw .unknownOccurrence(occurrence) }
  }
}
