/// What is written together with the next commit, besides what is staged in the storage.
struct CommitDraft {
  /// Accounts whose files are staged already.
  var staged: Set<AccountName> = []
  /// When something is next due in each account that may have changed.
  var due: [AccountName: Instant?] = [:]
}

extension Session {
  /// Writes everything that is not on file as it is now, with the journal's line, in one commit.
  mutating func commit(
    _ performance: Performance,
    also changes: [FileChange],
    isFirst: Bool
  ) throws(SessionFailure) {
    let names = Set(store.accounts.keys).union(apps.keys).subtracting(draft.staged).sorted()
    try stage(draft.staged.isEmpty ? performance.changes.all : [], of: names)
    store.header.rules = rules
    do throws(StorageFailure) {
      let journal = try journalChange(performance, isFirst: isFirst)
      var all = changes + [journal]
      all += try changed([(.store, Self.headerDocument.bytes(store.header, note: journalMark))])
      if isRegistryLoaded {
        all += try changed([(.accounts, Self.registryDocument.bytes(store.registry))])
      }
      all += try DueFile(in: storage).changes(draft.due, isNew: isFirst)
      try storage.commit(all)
    } catch {
      throw .storage(error)
    }
    draft = CommitDraft()
  }

  /// Hands over what some accounts have become, and what changed on the way, for the next commit.
  ///
  /// Once for each account and command: what is staged is not read before it is committed.
  mutating func stage(
    _ changes: [StoreChange],
    of names: [AccountName]
  ) throws(SessionFailure) {
    var ledger = Ledger()
    for change in changes { ledger.note(change) }
    do throws(StorageFailure) {
      try stagePast(ledger)
      for change in try changed(liveFiles(of: names)) { try storage.stage(change) }
    } catch {
      throw .storage(error)
    }
    for name in names {
      draft.staged.insert(name)
      if store.accounts[name] != nil { draft.due[name] = .some(try nextDue(of: name)) }
    }
  }

  private mutating func journalChange(
    _ performance: Performance,
    isFirst: Bool
  ) throws(StorageFailure) -> FileChange {
    // A store that has begun has a journal: going on without it would lose everything before.
    guard isFirst || journalMark.sequence > 0 else { throw StorageFailure(.journal, .missing) }
    let entry = JournalEntry(
      sequence: journalMark.sequence + 1,
      date: performance.fromDate,
      account: performance.account,
      rules: rules,
      event: performance.event
    )
    let (change, mark) = try journal.change(appending: entry)
    journalMark = mark
    return change
  }

  /// The files of live state of some accounts, as they are to be.
  private func liveFiles(
    of names: [AccountName]
  ) throws(StorageFailure) -> [(StateFile, [UInt8])] {
    var files: [(StateFile, [UInt8])] = []
    for name in names {
      if let state = store.accounts[name] {
        let note = lengths[name] ?? PastLengths()
        files.append((.account(name), Self.accountDocument.bytes(state, note: note)))
      }
      let isNew = try !storage.contains(.account(name))
      guard let app = apps[name] ?? (isNew ? AppSide(asOf: now) : nil) else { continue }
      files.append((.queue(name), AppSide.queueDocument.bytes(app.queue)))
      files.append((.entitlements(name), AppSide.cacheDocument.bytes(app.cache)))
    }
    return files
  }

  /// The changes of the files whose content is another one than before.
  private func changed(
    _ files: [(StateFile, [UInt8])]
  ) throws(StorageFailure) -> [FileChange] {
    var changes: [FileChange] = []
    for (file, bytes) in files where try storage.readIfPresent(file) != bytes {
      changes.append(.replace(file, bytes))
    }
    return changes
  }

  /// Stages what the files that only grow get, and notes how long they are then.
  private mutating func stagePast(_ ledger: Ledger) throws(StorageFailure) {
    for name in ledger.cleared.sorted() {
      let (history, revisions) = (
        HistoryFiles.historyFormat.headerLine, HistoryFiles.revisionsFormat.headerLine
      )
      try storage.stage(.replace(.history(name), history))
      try storage.stage(.replace(.revisions(name), revisions))
      lengths[name, default: PastLengths()].history = history.count
      lengths[name, default: PastLengths()].revisions = revisions.count
    }
    for (name, transactions) in ledger.history.sorted(by: { $0.key < $1.key }) {
      let values = transactions.lazy.map { JSONValueEncoder.encode($0) }
      let end = try append(values, to: try history.history(name))
      lengths[name, default: PastLengths()].history = end
    }
    for (name, lines) in ledger.revisions.sorted(by: { $0.key < $1.key }) {
      let values = lines.lazy.map { JSONValueEncoder.encode($0) }
      let end = try append(values, to: try history.revisions(name))
      lengths[name, default: PastLengths()].revisions = end
    }
    for (name, notifications) in ledger.notifications.sorted(by: { $0.key < $1.key }) {
      let values = notifications.lazy.map { JSONValueEncoder.encode($0) }
      let end = try append(values, to: try history.notifications(name))
      lengths[name, default: PastLengths()].notifications = end
    }
  }

  /// Stages values for the end of a file; answers where it ends then, in bytes.
  private func append(
    _ values: some Sequence<JSONValue>,
    to lines: JSONLines
  ) throws(StorageFailure) -> Int {
    var end = try lines.length
    var bytes = end == 0 ? lines.format.headerLine : []
    for value in values {
      bytes += JSONLines.line(value)
      guard bytes.count >= Self.stagedPiece else { continue }
      try storage.stage(bytes, to: lines.file)
      end += bytes.count
      bytes.removeAll(keepingCapacity: true)
    }
    try storage.stage(bytes, to: lines.file)
    return end + bytes.count
  }

  /// So many bytes are handed to the storage at once.
  private static let stagedPiece = 64 << 10
}
