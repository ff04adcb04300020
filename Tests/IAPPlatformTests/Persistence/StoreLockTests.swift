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

struct StoreLockTests {
  private let folder = TemporaryFolder()

  private func open(
    _ access: StoreAccess,
    command: String = "iap test",
    wait: Int = 5000
  ) throws(StorageFailure) -> DiskStorage {
    try DiskStorage(folder: folder.path, access, command: command, waitMilliseconds: wait)
  }

  @Test func `A second writer is told who holds the store`() throws {
    let first = try open(.writing, command: "iap purchase pro")
    let failure = #expect(throws: StorageFailure.self) { try open(.writing, wait: 5) }

    guard case .locked(let holder, let waited) = failure?.problem else {
      Issue.record("found \(String(describing: failure))")
      return
    }
    #expect(holder == LockHolder(processID: getpid(), command: "iap purchase pro"))
    #expect(waited >= 5)
    first.close()
    _ = try open(.writing)
  }

  @Test func `Readers share, and keep writers out without a name`() throws {
    try open(.writing).close()
    let readers = [try open(.reading), try open(.reading)]
    let failure = #expect(throws: StorageFailure.self) { try open(.writing, wait: 0) }
    guard case .locked(nil, _) = failure?.problem else {
      Issue.record("found \(String(describing: failure))")
      return
    }
    for reader in readers { reader.close() }
    _ = try open(.writing)
  }

  @Test func `A name left by a process that is gone is not believed`() throws {
    try open(.writing).close()
    let file = fopen(folder.path + "/lock", "w")
    fputs("2000000000 iap purchase\n", file)
    fclose(file)
    let reader = try open(.reading)
    let failure = #expect(throws: StorageFailure.self) { try open(.writing, wait: 0) }
    guard case .locked(nil, _) = failure?.problem else {
      Issue.record("found \(String(describing: failure))")
      return
    }
    reader.close()
  }

  @Test func `A killed holder locks nobody out`() async throws {
    let path = folder.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let held = try DiskStorage(folder: path, .writing, command: "iap advance")
      try held.commit([.replace(.store, [1])])
      kill(getpid(), SIGKILL)
    }
    #expect(try open(.writing).read(.store) == [1])
  }

  @Test func `Ended at random instants, no acknowledged commit is lost`() async throws {
    for round in 1...6 {
      let path = "\(folder.path)/\(round)"
      await #expect(processExitsWith: .signal(SIGALRM)) {
        [path = path as String, round = round as Int] in
        // The alarm's usual action is as abrupt as a kill: no code of ours runs any more.
        let acknowledgements = creat(path + ".acks", 0o600)
        ualarm(useconds_t(3000 + round * 7919 % 40_000), 0)
        for number in 1... {
          let storage = try DiskStorage(folder: path, .creating, command: "iap purchase")
          let length = try storage.size(of: .journal) ?? 0
          let line = Array("\(number)\n".utf8)
          try storage.commit([
            .append(.journal, at: length, line), .replace(.store, line),
            .replace(.queue("a"), line),
          ])
          storage.close()
          _ = line.withUnsafeBytes { write(acknowledgements, $0.baseAddress, $0.count) }
        }
      }
      let acknowledged = try lastNumber(DiskFiles().read(path + ".acks", limit: 1 << 20))
      let storage = try DiskStorage(folder: path, .creating, command: "iap test")
      let journal = try storage.readIfPresent(.journal) ?? []
      let found = lastNumber(journal)
      #expect(found == acknowledged || found == acknowledged + 1, "round \(round)")
      #expect(journal.count { $0 == UInt8(ascii: "\n") } == found, "round \(round)")
      for file in [StateFile.store, .queue("a")] {
        #expect(lastNumber(try storage.readIfPresent(file) ?? []) == found, "round \(round)")
      }
    }
  }

  private func lastNumber(_ lines: [UInt8]) -> Int {
    String(decoding: lines, as: UTF8.self).split(separator: "\n").last.flatMap { Int($0) } ?? 0
  }

  @Test func `A folder that cannot be written is read without a lock`() throws {
    try open(.writing).commit([.replace(.store, [1])])
    unlink(folder.path + "/lock")
    chmod(folder.path, 0o555)
    // For root every folder can be written, then the lock is simply made again.
    #expect(try open(.reading).read(.store) == [1])
    chmod(folder.path, 0o755)
  }
}
