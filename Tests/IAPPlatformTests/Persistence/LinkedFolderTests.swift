import Foundation
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

/// Folders inside a store that lead elsewhere are refused; the store folder itself may be a link.
struct LinkedFolderTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/.iap" }
  private var outside: String { folder.path + "/outside" }

  /// A store with a file in every folder that a store has.
  private static let files: [StateFile] = [
    .account("ada"), .history("ada"), .catalog("abc"), .key("signing.pem"), .signed("uuid"),
  ]

  private func open(
    _ access: StoreAccess = .writing,
    at path: String? = nil
  ) throws(StorageFailure) -> DiskStorage {
    try DiskStorage(folder: path ?? self.path, access, command: "iap test")
  }

  private func makeStore() throws {
    try open(.creating).commit(
      Self.files.map { .replace($0, Array("{}\n".utf8)) } + [.replace(.store, [1])]
    )
  }

  @Test func `A file that claims to be enormous is refused, not read`() throws {
    try makeStore()
    for name in ["store.json", "journal.jsonl"] {
      _ = FileManager.default.createFile(atPath: path + "/" + name, contents: Data())
      #expect(truncate(path + "/" + name, 2 << 40) == 0)
    }
    let storage = try open()

    #expect(throws: StorageFailure(.store, .tooLarge(limit: 1 << 30))) {
      try storage.read(.store)
    }
    #expect(throws: StorageFailure.self) { try storage.size(of: .journal) }
  }

  /// Puts a folder's content elsewhere and a link to it in its place.
  private func link(_ name: String) throws {
    try FileManager.default.moveItem(atPath: "\(path)/\(name)", toPath: outside)
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/\(name)",
      withDestinationPath: outside
    )
  }

  private func everythingOutside() throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: outside) {
      found[name] = FileManager.default.contents(atPath: "\(outside)/\(name)")
    }
    return found
  }

  @Test(arguments: ["accounts", "accounts/ada", "catalogs", "keys", "signed"])
  func `Through a folder that is a link nothing is read or written`(_ name: String) throws {
    try makeStore()
    try link(name)
    let before = try everythingOutside()
    let file = try #require(Self.files.first { $0.path.hasPrefix(name + "/") })
    let refused = StorageFailure(
      name,
      .wrongKind(found: .symbolicLink, expected: .folder)
    )
    let storage = try open()

    #expect(throws: refused) { try storage.read(file) }
    #expect(throws: refused) { try storage.read(file, 0..<1) }
    #expect(throws: refused) { try storage.size(of: file) }
    #expect(throws: refused) { try storage.mode(of: file) }
    #expect(throws: refused) { try storage.list(file.folder) }
    #expect(throws: refused) { try storage.commit([.append(file, at: 3, [0x0A])]) }

    #expect(try everythingOutside() == before)
    #expect(try storage.read(.store) == [1])
    #expect(try storage.leftovers() == [])
  }

  @Test(arguments: ["accounts", "accounts/ada", "catalogs", "keys", "signed"])
  func `A command that would write through a link changes nothing at all`(
    _ name: String
  ) throws {
    try makeStore()
    try link(name)
    let before = try everythingOutside()
    let file = try #require(Self.files.first { $0.path.hasPrefix(name + "/") })
    let refused = StorageFailure(name, .wrongKind(found: .symbolicLink, expected: .folder))

    for change in [FileChange.replace(file, [7]), .remove(file), .overwrite(file, at: 0, [7])] {
      #expect(throws: refused) { try open().commit([change, .replace(.store, [2])]) }
      let storage = try open()
      try storage.stage(.replace(.queue("grace"), [7]))
      #expect(throws: refused) { try storage.commit([change]) }
    }

    #expect(try open().read(.store) == [1])
    #expect(try everythingOutside() == before)
  }

  @Test func `A file where a folder should be is named as the folder`() throws {
    try makeStore()
    try FileManager.default.removeItem(atPath: path + "/catalogs")
    try Data().write(to: URL(filePath: path + "/catalogs"))
    let refused = StorageFailure("catalogs", .wrongKind(found: .file, expected: .folder))
    let storage = try open()
    #expect(throws: refused) { try storage.read(.catalog("abc")) }
    #expect(throws: refused) { try storage.list(.catalogs) }
  }

  @Test func `A store that is reached through links is a store as any other`() throws {
    try makeStore()
    let other = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: path)

    let storage = try open(at: other)
    try storage.commit([.replace(.store, [2])])

    #expect(try storage.read(.account("ada")) == Array("{}\n".utf8))
    #expect(try storage.read(.store) == [2])
  }

  @Test func `A store's place that is a device or a file is named with what it is`() throws {
    let device = StorageFailure("/dev/null", .wrongKind(found: .other, expected: .folder))
    #expect(throws: device) { try open(.reading, at: "/dev/null") }
    #expect(throws: device) { try open(.creating, at: "/dev/null") }
    #expect(throws: StorageFailure("/nope", .missing)) { try open(.reading, at: "/nope") }
  }
}
