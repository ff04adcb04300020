import IAPCore
import IAPTestSupport
import Testing

struct DoctorTests {
  /// A store with a past, in memory.
  private func store() throws -> MemoryStorage {
    var session = try Session.sample()
    try session.buy("pro_monthly")
    try session.buy("coins_100") { $0.noFinish = true }
    try session.perform(.accountAdd(AccountAddEvent(name: "ada")), by: .standard)
    try session.advance("P2M")
    return try #require(session.storage as? MemoryStorage)
  }

  private func diagnose(_ storage: MemoryStorage) throws -> [StateProblem] {
    try Session.diagnose(storage, services: .unsigned)
  }

  private func text(_ storage: MemoryStorage, _ file: StateFile) throws -> String {
    String(decoding: try storage.read(file), as: UTF8.self)
  }

  private func put(_ text: String, _ file: StateFile, in storage: MemoryStorage) throws {
    try storage.commit([.replace(file, Array(text.utf8))])
  }

  @Test func `A store that only commands have touched has no problems`() throws {
    #expect(try diagnose(try store()) == [])
  }

  @Test func `A changed value is named by file and path, with both values`() throws {
    let storage = try store()
    var queue = try text(storage, .queue("default"))
    let found = try #require(queue.firstRange(of: "\"purchaseDate\": 1767225600000"))
    queue.replaceSubrange(found, with: "\"purchaseDate\": 1767225600001")
    try put(queue, .queue("default"), in: storage)

    let problems = try diagnose(storage)

    #expect(problems.map(\.file) == ["accounts/default/queue.json"])
    #expect(problems.map(\.severity) == [.error])
    guard case .differs(let difference)? = problems.first?.kind else {
      Issue.record("found \(problems)")
      return
    }
    #expect(difference.path.hasSuffix("purchaseDate"))
    #expect(difference.found == "1767225600001")
    #expect(difference.expected == "1767225600000")
  }

  @Test func `Another layout of the same data is only a warning`() throws {
    let storage = try store()
    let value = try JSONParser.parse(try storage.read(.store))
    try put(JSONWriter.text(value, layout: .line), .store, in: storage)
    #expect(try diagnose(storage) == [StateProblem("store.json", .otherLayout)])
  }

  /// Makes every event one that was played by rules of another version.
  private func age(_ storage: MemoryStorage, rules: Int) throws {
    for (file, space) in [(StateFile.journal, ""), (.store, " ")] {
      let today = "\"rules\":\(space)\(StoreHeader.currentRules)"
      let text = try text(storage, file).replacing(today, with: "\"rules\":\(space)\(rules)")
      try #require(!text.contains(today))
      try put(text, file, in: storage)
    }
  }

  @Test func `A store of older rules opens, is sound, and goes on by today's`() throws {
    let storage = try store()
    try age(storage, rules: 1)
    #expect(try diagnose(storage) == [])

    var session = try Session.open(in: storage, services: .unsigned)
    try session.advance("P1M")

    let rules = try session.journal.entries().map(\.rules)
    #expect(Set(rules.dropLast()) == [1])
    #expect(rules.last == StoreHeader.currentRules)
    #expect(try text(storage, .store).contains("\"rules\": \(StoreHeader.currentRules)"))
    #expect(try diagnose(storage) == [])
  }

  @Test func `Where older rules said something else, that is told beside the difference`() throws {
    let storage = try store()
    try age(storage, rules: 1)
    let account = try text(storage, .account("ada"))
      .replacing("\"ordinal\": 2", with: "\"ordinal\": 3")
    try put(account, .account("ada"), in: storage)

    let problems = try diagnose(storage)
    let count = try Session.open(in: storage, services: .unsigned).journal.entries().count

    #expect(problems.map(\.code) == ["differsFromJournal", "olderRules"])
    #expect(problems.last?.kind == .olderRules(1, events: count))
    #expect(problems.last?.severity == .warning)

    let rebuilding = try Session.rebuild(
      storage,
      from: try Session.readConfiguration(in: storage),
      standIns: [],
      acceptsLoss: false,
      services: .unsigned
    )
    #expect(rebuilding.breaksOff == nil)
    #expect(try diagnose(storage) == [])
    let rules = try Session.open(in: storage, services: .unsigned).journal.entries().map(\.rules)
    #expect(Set(rules) == [StoreHeader.currentRules])
  }

