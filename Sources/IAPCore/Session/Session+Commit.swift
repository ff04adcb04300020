extension Session {
  /// Writes everything that is not on file as it is now, with the journal's line, in one commit.
  func commit(
    _ performance: Performance,
    also changes: [FileChange],
    isFirst: Bool
  ) throws(SessionFailure) {
    try storing { () throws(StorageFailure) in
      var all = changes
      all += try journal(performance, isFirst: isFirst)
      all += try stateChanges()
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
    let last = isFirst ? 0 : try Journal(in: storage).lastSequence()
    // A store that has begun has a journal: going on without it would lose everything before.
    guard isFirst || last > 0 else { throw StorageFailure(.journal, .missing) }
    let entry = JournalEntry(
      sequence: last + 1,
      date: performance.fromDate,
      account: performance.account,
      rules: StoreHeader.currentRules,
      event: performance.event
    )
    return [try lines.change(appending: [JSONValueEncoder.encode(entry)])]
  }

  /// The files of live state whose content is another one than before.
  private func stateChanges() throws(StorageFailure) -> [FileChange] {
    var files: [(StateFile, [UInt8])] = [(.store, Self.headerDocument.bytes(store.header))]
    if isRegistryLoaded { files.append((.accounts, Self.registryDocument.bytes(store.registry))) }
    var due: [AccountName: Instant?] = [:]
    for name in store.accounts.keys.sorted() {
      guard let state = store.accounts[name] else { continue }
      files.append((.account(name), Self.accountDocument.bytes(state)))
      due[name] = .some(store.nextDue(of: name))
    }
    for name in Set(store.accounts.keys).union(apps.keys).sorted() {
      let isNew = try !storage.contains(.account(name))
      guard let app = apps[name] ?? (isNew ? AppSide(asOf: now) : nil) else { continue }
      files.append((.queue(name), AppSide.queueDocument.bytes(app.queue)))
      files.append((.entitlements(name), AppSide.cacheDocument.bytes(app.cache)))
    }
    var changes: [FileChange] = []
    for (file, bytes) in files where try storage.readIfPresent(file) != bytes {
      changes.append(.replace(file, bytes))
    }
    return changes + (try DueFile(in: storage).changes(due))
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
