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
    wait: Int = 0
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
    let failure = #expect(throws: StorageFailure.self) { try open(.writing) }
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
    let failure = #expect(throws: StorageFailure.self) { try open(.writing) }
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

  @Test func `A folder that cannot be written is read without a lock`() throws {
    try open(.writing).commit([.replace(.store, [1])])
    unlink(folder.path + "/lock")
    chmod(folder.path, 0o555)
    // For root every folder can be written, then the lock is simply made again.
    #expect(try open(.reading).read(.store) == [1])
    chmod(folder.path, 0o755)
  }
}
