import IAPCore
import IAPPlatform

/// What libFuzzer calls for every input: every parser reads it, none may trap.
///
/// Beyond that, what is said twice must be the same, and nothing made up is ever verified.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  Fuzzing.readJSON(bytes)
  Fuzzing.verify(bytes)
  Fuzzing.scan(bytes)
  Fuzzing.readDocuments(bytes)
  return 0
}

private enum Fuzzing {
  private static func verifier(_ change: (inout Expectations) -> Void) -> SignedDataVerifier {
    var expectations = Expectations()
    change(&expectations)
    return SignedDataVerifier(
      roots: .apple,
      expectations: expectations,
      explains: true,
      mathematics: OpenSSLChecker()
    )
  }

  // libFuzzer calls from one thread only.
  nonisolated(unsafe) private static let strict = verifier { _ in }
  nonisolated(unsafe) private static let lenient = verifier {
    $0.allowsUnsigned = true
    $0.bundleID = "com.example.app"
    $0.device = DeviceIdentifier("00000000-0000-0000-0000-000000000000")
  }
  nonisolated(unsafe) private static let lines = LineVerifier(verifier { _ in })

  /// What was read and written reads the same again.
  static func readJSON(_ bytes: [UInt8]) {
    guard let value = try? JSONParser.parse(bytes) else { return }
    let written = JSONWriter.bytes(value, layout: .line, sortsMembers: false)
    precondition((try? JSONParser.parse(written)) == value, "JSON does not survive writing")
  }

  static func verify(_ bytes: [UInt8]) {
    for report in strict.verify(bytes) + lenient.verify(bytes) {
      precondition(!report.isVerified, "something made up was verified")
      precondition(report.failure != nil || !report.isAuthentic, "a report contradicts itself")
    }
    _ = strict.verify(receipt: bytes)
    _ = strict.verify(signedText: bytes)
  }

  /// The fast reader accepts a part of what the strict one accepts, and reads the same in it.
  static func scan(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { buffer in
      _ = lines.verifyQuickly(buffer)
      guard let transaction = lines.readTransaction(buffer) else { return }
      let reports = lenient.verify(bytes)
      let found = reports.first?.records.transactions.first
      guard reports.first?.failure == nil else { return }
      precondition(found == nil || found == transaction, "the fast reader disagrees")
    }
  }

  static func readDocuments(_ bytes: [UInt8]) {
    _ = try? CatalogReader.read(bytes)
    _ = try? ScenarioReader.read(bytes)
    _ = try? EntitlementMap.read(bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    _ = Instant(rfc3339: text)
    _ = Instant(receiptText: text)
    _ = CalendarDuration(text)
    _ = Price(text)
    _ = PEMBundle(reading: bytes)
  }
}
