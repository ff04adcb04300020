import IAPCore
import IAPPlatform
import IAPTestSupport
import Testing

/// The receipt and the app transaction of an account, as the app's side checks them.
struct SessionReceiptTests {
  @Test func `case H03: a consumable leaves the receipt when it is finished`() throws {
    var session = try Session.sample(isSigned: true)
    try session.buy("lifetime")
    try session.buy("coins_100") { $0.noFinish = true }

    let before = try products(in: session.receipt(of: .standard, isRefreshed: false))
    try session.perform(.finish(FinishEvent(ids: ["coins_100"])), by: .standard)
    let after = try products(in: session.receipt(of: .standard, isRefreshed: false))

    #expect(before == ["lifetime", "coins_100"])
    #expect(after == ["lifetime"])
  }

  @Test(arguments: [StoreEnvironment.sandbox, .production, .xcode])
  func `The app verifies the receipt for its bundle id and its device`(
    environment: StoreEnvironment
  ) throws {
    var configuration = SessionConfiguration()
    configuration.environment = environment
    var session = try Session.sample(isSigned: true, configuration: configuration)
    try session.buy("pro_monthly")
    try session.advance("P1M")
    let receipt = try session.receipt(of: .standard, isRefreshed: true)
    let container = try session.signed(receipt)

    var expectations = Expectations()
    expectations.bundleID = configuration.bundleID
    expectations.environment = environment
    expectations.device = DeviceIdentifier(session.deviceID(of: .standard))
    let right = try verifier(session, expectations).verify(receipt: container)
    expectations.device = DeviceIdentifier("956328d9-cc6a-47f4-be40-6953fb0ab6c7")
    let elsewhere = try verifier(session, expectations).verify(receipt: container)

    #expect(right.failure == nil && right.isVerified && right.signer == .store)
    #expect(right.records.transactions.map(\.productID) == ["pro_monthly", "pro_monthly"])
    #expect(elsewhere.failure?.code == "wrongDevice")
  }

  @Test(arguments: [
    (Tampering.signature, "wrongSignature"), (.chain, "brokenChain"),
    (.bundleID, "wrongBundleID"), (.environment, "wrongEnvironment"),
    (.expiry, "signedAfterCertificates"),
  ])
  func `A tampered receipt is refused at its own step`(
    tampering: Tampering,
    code: String
  ) throws {
    var session = try Session.sample(isSigned: true)
    try session.buy("lifetime")
    try set("tamper", to: tampering.rawValue, &session)
    var expectations = Expectations()
    expectations.bundleID = session.configuration.bundleID
    expectations.environment = .sandbox

    let container = try session.signed(session.receipt(of: .standard, isRefreshed: false))
    let report = try verifier(session, expectations).verify(receipt: container)

    #expect(report.failure?.code == code)
  }

  @Test func `A refund that the device has not heard of is not in its receipt`() throws {
    var session = try Session.sample(isSigned: true)
    try session.buy("lifetime")
    try set("network", to: "off", &session)
    try session.advance("P1D")
    try session.perform(.refund(RefundEvent(id: "lifetime")), by: .standard)

    let offline = try session.receipt(of: .standard, isRefreshed: false)

    #expect(offline.transactions.map(\.revocationDate) == [nil])
    #expect(offline.creationDate == session.configuration.startDate)
    #expect(throws: SessionFailure.offline(.standard)) {
      try session.receipt(of: .standard, isRefreshed: true)
    }
    try set("network", to: "on", &session)
    let online = try session.receipt(of: .standard, isRefreshed: true)
    #expect(online.transactions.map(\.revocationDate) == [session.now])
    #expect(online.creationDate == session.now)
  }

  @Test func `verifyReceipt answers what Apple knows, whatever the device has heard`() throws {
    var session = try Session.sample(isSigned: true)
    try session.buy("pro_monthly")
    try set("network", to: "off", &session)
    try session.advance("P1M")

    let receipt = try session.receipt(of: .standard, isRefreshed: false)
    let answer = try session.verifyReceiptAnswer(for: receipt, of: .standard)

    #expect(answer["status"] == 0)
    #expect(answer["receipt"]?["in_app"]?.array?.count == 1)
    #expect(answer["latest_receipt_info"]?.array?.count == 2)
    #expect(answer["pending_renewal_info"]?[0]?["auto_renew_status"] == "1")
  }

  @Test func `The app transaction is verified, for its device too`() throws {
    var session = try Session.sample(isSigned: true)
    let signed = try session.signedAppTransaction(of: .standard, isRefreshed: false)
    var expectations = Expectations()
    expectations.bundleID = session.configuration.bundleID
    expectations.environment = .sandbox
    expectations.device = DeviceIdentifier(session.deviceID(of: .standard))

    let report = try verifier(session, expectations).verify(signedText: signed)

    #expect(report.failure == nil && report.kind == .appTransaction)
    #expect(report.payload?["appTransactionId"] == "7000001000000000")
  }

  private func set(_ key: String, to value: String, _ session: inout Session) throws {
    try session.perform(.set(SetEvent([key: value])), by: .standard)
  }

  private func products(in receipt: AppReceipt) -> [ProductID] {
    receipt.transactions.map(\.productID)
  }

  private func verifier(
    _ session: Session,
    _ expectations: Expectations
  ) throws -> SignedDataVerifier {
    var roots = TrustedRoots.apple
    for root in try session.trustedRoots() {
      roots = roots.adding(root, as: .store) { OpenSSLChecker().digest(of: $0, by: .sha256) }
    }
    return SignedDataVerifier(
      roots: roots,
      expectations: expectations,
      mathematics: OpenSSLChecker()
    )
  }
}
