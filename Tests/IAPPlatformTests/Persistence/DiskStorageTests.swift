import IAPCore
import IAPPlatform
import IAPTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

struct DiskStorageTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/.iap" }

  private func open(
    _ access: StoreAccess = .creating,
    wait: Int = 5000
  ) throws(StorageFailure) -> DiskStorage {
    try DiskStorage(folder: path, access, command: "iap test", waitMilliseconds: wait)
  }

  private func put(_ name: String, _ text: String) {
    let file = fopen(path + "/" + name, "w")
    fputs(text, file)
    fclose(file)
  }

  private func mode(_ name: String) -> mode_t {
    var facts = stat()
    lstat(path + "/" + name, &facts)
    return facts.st_mode & 0o777
  }

  @Test func `Over any commits the disk behaves as memory does`() throws {
    for seed in 0..<25 as Range<UInt64> {
      let folder = TemporaryFolder()
      var script = CommitScript(seed: seed)
      let model = MemoryStorage()
      for step in 0..<12 {
        let storage = try DiskStorage(folder: folder.path, .writing, command: "iap test")
        let command = try script.next(after: model)
        try model.run(command)
        try storage.run(command)
        #expect(try storage.everything() == model.files, "seed \(seed), step \(step)")
        #expect(try storage.leftovers() == [], "seed \(seed), step \(step)")
        for file in model.files.keys.sorted() {
          #expect(try storage.size(of: file) == model.size(of: file), "seed \(seed), step \(step)")
          #expect(try storage.read(file, 2..<9) == model.read(file, 2..<9))
        }
      }
    }
  }

  @Test func `What is staged without end goes to the side file and comes out whole`() throws {
    let storage = try open()
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 999) + [UInt8(ascii: "\n")]
    try storage.commit([.append(.history("ada"), at: 0, line)])
    for number in 0..<5000 {
      try storage.stage(line, to: number % 3 == 0 ? .history("ada") : .history("grace"))
    }
    #expect(try storage.size(of: .history("ada")) == 1000)
    #expect(try storage.size(of: .history("grace")) == nil)

    try storage.commit([.replace(.store, [1])])

    #expect(try storage.size(of: .history("ada")) == 1_668_000)
    #expect(try storage.size(of: .history("grace")) == 3_333_000)
    let lines = try storage.read(.history("grace"))
    #expect(stride(from: 999, to: lines.count, by: 1000).allSatisfy { lines[$0] == 0x0A })
    #expect(try storage.read(.store) == [1])
    #expect(try storage.leftovers() == [])
  }

  @Test func `What is staged and discarded leaves nothing`() throws {
    let storage = try open()
    try storage.stage([UInt8](repeating: 0x0A, count: 3 << 20), to: .journal)
    storage.discardStaged()
    try storage.commit([.replace(.store, [1])])
    #expect(try storage.everything() == [.store: [1]])
    #expect(try storage.leftovers() == ["commit.data"])
    try DiskStorage(SystemFiles(folder: path), .writing).commit([.replace(.store, [2])])
  }

  @Test func `Keys are for their owner only, whatever they were before`() throws {
    let storage = try open()
    try storage.commit([.replace(.key("leaf.pem"), [1]), .replace(.store, [2])])
    #expect(mode("keys/leaf.pem") == 0o600)
    #expect(mode("keys") == 0o700)
    #expect(mode("store.json") & 0o400 != 0)
    chmod(path + "/keys/leaf.pem", 0o644)
    try storage.commit([.replace(.key("leaf.pem"), [3])])
    #expect(mode("keys/leaf.pem") == 0o600)
  }

  @Test func `A file that would be written as it is, is not written`() throws {
    func inode() -> UInt64 {
      var facts = stat()
      lstat(path + "/store.json", &facts)
      return UInt64(facts.st_ino)
    }
    let storage = try open()
    try storage.commit([.replace(.store, [1]), .replace(.due, [1])])
    let before = inode()
    try storage.commit([.replace(.store, [1]), .replace(.due, [2])])
    #expect(inode() == before)
    try storage.commit([.replace(.store, [2]), .replace(.store, [1])])
    #expect(try storage.everything() == [.store: [1], .due: [2]])
  }

  @Test func `A torn tail is cut by the next append`() throws {
    try open().commit([.append(.journal, at: 0, Array("{}\n".utf8))])
    put("journal.jsonl", "{}\n{\"torn\":")
    let storage = try open()
    let size = try #require(try storage.size(of: .journal))
    #expect(size == 3)
    try storage.commit([.append(.journal, at: size, Array("{1}\n".utf8))])
    #expect(try storage.read(.journal) == Array("{}\n{1}\n".utf8))
  }

  @Test func `A file shorter than what was committed is corrupt, and nothing is changed`() throws {
    let storage = try open()
    try storage.commit([.append(.journal, at: 0, Array("{}\n".utf8)), .replace(.store, [1])])
    put("journal.jsonl", "")
    let lost = StorageFailure.Corruption.shortened(length: 0, committed: 3)
    #expect(throws: StorageFailure(.journal, .corrupt(lost))) {
      try storage.commit([.replace(.store, [2]), .append(.journal, at: 3, [0x0A])])
    }
    #expect(try storage.read(.store) == [1])
  }

  @Test func `What stands in the place of a file is found before anything is written`() throws {
    let storage = try open()
    try storage.commit([.replace(.due, [1]), .replace(.queue("ada"), [1])])
    mkdir(path + "/store.json", 0o700)
    mkdir(path + "/journal.jsonl", 0o700)
    let changes: [FileChange] = [
      .replace(.store, [2]), .remove(.store), .append(.journal, at: 0, [3, 10]),
    ]
    for change in changes {
      #expect(throws: StorageFailure.self) { try storage.commit([.replace(.due, [2]), change]) }
      #expect(try storage.read(.due) == [1])
      #expect(access(path + "/commit.json", F_OK) != 0)
    }
    rmdir(path + "/store.json")
    try storage.commit([.replace(.due, [2]), .replace(.store, [2])])
    #expect(try storage.read(.store) == [2])
  }

  @Test func `A commit record that cannot be read is removed by repairing only`() throws {
    for text in ["{", "{\"format\":\"iap.commit\",\"version\":1}"] {
      do {
        let storage = try open()
        try storage.commit([.replace(.due, [1])])
        storage.close()
      }
      put("commit.json", text)
      for access in [StoreAccess.reading, .writing, .creating] {
        #expect(throws: StorageFailure.self) { try open(access) }
      }
      let storage = try open(.repairing)
      #expect(try storage.read(.due) == [1])
      #expect(try storage.leftovers() == [])
      storage.close()
    }
    put("commit.json", "{\"format\":\"iap.commit\",\"version\":9}")
    #expect(throws: StorageFailure.self) { try open(.repairing) }
  }

  @Test func `A folder that is missing, a file, or a loop of links is named`() throws {
    #expect(throws: StorageFailure(path, .missing)) { try open(.reading) }
    let file = fopen(path, "w")
    fclose(file)
    #expect(throws: StorageFailure(path, .wrongKind(found: .file, expected: .folder))) {
      try open(.writing)
    }
    unlink(path)
    symlink(path, path)
    #expect(throws: StorageFailure(path, .wrongKind(found: .symbolicLink))) { try open(.writing) }
  }

  @Test func `A link inside the folder is not followed`() throws {
    let storage = try open()
    let outside = folder.path + "/outside"
    let file = fopen(outside, "w")
    fputs("secret", file)
    fclose(file)
    symlink(outside, path + "/journal.jsonl")
    let refused = StorageFailure(.journal, .wrongKind(found: .symbolicLink))
    #expect(throws: refused) { try storage.read(.journal) }
    #expect(throws: refused) { try storage.size(of: .journal) }
    #expect(throws: refused) { try storage.commit([.append(.journal, at: 0, [0x0A])]) }
  }

  @Test func `A folder or a pipe where a file should be is named, and never waited for`() throws {
    let storage = try open()
    mkdir(path + "/store.json", 0o755)
    mkfifo(path + "/due.json", 0o644)
    #expect(throws: StorageFailure(.store, .wrongKind(found: .folder))) {
      try storage.read(.store)
    }
    #expect(throws: StorageFailure(.due, .wrongKind(found: .other))) { try storage.read(.due) }
  }

  @Test func `A commit record that is broken or newer stops every opening by name`() throws {
    try open().commit([.replace(.store, [1])])
    put("commit.json", #"{"format":"iap.commit","version":2,"changes":{}}"#)
    let newer = StorageFailure("commit.json", .newer(format: "iap.commit", version: 2, known: 1))
    #expect(throws: newer) { try open(.reading) }
    #expect(throws: newer) { try open(.writing) }
    for text in [
      "", "{", #"{"format":"iap.commit","version":1}"#,
      #"{"format":"iap.commit","version":1,"changes":[{"replace":"../x","content":""}]}"#,
      #"{"format":"iap.commit","version":1,"changes":[{"replace":"store.json"}]}"#,
      #"{"format":"iap.commit","version":1,"changes":[{"append":"a","at":-1,"content":""}]}"#,
    ] {
      put("commit.json", text)
      let failure = #expect(throws: StorageFailure.self) { try open(.writing) }
      guard failure?.path == "commit.json", case .corrupt = failure?.problem else {
        Issue.record("\(text): \(String(describing: failure))")
        return
      }
    }
  }

  @Test func `Readers see an unfinished commit without writing anything`() throws {
    try open().commit([.append(.journal, at: 0, Array("{}\n".utf8)), .replace(.due, [1])])
    put(
      "commit.json",
      #"""
      {"format":"iap.commit","version":1,"changes":[
       {"append":"journal.jsonl","at":3,"content":"{1}\n"},{"remove":"due.json"},
       {"replace":"accounts/ada/queue.json","content":"x"}]}
      """#
    )
    let reader = try open(.reading)

    #expect(
      try reader.everything() == [
        .journal: Array("{}\n{1}\n".utf8), .queue("ada"): Array("x".utf8),
      ]
    )
    #expect(try reader.leftovers() == ["commit.json"])
    #expect(reader.recovered)
    #expect(throws: StorageFailure("commit.json", .readOnly)) { try reader.commit([]) }
  }

  @Test func `A parent folder is made with the store, and the name may have any characters`() throws
  {
    let strange = folder.path + "/a b/\u{1F34E}\n/.iap"
    let storage = try DiskStorage(folder: strange, .creating, command: "iap init")
    try storage.commit([.replace(.store, [1])])
    #expect(try storage.read(.store) == [1])
  }

  @Test func `A process may not write beyond its file size limit: the disk is full for it`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      let folder = TemporaryFolder()
      let storage = try DiskStorage(folder: folder.path, .writing, command: "iap test")
      try storage.commit([.append(.journal, at: 0, Array("{}\n".utf8))])
      var limit = rlimit(rlim_cur: 4096, rlim_max: 1 << 30)
      #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #else
      setrlimit(RLIMIT_FSIZE, &limit)
      #endif
      let large = [UInt8](repeating: 0x20, count: 10_000)
      let failure = #expect(throws: StorageFailure.self) {
        try storage.commit([.append(.journal, at: 3, large)])
      }
      #expect(failure?.problem == .diskFull)
      #expect(try storage.read(.journal) == Array("{}\n".utf8))
    }
  }
}
