import Foundation
import IAPCore
import IAPPlatform

/// A store's keys in memory, and the `openssl` command as a judge that is not ours.
struct IssuingBench {
  let storage = MemoryStorage()
  let keyring: OpenSSLKeyring
  let app: IssuedApp

  static let noon = Instant(milliseconds: 1_772_366_400_000)

  init(
    _ environment: StoreEnvironment = .sandbox,
    bundleID: String = "com.example.app",
    appAppleID: Int64? = nil
  ) throws {
    app = IssuedApp(bundleID: bundleID, appAppleID: appAppleID, environment: environment)
    keyring = OpenSSLKeyring(storage: storage, isXcode: app.isXcode)
    try keyring.makeKeys()
  }

  func issuer(_ tampering: Tampering? = nil) throws -> SignedDataIssuer {
    try SignedDataIssuer(app: app, signing: keyring, tampering: tampering)
  }

  static var transaction: Transaction {
    var transaction = Transaction(
      id: "2000001000000001",
      originalID: "2000001000000001",
      productID: "pro_monthly",
      purchaseDate: noon
    )
    transaction.type = .autoRenewable
    transaction.expiresDate = noon.adding(milliseconds: 31 * Instant.day)
    transaction.webOrderLineItemID = "2000001000000001"
    transaction.quantity = 1
    return transaction
  }

  static var receipt: AppReceipt {
    AppReceipt(
      creationDate: noon,
      opaqueValue: Array(0..<16),
      deviceIdentifier: Array(100..<116),
      transactions: [transaction]
    )
  }

  /// Header and payload as JSON, the signed text, and the signature.
  static func parts(
    of jws: String
  ) throws -> (header: JSONValue, payload: JSONValue, message: [UInt8], signature: [UInt8]) {
    let parts = jws.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3 else { throw Unexpected("\(parts.count) parts") }
    return (
      try JSONParser.parse(bytes(url: parts[0])), try JSONParser.parse(bytes(url: parts[1])),
      Array("\(parts[0]).\(parts[1])".utf8), try bytes(url: parts[2])
    )
  }

  static func chain(of jws: String) throws -> [[UInt8]] {
    try (parts(of: jws).header["x5c"]?.array ?? []).compactMap(\.string)
      .compactMap { Base64Text.bytes(standard: $0) }
  }

  private static func bytes(url text: String) throws -> [UInt8] {
    let standard = text.replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    let padded = standard + String(repeating: "=", count: (4 - standard.count % 4) % 4)
    guard let bytes = Base64Text.bytes(standard: padded) else { throw Unexpected(text) }
    return bytes
  }
}

struct Unexpected: Error {
  let found: String
  init(_ found: String) { self.found = found }
}

/// One run of `openssl` on files in a folder of its own.
struct OpenSSLCommand {
  let status: Int32
  let output: String

  init(_ arguments: [String], files: [String: [UInt8]]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    status = process.terminationStatus
    output = String(decoding: data, as: UTF8.self)
  }

  static func pem(_ certificates: [[UInt8]]) -> [UInt8] {
    Array(PEMBundle(certificates.map { .init("CERTIFICATE", $0) }).text.utf8)
  }
}
