package import IAPCommandLine
package import IAPCore
import IAPPlatform

/// A world of its own for one test: files, variables, terminal and programs in memory.
///
/// What is not set up fails loudly: no file is there, no program can be started, input is empty.
package final class World {
  /// What one run of the command left behind.
  package struct Outcome: Equatable {
    package var output: String
    package var errors: String
    package var exit: ExitCode

    package init(output: String, errors: String, exit: ExitCode) {
      self.output = output
      self.errors = errors
      self.exit = exit
    }
  }

  package let files = MemoryFiles()
  package let stores = MemoryStores()
  /// `nil`: it was removed.
  package var workingDirectory: String? = "/shop"
  package var variables: [String: String] = [:]
  package var terminal = TerminalFacts()
  package var input: [UInt8] = []
  package var wallClock = Instant(milliseconds: 1_796_040_000_000)
  /// What programs answer; the calls are kept.
  package var programOutcome: (ProgramCall) -> ProgramOutcome = { _ in .notStarted("no programs") }
  /// What happens while a command waits; `nil`: nothing.
  package var whileAsleep: (() -> Void)?
  package private(set) var programCalls: [ProgramCall] = []
  /// How many bytes standard output takes before its reader goes away; `nil`: all.
  package var outputLimit: Int?
  package var outputFailure: SinkFailure?

  package init() {
    files.stores = stores
  }

  /// Runs the command in this world.
  @discardableResult
  package func run(_ words: String...) -> Outcome { run(words) }

  @discardableResult
  package func run(_ words: [String]) -> Outcome { run(bytes: words.map { Array($0.utf8) }) }

  package func run(bytes words: [[UInt8]]) -> Outcome {
    let output = MemorySink(limit: outputLimit, failure: outputFailure)
    let errors = MemorySink(limit: nil, failure: nil)
    let variables = variables
    let wallClock = wallClock
    let environment = Environment(
      output: output,
      errors: errors,
      variables: { variables[$0] },
      terminal: terminal,
      files: files,
      workingDirectory: workingDirectory,
      stores: stores,
      cryptography: OpenSSLChecker(),
      keyring: { OpenSSLKeyring(storage: $0, isXcode: $1) },
      offerSigning: OpenSSLOfferSigning(),
      standardInput: MemorySource(input),
      programs: Programs(world: self),
      wallClock: { wallClock },
      sleep: { [asleep = Asleep(world: self)] _ in asleep.world.whileAsleep?() }
    )
    let exit = Tool.run(words, in: environment)
    return Outcome(output: output.text, errors: errors.text, exit: exit)
  }

  /// A command runs on the thread of its test, and so does what happens while it waits.
  private struct Asleep: @unchecked Sendable {
    let world: World
  }

  private struct Programs: ProgramRunner {
    let world: World

    func run(_ call: ProgramCall) -> ProgramOutcome {
      world.programCalls.append(call)
      return world.programOutcome(call)
    }
  }
}

/// Keeps what is written.
package final class MemorySink: ByteSink {
  package private(set) var bytes: [UInt8] = []
  private let limit: Int?
  private let failure: SinkFailure?

  package init(limit: Int?, failure: SinkFailure?) {
    self.limit = limit
    self.failure = failure
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package func write(_ more: [UInt8]) throws(SinkFailure) {
    if let failure { throw failure }
    bytes += more
    guard let limit, bytes.count > limit else { return }
    bytes.removeLast(bytes.count - limit)
    throw .closed
  }
}

/// Gives bytes that are in memory.
package final class MemorySource: ByteSource {
  private var rest: ArraySlice<UInt8>

  package init(_ bytes: [UInt8]) { rest = bytes[...] }

  package func read(limit: Int) throws(FileFailure) -> [UInt8] {
    defer { rest = rest.dropFirst(limit) }
    return Array(rest.prefix(limit))
  }
}

/// Store folders in memory, by path; `failure` stands for a lock or a broken disk.
package final class MemoryStores: StoreFolders {
  package var storages: [String: MemoryStorage] = [:]
  package var failure: StorageFailure.Problem?
  /// What stands in the way of writers only: a read-only disk.
  package var writeFailure: StorageFailure.Problem?
  /// True while a store is open: commands must have let it go when others run.
  package private(set) var openCount = 0

  package init() {}

  package func open(
    _ folder: String,
    for access: StoreAccess,
    command: String
  ) throws(StorageFailure) -> OpenedStore {
    if let failure { throw StorageFailure(folder, failure) }
    if let writeFailure, access != .reading { throw StorageFailure(folder, writeFailure) }
    if access == .creating, storages[folder] == nil { storages[folder] = MemoryStorage() }
    guard let storage = storages[folder] else { throw StorageFailure(folder, .missing) }
    openCount += 1
    return OpenedStore(storage: storage) { [self] in openCount -= 1 }
  }
}

/// A file tree in memory; folders exist where something stands below them.
package final class MemoryFiles: FileAccess {
  package var contents: [String: [UInt8]] = [:]
  /// Store folders are folders of the same disk.
  weak var stores: MemoryStores?

  package init() {}

  package subscript(path: String) -> String? {
    get { contents[path].map { String(decoding: $0, as: UTF8.self) } }
    set { contents[path] = newValue.map { Array($0.utf8) } }
  }

  package func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
    guard let bytes = contents[path] else {
      throw FileFailure(path: path, reason: kind(of: path) == .folder ? .isFolder : .notFound)
    }
    guard bytes.count <= limit else {
      throw FileFailure(path: path, reason: .tooLarge(limit: limit))
    }
    return bytes
  }

  package func open(_ path: String) throws(FileFailure) -> any ByteSource {
    MemorySource(try read(path, limit: .max))
  }

  package func write(_ bytes: [UInt8], to path: String) throws(FileFailure) {
    contents[path] = bytes
  }

  package func names(in folder: String) throws(FileFailure) -> [String] {
    guard kind(of: folder) == .folder else {
      throw FileFailure(path: folder, reason: .isNoFolder)
    }
    let below = contents.keys.filter { $0.hasPrefix(folder + "/") }
      .compactMap { $0.dropFirst(folder.count + 1).split(separator: "/").first.map(String.init) }
    return Set(below).sorted { $0.isBefore($1) }
  }

  package func kind(of path: String) -> PathKind? {
    if contents[path] != nil { return .file }
    if stores?.storages[path] != nil { return .folder }
    return contents.keys.contains { $0.hasPrefix(path + "/") } ? .folder : nil
  }

  package func makeFolder(_ path: String) throws(FileFailure) {}
}
