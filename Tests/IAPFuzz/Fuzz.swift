import IAPCommandLine
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
  Fuzzing.readState(bytes)
  Fuzzing.play(bytes)
  Fuzzing.readWords(bytes)
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
  /// Every state file's content, and what is read is written the same again.
  static func readState(_ bytes: [UInt8]) {
    guard case .object(let members)? = try? JSONParser.parse(bytes) else { return }
    let value = JSONValue.object(members.filter { $0.name != "format" && $0.name != "version" })
    func check<Content: Codable & Equatable>(_ type: Content.Type) {
      guard let content = try? JSONValueDecoder.decode(type, from: value) else { return }
      let again = try? JSONValueDecoder.decode(type, from: JSONValueEncoder.encode(content))
      precondition(again == content, "\(type) does not survive writing")
    }
    check(JournalEntry.self)
    check(StoreHeader.self)
    check(AccountRegistry.self)
    check(AccountState.self)
    check(QueueState.self)
    check(EntitlementCache.self)
    check(Transaction.self)
    check(RenewalInfo.self)
    check(ServerNotification.self)
  }

  /// Whatever a scenario says happens or is refused.
  static func play(_ bytes: [UInt8]) {
    guard let scenario = try? ScenarioReader.read(bytes) else { return }
    var store = shop
    for step in scenario.steps.prefix(20) {
      guard let event = step.event else { continue }
      let account = step.account ?? .standard
      _ = try? store.apply(event, by: account, history: NoPast(), checks: .none) { _ in }
    }
  }

  private static let shop = StoreState(
    now: Instant(milliseconds: 1_767_225_600_000),
    seed: 1,
    configuration: StoreConfiguration(),
    catalog: (try? CatalogReader.read(Array(SampleShop.catalog.utf8)).catalog)
      ?? Catalog(products: [], groups: [])
  )

  /// A command line, a word between two line ends.
  static func readWords(_ bytes: [UInt8]) {
    let words = bytes.prefix(500).split(separator: 0x0A, omittingEmptySubsequences: false)
    _ = try? CommandParser.parse(words.map { String(decoding: $0, as: UTF8.self) })
  }
}

/// The fuzzed store has forgotten every past.
private struct NoPast: TransactionHistory {
  func transaction(_ id: TransactionID, of account: AccountName) -> Transaction? { nil }

  func newest(
    of product: ProductID,
    of account: AccountName,
    where isEnough: (Transaction) -> Bool
  ) -> Transaction? { nil }

  func all(of account: AccountName) -> [Transaction] { [] }
}
