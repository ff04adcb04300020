extension Session {
  /// Writes everything that differs from before, with the journal's line, in one commit.
  func commit(
    _ performance: Performance,
    since before: Session,
    also changes: [FileChange],
    isFirst: Bool
  ) throws(SessionFailure) {
    try storing { () throws(StorageFailure) in
      var all = changes
      all += try journal(performance, isFirst: isFirst)
      all += try stateChanges(since: before, isFirst: isFirst)
      var ledger = Ledger()
      for change in performance.changes { ledger.note(change) }
      all += try pastChanges(ledger)
      try storage.commit(all)
    }
  }

  private func journal(
    _ performance: Performance,
    isFirst: Bool
  ) throws(StorageFailure) -> [FileChange] {
    let lines = JSONLines(.journal, format: JournalEntry.format, in: storage)
    let entry = JournalEntry(
      sequence: isFirst ? 1 : try Journal(in: storage).lastSequence() + 1,
      date: performance.fromDate,
      account: performance.account,
      rules: StoreHeader.currentRules,
      event: performance.event
    )
    return [try lines.change(appending: [JSONValueEncoder.encode(entry)])]
  }

  private func stateChanges(
    since before: Session,
    isFirst: Bool
  ) throws(StorageFailure) -> [FileChange] {
    var changes: [FileChange] = []
    if isFirst || store.header != before.store.header {
      changes.append(Self.headerDocument.change(.store, to: store.header))
    }
    if isFirst || store.registry != before.store.registry {
      changes.append(Self.registryDocument.change(.accounts, to: store.registry))
    }
    var due: [AccountName: Instant?] = [:]
    for name in store.accounts.keys.sorted() {
      due[name] = .some(store.nextDue(of: name))
      guard let state = store.accounts[name], isFirst || state != before.store.accounts[name] else {
        continue
      }
      changes.append(Self.accountDocument.change(.account(name), to: state))
    }
    changes += try DueFile(in: storage).changes(due)
    for name in apps.keys.sorted() {
      guard let app = apps[name] else { continue }
      if app.queue != before.apps[name]?.queue {
        changes.append(AppSide.queueDocument.change(.queue(name), to: app.queue))
      }
      if app.cache != before.apps[name]?.cache {
        changes.append(AppSide.cacheDocument.change(.entitlements(name), to: app.cache))
      }
    }
    return changes
  }

  private func pastChanges(_ ledger: Ledger) throws(StorageFailure) -> [FileChange] {
    var changes: [FileChange] = []
    for name in ledger.cleared.sorted() {
      changes += [.remove(.history(name)), .remove(.revisions(name))]
    }
    for (name, transactions) in ledger.history.sorted(by: { $0.key < $1.key }) {
      let values = transactions.map { JSONValueEncoder.encode($0) }
      changes.append(try history.history(name).change(appending: values))
    }
    for (name, lines) in ledger.revisions.sorted(by: { $0.key < $1.key }) {
      let values = lines.map { JSONValueEncoder.encode($0) }
      changes.append(try history.revisions(name).change(appending: values))
    }
    for (name, notifications) in ledger.notifications.sorted(by: { $0.key < $1.key }) {
      let file = JSONLines(.notifications(name), format: Ledger.notificationFormat, in: storage)
      changes.append(try file.change(appending: notifications.map { JSONValueEncoder.encode($0) }))
    }
    return changes
  }
}
