import IAPCore
import IAPTestSupport
import Testing

/// What is lost of a store's files is noticed by the first command that needs it.
struct LostFilesTests {
  private func store() throws -> MemoryStorage {
    var session = try Session.sample()
    try session.buy("pro_monthly")
    try session.buy("lifetime")
    try session.perform(.refund(RefundEvent(id: "lifetime")), by: .standard)
    return try #require(session.storage as? MemoryStorage)
  }

  /// A way to lose lines, the header's line first among them.
  private enum Loss: String, CaseIterable {
    case gone
    case emptied
    case allButTheHeader
    case lastLine
    case lineInTheMiddle
    case halfALine
  }

  private func lose(_ loss: Loss, of file: StateFile, in storage: MemoryStorage) throws {
    let bytes = try storage.read(file)
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map {
      Array($0) + [0x0A]
    }
    switch loss {
    case .gone: return try storage.commit([.remove(file)])
    case .emptied: lines = []
    case .allButTheHeader: lines = Array(lines.prefix(1))
    case .lastLine: lines.removeLast()
    case .lineInTheMiddle: lines.remove(at: lines.count / 2)
    case .halfALine: lines[lines.count - 1].removeLast(9)
    }
    try storage.commit([.replace(file, Array(lines.joined()))])
  }

  /// What a command that reads or writes the file says: its file and whether that is lost or short.
  private func failure(
    _ storage: MemoryStorage,
    _ command: (inout Session) throws -> Void
  ) throws -> String {
    var session = try Session.open(in: storage, services: .unsigned)
    do {
      try command(&session)
      return "done"
    } catch SessionFailure.storage(let failure) {
      if case .corrupt(.shortened) = failure.problem { return "\(failure.path) shortened" }
      return "\(failure.path) \(failure.problem)"
    } catch SessionFailure.store(.history(let failure)) {
      return words(failure)
    } catch let failure as HistoryFailure {
      return words(failure)
    }
  }

  private func words(_ failure: HistoryFailure) -> String {
    "\(failure.file) \(failure.reason.contains("shortened") ? "shortened" : failure.reason)"
  }

  private static let events: [(file: StateFile, name: String, event: Event)] = [
    (.journal, "purchase", .purchase(PurchaseEvent(id: "coins_100"))),
    (.journal, "advance", .advance(AdvanceEvent(by: CalendarDuration("P1D")))),
    (.journal, "set", .set(SetEvent(["ask-to-buy": "on"]))),
    (.history(.standard), "purchase", .purchase(PurchaseEvent(id: "coins_100"))),
    (.history(.standard), "renew", .advance(AdvanceEvent(by: CalendarDuration("P1Y")))),
    (.revisions(.standard), "reverse", .refundReverse(TransactionOperand(id: "lifetime"))),
    (.notifications(.standard), "test", .notifyTest(NoOperand())),
    (.notifications(.standard), "renew", .advance(AdvanceEvent(by: CalendarDuration("P1Y")))),
  ]

  @Test func `A command notices what was lost of the files that it adds to, and changes nothing`()
    throws
  {
    for (file, name, event) in Self.events {
      #expect(try failure(try store()) { try $0.perform(event, by: .standard) } == "done")
      for loss in Loss.allCases {
        let storage = try store()
        try lose(loss, of: file, in: storage)
        let before = storage.files

        let found = try failure(storage) { try $0.perform(event, by: .standard) }

        let what = loss == .gone ? "missing" : "shortened"
        #expect(found == "\(file) \(what)", "\(name), \(file) \(loss)")
        #expect(storage.files == before, "\(name), \(file) \(loss)")
      }
    }
  }

  @Test func `A question notices what was lost of the files that it reads`() throws {
    let questions: [(StateFile, (inout Session) throws -> Void)] = [
      (.journal, { _ = try $0.replayed() }),
      (.journal, { _ = try $0.timeline(of: .standard) }),
      (.history(.standard), { _ = try $0.history.all(of: .standard) }),
      (.revisions(.standard), { _ = try $0.history.all(of: .standard) }),
      (.notifications(.standard), { _ = try $0.notifications(of: .standard) }),
    ]
    for (file, ask) in questions {
      #expect(try failure(try store(), ask) == "done")
      for loss in Loss.allCases {
        let storage = try store()
        try lose(loss, of: file, in: storage)
        let what = loss == .gone ? "missing" : "shortened"
        #expect(try failure(storage, ask) == "\(file) \(what)", "\(file) \(loss)")
      }
    }
  }

