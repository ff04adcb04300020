/// The store's `journal.jsonl`: every accepted event in order.
package struct Journal {
  private let lines: JSONLines

  /// `mark` is where the journal must end at least.
  package init(in storage: any StateStorage, mark: JournalMark = JournalMark()) {
    lines = JSONLines(
      .journal,
      format: JournalEntry.format,
      in: storage,
      committed: mark.length
    )
  }

  /// The change that adds an entry, and where the journal ends then.
  func change(
    appending entry: JournalEntry
  ) throws(StorageFailure) -> (change: FileChange, mark: JournalMark) {
    let change = try lines.change(appending: [JSONValueEncoder.encode(entry)])
    var mark = JournalMark()
    mark.length = try lines.length + change.content.count
    mark.sequence = entry.sequence
    return (change, mark)
  }

  /// The entries up to the first one that cannot be read or is not the next one, and why.
  ///
  /// `nil` as the reason: all of them are there.
  func readable() -> (entries: [JournalEntry], breaksOff: SessionFailure?) {
    var entries: [JournalEntry] = []
    do throws(SessionFailure) {
      try visit { entry throws(SessionFailure) in
        entries.append(entry)
        return .more
      }
      return (entries, nil)
    } catch {
      return (entries, error)
    }
  }

  /// Visits the entries in order; throws where one is missing between them.
  package func visit(
    _ visit: (JournalEntry) throws(SessionFailure) -> JSONLines.Continuation
  ) throws(SessionFailure) {
    var failure: SessionFailure?
    var sequence = 0
    do throws(StorageFailure) {
      try lines.visit { line throws(StorageFailure) in
        let entry = try lines.decode(JournalEntry.self, line)
        sequence += 1
        guard entry.sequence == sequence else {
          let problem = JSONShapeError.Problem.expected("\(sequence)", found: "\(entry.sequence)")
          let shape = JSONShapeError(path: "sequence", problem: problem)
          throw StorageFailure(.journal, .corrupt(.line(offset: line.offset, .shape(shape))))
        }
        try StoreHeader.requireKnown(entry.rules, in: .journal)
        do throws(SessionFailure) {
          return try visit(entry)
        } catch {
          failure = error
          return .stop
        }
      }
    } catch {
      throw .storage(error)
    }
    if let failure { throw failure }
  }

  /// All entries in order.
  package func entries() throws(SessionFailure) -> [JournalEntry] {
    var entries: [JournalEntry] = []
    try visit { entry throws(SessionFailure) in
      entries.append(entry)
      return .more
    }
    return entries
  }
}

extension StoreHeader {
  /// Refuses what was played by rules that this iap does not know.
  static func requireKnown(_ rules: Int, in file: StateFile) throws(StorageFailure) {
    guard rules > currentRules else { return }
    throw StorageFailure(file, .newer(format: "iap.rules", version: rules, known: currentRules))
  }
}
