import IAPCore
import IAPTestSupport
import Testing

/// Every state file, missing, cut and from the future: each is named for what it is.
struct StateFilesTests {
  private func store() throws -> MemoryStorage {
    var session = try Session.sample()
    try session.buy("pro_monthly")
    try session.buy("lifetime")
    try session.perform(.refund(RefundEvent(id: "lifetime")), by: .standard)
    return try #require(session.storage as? MemoryStorage)
  }

  /// Reads everything there is; answers the first failure of the storage, with its file.
  private func readAll(_ storage: MemoryStorage) -> (file: String, problem: String)? {
    do throws(SessionFailure) {
      var session = try Session.open(in: storage, services: .unsigned)
      _ = try session.app(of: .standard)
      try session.loadAccounts([.standard])
      _ = try Journal(in: storage).entries()
      try session.perform(.advance(AdvanceEvent(by: CalendarDuration("P1D"))), by: .standard)
      try session.perform(.accountAdd(AccountAddEvent(name: "ada")), by: .standard)
      _ = try history(of: session)
      return nil
    } catch {
      switch error {
      case .storage(let failure): return (failure.path, "\(failure.problem)")
      case .history(let failure): return (failure.file, failure.reason)
      case .noStore: return ("config.json", "missing")
      default: return ("", "\(error)")
      }
    }
  }

  private func history(of session: Session) throws(SessionFailure) -> [Transaction] {
    do throws(HistoryFailure) {
      return try session.history.all(of: .standard)
    } catch {
      throw .history(error)
    }
  }

  /// The files with a format and a version of their own.
  private func documents(_ storage: MemoryStorage) throws -> [StateFile] {
    try storage.allFiles().filter { !StateFolder.catalogs.contains($0) }
  }

  @Test func `The store of these tests has every kind of state file`() throws {
    let storage = try store()
    #expect(
      try documents(storage).map(\.path) == [
        "accounts.json", "accounts/default/account.json", "accounts/default/entitlements.json",
        "accounts/default/history.jsonl", "accounts/default/notifications.jsonl",
        "accounts/default/queue.json", "accounts/default/revisions.jsonl", "config.json",
        "due.json", "journal.jsonl", "store.json",
      ]
    )
    #expect(readAll(storage) == nil)
  }

  @Test func `A newer version of any file is refused by name and number`() throws {
    for file in try documents(try store()) where file != .notifications(.standard) {
      let storage = try store()
      let text = String(decoding: try storage.read(file), as: UTF8.self)
      let newer = text.replacing("\"version\": 1\n", with: "\"version\": 77\n")
        .replacing("\"version\":1}\n", with: "\"version\":77}\n")
      #expect(newer != text, "\(file)")
      try storage.commit([.replace(file, Array(newer.utf8))])
      let found = readAll(storage)
      #expect(found?.file == file.path)
      #expect(found?.problem.contains("newer") == true, "\(file): \(String(describing: found))")
      #expect(found?.problem.contains("version: 77") == true, "\(file)")
    }
  }

  @Test func `A file that is cut is corrupt, and never half believed`() throws {
    for file in try documents(try store()) where !file.isLines {
      let whole = try store().read(file)
      for length in stride(from: 0, to: whole.count - 1, by: max(whole.count / 9, 1)) {
        let storage = try store()
        try storage.commit([.replace(file, Array(whole.prefix(length)))])
        let found = readAll(storage)
        #expect(found?.file == file.path, "\(file) cut at \(length)")
        #expect(found?.problem.contains("corrupt") == true, "\(file) cut at \(length)")
      }
    }
  }

  @Test func `A file that is gone is missing, where the store cannot do without it`() throws {
    for file in [StateFile.configuration, .store, .due, .accounts] {
      let storage = try store()
      try storage.commit([.remove(file)])
      let found = readAll(storage)
      #expect(found?.file == file.path, "\(file)")
      #expect(found?.problem == "missing", "\(file)")
    }
  }
}
