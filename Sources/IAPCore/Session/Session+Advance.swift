extension Session {
  /// Moves the clock, family by family.
  ///
  /// What the clock does in one family does not depend on the others. So each is brought to the goal,
  /// delivered to and staged, and only its live state is kept: memory follows what is live, however
  /// much happens on the way.
  mutating func advance(
    _ event: AdvanceEvent,
    into performance: inout Performance
  ) throws(SessionFailure) {
    let account = performance.account
    let goal = try goal(of: event, by: account)
    let before = store
    let downloads = try downloadsFinished(until: goal.date, in: before.families.flatMap(\.self))
    performance.changes = Changes(of: before, until: goal, and: downloads)
    // What arrives is signed and believed when the clock stands again.
    store.header.now = goal.date
    let transport = try transport()
    for family in before.families {
      var part = before.part(of: family)
      var changes: [StoreChange] = []
      part.advance(to: goal) { changes.append($0) }
      store.accounts.merge(part.accounts) { _, later in later }
      var refusals: [RefusedArrival] = []
      for change in changes {
        try deliver(
          change,
          on: change.date,
          simulated: nil,
          through: transport,
          refusals: &refusals
        )
      }
      // An app that nobody uses heard of the store with its last change, not where the clock stopped:
      // so several steps leave what one does. The app of the acting account asks again now.
      var contacts = Dictionary(changes.map { ($0.account, $0.date) }) { max($0, $1) }
      if family.contains(account) { contacts[account] = goal.date }
      let refused = Set(refusals.map(\.transaction.id))
      for (name, date) in contacts.sorted(by: { $0.key < $1.key }) {
        store.header.now = date
        defer { store.header.now = goal.date }
        try refreshApps(of: [name], besides: refused, through: transport)
      }
      performance.refusals += refusals
      try stage(changes, of: family)
      // The apps' queues grow with what happened: they are read again when somebody asks for them.
      for name in family where before.accounts.count > Self.appsInMemory { apps[name] = nil }
    }
  }

  /// Up to so many accounts, their apps stay in memory after the clock has moved.
  private static let appsInMemory = 16

  /// Loads what the event concerns and makes out where it leads.
  private mutating func goal(
    of event: AdvanceEvent,
    by account: AccountName
  ) throws(SessionFailure) -> AdvanceGoal {
    try loadAccounts([account])
    if store.accounts[account] == nil { try loadRegistry() }
    let due = try storing { () throws(StorageFailure) in
      DueTable(dates: try DueFile(in: storage).dates())
    }
    let concerned = store.accountsConcerned(by: .advance(event), account: account, due: due)
    try loadAccounts(concerned.sorted())
    var event = event
    if event.until == StoreChange.Kind.downloadChanged.rawValue,
      let end = try firstDownloadEnd(in: concerned.sorted())
    {
      event.until = nil
      event.to = end
    }
    do throws(StoreError) {
      return try store.goal(of: event, by: account)
    } catch {
      throw .store(error)
    }
  }
}