  @Test func `An account that never did anything has no files of lines, and needs none`() throws {
    var session = try Session.open(in: try store(), services: .unsigned)
    try session.perform(.accountAdd(AccountAddEvent(name: "ada")), by: .standard)

    #expect(try session.history.all(of: "ada") == [])
    #expect(try session.storage.list(.account("ada")).files.allSatisfy { $0.hasSuffix(".json") })
    try session.perform(.purchase(PurchaseEvent(id: "lifetime")), by: "ada")
    #expect(try session.history.all(of: "ada").count == 1)
  }

  @Test func `Cleared, a history is a file with a header only, so that its loss is noticed`() throws
  {
    let storage = try store()
    #expect(try failure(storage) { try $0.perform(.clear(NoOperand()), by: .standard) } == "done")

    #expect(try storage.read(.history(.standard)) == HistoryFiles.historyFormat.headerLine)
    #expect(try failure(storage) { _ = try $0.history.all(of: .standard) } == "done")
    try lose(.gone, of: .history(.standard), in: storage)
    let found = try failure(storage) { _ = try $0.history.all(of: .standard) }
    #expect(found == "accounts/default/history.jsonl missing")
  }

  @Test func `A torn tail is no loss: it was never committed, and the next command cuts it`() throws
  {
    for file in [StateFile.journal, .history(.standard), .notifications(.standard)] {
      let storage = try store()
      let whole = try storage.read(file)
      try storage.commit([.replace(file, whole + Array("{\"half".utf8))])

      let purchase = Event.purchase(PurchaseEvent(id: "coins_100"))
      #expect(try failure(storage) { try $0.perform(purchase, by: .standard) } == "done")

      #expect(try storage.read(file).starts(with: whole))
      #expect(try Session.diagnose(storage, services: .unsigned) == [])
    }
  }

  @Test func `A registered account whose file is gone is damaged, not unknown`() throws {
    let events: [Event] = [
      .purchase(PurchaseEvent(id: "coins_100")),
      .advance(AdvanceEvent(by: CalendarDuration("P1Y"))),
      .share(ShareEvent(id: "lifetime", with: ["default"])), .notifyTest(NoOperand()),
    ]
    for event in events {
      let storage = try store()
      try storage.commit([.remove(.account(.standard))])
      let found = try failure(storage) { try $0.perform(event, by: .standard) }
      #expect(found == "accounts/default/account.json missing", "\(event.verb)")
    }
    let storage = try store()
    try storage.commit([.remove(.account(.standard)), .remove(.entitlements(.standard))])
    #expect(
      try failure(storage) { try $0.requireAccount(.standard) }
        == "accounts/default/account.json missing"
    )
    #expect(
      try failure(storage) { _ = try AppReading(of: .standard, in: $0.keptFiles) }
        == "accounts/default/account.json missing"
    )
  }

  @Test func `No command makes a new due.json for the one that is gone`() throws {
    let events: [Event] = [
      .purchase(PurchaseEvent(id: "coins_100")),
      .advance(AdvanceEvent(by: CalendarDuration("P1D"))),
      .accountAdd(AccountAddEvent(name: "ada")),
    ]
    for event in events {
      let storage = try store()
      try storage.commit([.remove(.due)])
      let found = try failure(storage) { try $0.perform(event, by: .standard) }
      #expect(found == "due.json missing", "\(event.verb)")
      #expect(try !storage.contains(.due))
    }
  }

  @Test func `A kept map or catalogue that was changed is not believed by any question`() throws {
    let storage = try store()
    let session = try Session.open(in: storage, services: .unsigned)
    let map = try #require(session.store.header.entitlements)
    let catalog = try #require(session.store.header.catalog)
    for sha256 in [map, catalog] {
      let damaged = storage.copy()
      var text = String(decoding: try storage.read(.catalog(sha256)), as: UTF8.self)
      text = text.replacing("lifetime", with: "lifetimf")
      try damaged.commit([.replace(.catalog(sha256), Array(text.utf8))])

      let found = #expect(throws: SessionFailure.self) {
        var session = try Session.open(in: damaged, services: .unsigned)
        _ = try session.entitlementMap()
        try session.loadAccounts([.standard])
      }
      guard case .storage(let failure)? = found, case .corrupt = failure.problem else {
        Issue.record("\(String(describing: found))")
        continue
      }
      #expect(failure.path == StateFile.catalog(sha256).path)
    }
    try storage.commit([.replace(.catalog(map), Array("{}".utf8))])
    let found = #expect(throws: SessionFailure.self) {
      _ = try AppReading(of: .standard, in: session.keptFiles)
    }
    guard case .storage(let failure)? = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(failure.path == StateFile.catalog(map).path)
  }
}
