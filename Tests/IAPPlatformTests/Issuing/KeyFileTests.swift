import Foundation
import IAPCore
import IAPPlatform
import Testing

/// The files of the folder `keys` on a real disk.
struct KeyFileTests {
  @Test func `Only the owner may read the store's keys`() throws {
    let path = NSTemporaryDirectory() + "iap-keys-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let storage = try DiskStorage(folder: path, .creating, command: "iap test")
    let app = IssuedApp(bundleID: "com.example.app", environment: .sandbox)
    let keyring = OpenSSLKeyring(storage: storage, isXcode: false)

    try keyring.makeKeys()
    _ = try SignedDataIssuer(app: app, signing: keyring).receipt(IssuingBench.receipt)

    let names = try FileManager.default.contentsOfDirectory(atPath: path + "/keys").sorted()
    #expect(names == ["authority.pem", "receipt.pem", "signing.pem"])
    for name in names {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/keys/\(name)")
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    let leftovers = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(!leftovers.contains { $0.hasPrefix("commit") })
  }

  @Test func `The openssl command reads the key files as they are`() throws {
    let bench = try IssuingBench()
    _ = try bench.issuer().receipt(IssuingBench.receipt)

    for name in ["authority.pem", "signing.pem", "receipt.pem"] {
      let bytes = try bench.storage.read(.key(name))
      let run = try OpenSSLCommand(
        ["pkey", "-in", "key.pem", "-check", "-noout"],
        files: ["key.pem": bytes]
      )
      #expect(run.output == "Key is valid\n", "\(name)")
    }
  }
}
