/// The store's `journal.jsonl`: every accepted event in order.
package struct Journal {
  private let lines: JSONLines

  package init(in storage: any StateStorage) {
    lines = JSONLines(.journal, format: JournalEntry.format, in: storage)
  }

  /// 0 for a journal without lines.
  func lastSequence() throws(StorageFailure) -> Int {
    var sequence = 0
    try lines.visitBackwards { line throws(StorageFailure) in
      sequence = try lines.decode(JournalEntry.self, line).sequence
      return .stop
    }
    return sequence
  }

  /// Visits the entries in order.
  package func visit(
    _ visit: (JournalEntry) throws(SessionFailure) -> JSONLines.Continuation
  ) throws(SessionFailure) {
    var failure: SessionFailure?
    do throws(StorageFailure) {
      try lines.visit { line throws(StorageFailure) in
        let entry = try lines.decode(JournalEntry.self, line)
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
