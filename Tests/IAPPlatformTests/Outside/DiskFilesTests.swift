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

struct DiskFilesTests {
  private let folder = TemporaryFolder()
  private let files = DiskFiles()

  private func path(_ name: String) -> String { folder.path + "/" + name }

  private func failure(_ name: String, _ reason: FileFailure.Reason) -> FileFailure {
    FileFailure(path: path(name), reason: reason)
  }

  @Test func `A file is read whole, and refused beyond its limit`() throws {
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    try files.write(bytes, to: path("a"))
    #expect(try files.read(path("a"), limit: 200_000) == bytes)
    #expect(throws: failure("a", .tooLarge(limit: 199_999))) {
      try files.read(path("a"), limit: 199_999)
    }
    try files.write([], to: path("empty"))
    #expect(try files.read(path("empty"), limit: 0) == [])
  }

  @Test func `A pipe is read to its end, and refused beyond the limit too`() throws {
    mkfifo(path("pipe"), 0o600)
    let call = ProgramCall.shell("head -c 100000 /dev/zero > '\(path("pipe"))' &")
    #expect(SystemPrograms().run(call) == .exited(0))
    #expect(try files.read(path("pipe"), limit: 100_000).count == 100_000)
    #expect(SystemPrograms().run(call) == .exited(0))
    #expect(throws: failure("pipe", .tooLarge(limit: 5))) {
      try files.read(path("pipe"), limit: 5)
    }
  }

  @Test func `A file is not written where its folder is missing or is a file`() throws {
    try files.write([1], to: path("a"))
    for name in ["nothing/b", "a/b"] {
      #expect(throws: failure(name, .noFolder)) { try files.write([1], to: path(name)) }
    }
  }

  @Test func `What cannot be read is named by its reason`() throws {
    try files.write([1], to: path("a"))
    symlink(path("loop"), path("loop"))
    #expect(throws: failure("b", .notFound)) { try files.read(path("b"), limit: 9) }
    #expect(throws: FileFailure(path: folder.path, reason: .isFolder)) {
      try files.read(folder.path, limit: 9)
    }
    #expect(throws: failure("a/b", .isNoFolder)) { try files.read(path("a/b"), limit: 9) }
    #expect(throws: failure("loop", .other("Too many levels of symbolic links"))) {
      try files.read(path("loop"), limit: 9)
    }
  }

  @Test func `Writing replaces the file as a whole and keeps its mode and its links`() throws {
    try files.write([1], to: path("a"))
    chmod(path("a"), 0o640)
    symlink("a", path("link"))
    try files.write([2, 3], to: path("link"))

    var facts = stat()
    lstat(path("a"), &facts)
    #expect(try files.read(path("a"), limit: 9) == [2, 3])
    #expect(facts.st_mode & 0o777 == 0o640)
    lstat(path("link"), &facts)
    #expect(facts.st_mode & S_IFMT == S_IFLNK)
    #expect(try files.names(in: folder.path) == ["a", "link"])
  }

  @Test func `Writing to what cannot be written leaves nothing behind`() throws {
    mkdir(path("d"), 0o755)
    #expect(throws: failure("d", .isFolder)) { try files.write([1], to: path("d")) }
    #expect(throws: failure("x/y", .noFolder)) { try files.write([1], to: path("x/y")) }
    #expect(throws: FileFailure(path: "/dev/full", reason: .noSpace)) {
      try files.write([1], to: "/dev/full")
    }
    try files.write([1], to: "/dev/null")
    #expect(try files.names(in: folder.path) == ["d"])
  }

  @Test func `Folders are made with those above them, and told from files`() throws {
    try files.makeFolder(path("a/b/c"))
    try files.makeFolder(path("a/b/c"))
    try files.write([1], to: path("a/file"))
    #expect(files.kind(of: path("a/b/c")) == .folder)
    #expect(files.kind(of: path("a/file")) == .file)
    #expect(files.kind(of: path("a/none")) == nil)
    #expect(try files.names(in: path("a")) == ["b", "file"])
    #expect(throws: failure("a/file", .isNoFolder)) { try files.names(in: path("a/file")) }
    #expect(throws: failure("a/file", .isNoFolder)) { try files.makeFolder(path("a/file")) }
  }

  @Test func `A closed pipe is told from a full disk`() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    close(ends[0])
    #expect(throws: SinkFailure.closed) { try DescriptorSink(Int(ends[1])).write([1]) }
    close(ends[1])
    let full = open("/dev/full", O_WRONLY)
    #expect(throws: SinkFailure.failed("No space left on device")) {
      try DescriptorSink(Int(full)).write([1])
    }
    close(full)
  }

  @Test func `A sink that takes little at a time gets all in the end`() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let reading = ends[0]
    let writing = Int(ends[1])
    let bytes = [UInt8](repeating: 7, count: 300_000)
    let counted = Counter()
    Cores.perform(2) { index in
      if index == 0 {
        try? DescriptorSink(writing).write(bytes)
        close(Int32(writing))
      } else {
        var buffer = [UInt8](repeating: 0, count: 5000)
        while true {
          let count = read(reading, &buffer, buffer.count)
          if count <= 0 { return }
          counted.add(count)
        }
      }
    }
    close(reading)
    #expect(counted.value == bytes.count)
  }

  @Test func `The process knows its folder, its clock and its cores`() {
    #expect(ProcessFacts.workingDirectory()?.hasPrefix("/") == true)
    #expect(ProcessFacts.wallClock() > Instant(milliseconds: 1_700_000_000_000))
    #expect(ProcessFacts.coreCount() >= 1)
    #expect(ProcessFacts.variable("PATH") != nil)
    #expect(ProcessFacts.variable("IAP_NO_SUCH_VARIABLE") == nil)
  }
}

/// A sum that two threads may add to.
private final class Counter: @unchecked Sendable {
  // Only the reading thread adds, and the value is asked for when it has ended.
  private(set) var value = 0

  func add(_ count: Int) { value += count }
}
