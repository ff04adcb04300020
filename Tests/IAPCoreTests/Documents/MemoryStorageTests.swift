import IAPCore
import Testing

struct MemoryStorageTests {
  private let line = Array("{\"sequence\":1}\n".utf8)

  @Test func `A commit is seen as a whole`() throws {
    let storage = MemoryStorage()

    try storage.commit([
      .replace(.store, [1]), .append(.journal, at: 0, line), .replace(.queue("default"), [2]),
    ])

    #expect(storage.files == [.store: [1], .journal: line, .queue("default"): [2]])
    #expect(
      try storage.list(.root)
        == .init(files: ["journal.jsonl", "store.json"], folders: ["accounts"])
    )
    #expect(try storage.allFiles() == [.queue("default"), .journal, .store])
  }

  @Test func `What is staged is seen only after the commit, before its changes`() throws {
    let storage = MemoryStorage(files: [.journal: line])

    try storage.stage([UInt8](repeating: 0x0A, count: 2), to: .journal)
    #expect(try storage.read(.journal) == line)
    try storage.commit([.append(.journal, at: line.count + 2, line)])

    #expect(try storage.read(.journal) == line + [0x0A, 0x0A] + line)
  }

  @Test func `What is discarded is never seen`() throws {
    let storage = MemoryStorage()
    try storage.stage(line, to: .journal)
    storage.discardStaged()
    try storage.commit([])
    #expect(storage.files.isEmpty)
  }

  @Test func `An append that would leave a hole is refused and changes nothing`() throws {
    let storage = MemoryStorage(files: [.journal: line])
    let lost = StorageFailure.Corruption.shortened(length: line.count, committed: 99)

    #expect(throws: StorageFailure(.journal, .corrupt(lost))) {
      try storage.commit([.replace(.store, [1]), .append(.journal, at: 99, line)])
    }

    #expect(storage.files == [.journal: line])
  }

  @Test func `A torn last line does not count and is overwritten`() throws {
    let storage = MemoryStorage(files: [.journal: line + Array("{\"sequ".utf8)])
    #expect(try storage.size(of: .journal) == line.count)
    try storage.commit([.append(.journal, at: line.count, line)])
    #expect(try storage.read(.journal) == line + line)
  }

  @Test func `Removing a folder takes all below it and nothing beside it`() throws {
    let storage = MemoryStorage(files: [
      .queue("a"): [1], .history("a"): [2], .queue("ab"): [3], .store: [4],
    ])
    try storage.commit([.removeFolder(.account("a")), .remove(.due)])
    #expect(storage.files == [.queue("ab"): [3], .store: [4]])
  }

  @Test(arguments: [
    "", "/etc/passwd", "../x", "a/../b", "a//b", "a/", "./a", ".", "..", "a\0b", "lock",
    "commit.json",
  ])
  func `Paths that leave the folder or name its machinery are no state files`(path: String) {
    #expect(StateFile(path: path) == nil)
  }

  @Test func `A file knows its folder and whether it is secret`() {
    #expect(StateFile.queue("a").folder == .account("a"))
    #expect(StateFile.store.folder == .root)
    #expect(StateFile.key("root.pem").isSecret)
    #expect(!StateFile.store.isSecret)
    #expect(StateFile.queue("a").name == "queue.json")
  }
}
