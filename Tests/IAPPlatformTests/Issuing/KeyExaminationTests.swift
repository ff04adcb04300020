import Foundation
import IAPCore
import IAPPlatform
import IAPTestSupport
import Testing

/// What the doctor says of the folder `keys`.
struct KeyExaminationTests {
  private static let files = ["authority.pem", "receipt.pem", "signing.pem"]

  /// A store with all of its keys, the receipt signer among them.
  private func storage(isXcode: Bool = false) throws -> MemoryStorage {
    let storage = MemoryStorage()
    let keyring = OpenSSLKeyring(storage: storage, isXcode: isXcode)
    try keyring.makeKeys()
    let app = IssuedApp(
      bundleID: "com.example.app",
      environment: isXcode ? .xcode : .sandbox
    )
    _ = try SignedDataIssuer(app: app, signing: keyring).receipt(IssuingBench.receipt)
    return storage
  }

  private func examine(_ storage: any StateStorage, isXcode: Bool = false) -> [String] {
    OpenSSLKeyring(storage: storage, isXcode: isXcode).examineKeys()
      .map { "\($0.file) \($0.kind.rawValue)" }
  }

  private func blocks(_ name: String, in storage: MemoryStorage) throws -> [PEMBundle.Block] {
    try #require(PEMBundle(reading: try storage.read(.key(name)))).blocks
  }

  private func put(_ blocks: [PEMBundle.Block], _ name: String, in storage: MemoryStorage) throws {
    try storage.commit([.replace(.key(name), Array(PEMBundle(blocks).text.utf8))])
  }

  @Test(arguments: [false, true]) func `Keys that were just made are sound`(isXcode: Bool) throws {
    #expect(examine(try storage(isXcode: isXcode), isXcode: isXcode) == [])
  }

  @Test func `Without the receipt signer, which is made at first use, nothing is wrong`() throws {
    let storage = try storage()
    try storage.commit([.remove(.key("receipt.pem"))])
    #expect(examine(storage) == [])
  }

  @Test func `A key file that is gone or no key file is named`() throws {
    for name in ["authority.pem", "signing.pem"] {
      let storage = try storage()
      try storage.commit([.remove(.key(name))])
      #expect(examine(storage) == ["keys/\(name) keyMissing"])
    }
    for name in Self.files {
      for text in [
        "", "hello", "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n",
      ] {
        let storage = try storage()
        try storage.commit([.replace(.key(name), Array(text.utf8))])
        #expect(examine(storage) == ["keys/\(name) keyUnreadable"], "\(text)")
      }
    }
  }

  @Test func `A key that is not that of its certificate is named`() throws {
    for name in Self.files {
      let (one, two) = (try storage(), try storage())
      var mixed = try blocks(name, in: one)
      mixed[0] = try blocks(name, in: two)[0]
      try put(mixed, name, in: one)
      #expect(examine(one) == ["keys/\(name) keyMismatch"])
    }
  }

  /// The key file still has its public half, so that only signing or checking shows the damage.
  @Test func `A key with a changed bit in its secret half is named`() throws {
    for name in ["authority.pem", "signing.pem"] {
      let storage = try storage()
      var changed = try blocks(name, in: storage)
      // SEQUENCE, version, OCTET STRING: the secret starts at the seventh byte.
      changed[0].bytes[20] ^= 1
      try put(changed, name, in: storage)
      #expect(examine(storage) == ["keys/\(name) keyMismatch"])
    }
  }

  @Test func `A chain in which one did not sign the other is named`() throws {
    let (one, two) = (try storage(), try storage())
    var mixed = try blocks("signing.pem", in: one)
    mixed[mixed.count - 1] = try #require(try blocks("signing.pem", in: two).last)
    try put(mixed, "signing.pem", in: one)
    #expect(examine(one) == ["keys/signing.pem keyChainBroken"])
  }

  @Test func `A sound chain under a foreign root is named`() throws {
    let (one, two) = (try storage(), try storage())
    try put(try blocks("signing.pem", in: two), "signing.pem", in: one)
    #expect(examine(one) == ["keys/signing.pem keyOfOtherAuthority"])
  }

  @Test func `Rotation mends whatever was wrong, and keeps a root that can still sign`() throws {
    for name in ["authority.pem", "signing.pem"] {
      let storage = try storage()
      let root = try blocks("signing.pem", in: storage).last
      try storage.commit([.replace(.key(name), Array("broken".utf8))])

      try OpenSSLKeyring(storage: storage, isXcode: false).rotateKeys()

      #expect(examine(storage) == [])
      let isKept = try blocks("signing.pem", in: storage).last == root
      #expect(isKept == (name == "signing.pem"))
    }
  }

  @Test func `A key that others may read is a warning, and its repair takes that from them`() throws
  {
    let folder = TemporaryFolder()
    let storage = try DiskStorage(folder: folder.path + "/.iap", .creating, command: "iap test")
    var session = try Session.create(
      SessionConfiguration(),
      from: .sample,
      in: storage,
      services: .signed(in: storage)
    )
    try session.buy("lifetime")
    let path = folder.path + "/.iap/keys/signing.pem"
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)

    let problems = try Session.diagnose(storage, services: .signed(in: storage))
    #expect(problems == [StateProblem("keys/signing.pem", .exposed(mode: 0o644))])
    #expect(problems.map(\.severity) == [.warning])
    try storage.commit(try StateProblem.repairs(of: [], in: storage))

    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try Session.diagnose(storage, services: .signed(in: storage)) == [])
  }

  @Test func `The doctor names a broken key beside everything else`() throws {
    let session = try Session.sample(isSigned: true)
    let storage = try #require(session.storage as? MemoryStorage)
    try storage.commit([.remove(.key("signing.pem")), .remove(.due)])
    let problems = try Session.diagnose(storage, services: .signed(in: storage))
    #expect(
      problems == [
        StateProblem("due.json", .missing), StateProblem("keys/signing.pem", .key(.missing)),
      ]
    )
  }
}