  @Test func `A store or a journal of newer rules is refused by name and number`() throws {
    let newer = StoreHeader.currentRules + 1
    let problem = StorageFailure.Problem.newer(
      format: "iap.rules",
      version: newer,
      known: StoreHeader.currentRules
    )
    let storage = try store()
    let header = try text(storage, .store)
    try age(storage, rules: newer)
    #expect(throws: SessionFailure.storage(StorageFailure(.store, problem))) {
      try Session.open(in: storage, services: .unsigned)
    }
    try put(header, .store, in: storage)
    let session = try Session.open(in: storage, services: .unsigned)
    #expect(throws: SessionFailure.storage(StorageFailure(.journal, problem))) {
      try session.journal.entries()
    }
  }

  @Test func `A torn last line is a warning, and its repair cuts it`() throws {
    let storage = try store()
    let whole = try text(storage, .journal)
    try put(whole + "{\"seq", .journal, in: storage)

    let problems = try diagnose(storage)
    #expect(problems == [StateProblem("journal.jsonl", .tornTail(bytes: 5))])
    try storage.commit(try StateProblem.repairs(of: problems, in: storage))

    #expect(try text(storage, .journal) == whole)
    #expect(try diagnose(storage) == [])
  }

  @Test(arguments: [
    StateFile.store, .accounts, .due, .account("default"), .queue("default"),
    .entitlements("default"),
  ])
  func `A file of a newer iap is named as that, and not made again`(file: StateFile) throws {
    let storage = try store()
    let newer = try text(storage, file).replacing("\"version\": 1", with: "\"version\": 7")
    try put(newer, file, in: storage)

    let found = try diagnose(storage).first
    #expect(found?.file == file.path)
    guard case .unusable(.newer(_, version: 7, known: 1)) = found?.kind else {
      Issue.record("found \(String(describing: found))")
      return
    }
    for acceptsLoss in [false, true] {
      #expect(throws: SessionFailure.self) {
        try Session.rebuild(
          storage,
          from: SessionConfiguration(),
          standIns: [],
          acceptsLoss: acceptsLoss,
          services: .unsigned
        )
      }
    }
    #expect(try text(storage, file) == newer)
  }

  @Test(arguments: [StateFile.journal, .history("default")])
  func `What was committed is not cut as torn, though its last line has no end`(
    file: StateFile
  ) throws {
    let storage = try store()
    let whole = try text(storage, file)
    try put(String(whole.dropLast()), file, in: storage)

    let problems = try diagnose(storage)
    #expect(problems.map(\.severity).contains(.error))
    try storage.commit(try StateProblem.repairs(of: problems, in: storage))

    #expect(try text(storage, file) + "\n" == whole)
  }

  @Test func `A snapshot of a store that is not whole is refused`() throws {
    let storage = try store()
    let whole = try text(storage, .journal)
    try put(String(whole.dropLast()), .journal, in: storage)

    let session = try Session.open(in: storage, services: .unsigned)
    #expect(throws: SessionFailure.self) { try session.saveSnapshot("z") }
    #expect(try session.snapshots() == [])
  }

  @Test func `A snapshot whose last line has no end is named, and stays as it is`() throws {
    let storage = try store()
    try Session.open(in: storage, services: .unsigned).saveSnapshot("z")
    let copy = try #require(StateFile(path: "snapshots/z/journal.jsonl"))
    let whole = try text(storage, copy)
    try put(String(whole.dropLast()), copy, in: storage)

    let problems = try diagnose(storage)
    #expect(problems.map(\.file) == [copy.path])
    #expect(problems.map(\.severity) == [.error])
    #expect(problems.map(\.isRepairable) == [false])
  }

  @Test func `Files that are missing, broken or unknown are named`() throws {
    let storage = try store()
    try storage.commit([.remove(.due), .remove(.history("default"))])
    try put("{", .entitlements("default"), in: storage)
    try put("hello", StateFolder.root.file("notes.txt"), in: storage)
    try put("{}", .queue("nobody"), in: storage)

    let problems = try diagnose(storage)

    #expect(
      problems.map { "\($0.severity) \($0.file) \($0.code)" } == [
        "error accounts/default/entitlements.json unusableFile",
        "error accounts/default/history.jsonl missingFile",
        "error accounts/nobody/queue.json unexpectedFile",
        "error due.json missingFile",
        "warning notes.txt unexpectedFile",
      ]
    )
  }

  @Test func `Lines beyond the journal's story and lines that are gone are counted`() throws {
    let storage = try store()
    let history = try text(storage, .history("default"))
    let lines = history.split(separator: "\n")
    try put(history + lines[1] + "\n", .history("default"), in: storage)
    #expect(
      try diagnose(storage).map(\.kind) == [.linesAdded(line: lines.count + 1, count: 1)]
    )
    let shorter = lines.dropLast(2).joined(separator: "\n") + "\n"
    try put(shorter, .history("default"), in: storage)
    #expect(
      try diagnose(storage).map(\.kind) == [.linesMissing(line: lines.count - 1, count: 2)]
    )
  }

  @Test func `A journal that does not play is said to be so`() throws {
    let storage = try store()
    let journal = try text(storage, .journal)
    try put(journal + "{\"sequence\":9}\n", .journal, in: storage)
    let problems = try diagnose(storage)
    #expect(problems.map(\.file) == ["journal.jsonl"])
    #expect(problems.map(\.code) == ["unusableFile"])
    #expect(throws: SessionFailure.noStore) { try diagnose(MemoryStorage()) }
  }

  @Test func `A catalogue that is not what its name says is an error`() throws {
    let storage = try store()
    let file = try #require(try storage.allFiles(below: .catalogs).first)
    try storage.commit([.append(file, at: try #require(try storage.size(of: file)), [0x20])])
    #expect(try diagnose(storage).contains(StateProblem(file.path, .contentDiffers)))
  }
}

struct JSONDifferenceTests {
  private func first(_ found: JSONValue, _ expected: JSONValue) -> JSONDifference? {
    JSONDifference.first(found: found, expected: expected)
  }

  @Test func `The first difference is named, the order of members is none`() {
    let expected: JSONValue = ["a": [1, ["b": true]], "c": nil]
    #expect(first(["c": nil, "a": [1, ["b": true]]], expected) == nil)
    #expect(
      first(["a": [1, ["b": false]], "c": nil], expected)
        == JSONDifference(path: "a[1].b", found: "false", expected: "true")
    )
    #expect(
      first(["a": [1], "c": nil], expected)
        == JSONDifference(path: "a[1]", found: nil, expected: #"{"b":true}"#)
    )
    #expect(
      first(["a": [1, ["b": true]], "c": nil, "d": 1], expected)
        == JSONDifference(path: "d", found: "1", expected: nil)
    )
    #expect(first([], expected)?.path == "")
  }
}
