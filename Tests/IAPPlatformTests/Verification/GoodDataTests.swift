import IAPCore
import IAPPlatform
import IAPTestSupport
import Testing

/// What genuine data of every kind gives: authentic, for this app, and with every step named.
struct GoodDataTests {
  private static let kinds: [(String, SignedKind)] = [
    ("transaction.jws", .transaction), ("renewal-info.jws", .renewalInfo),
    ("app-transaction.jws", .appTransaction), ("realtime-request.jws", .realtimeRequest),
    ("notification.jws", .notification), ("notification-body.json", .notification),
    ("notification-test.jws", .notification), ("notification-app-data.jws", .notification),
    ("notification-token.jws", .notification), ("notification-summary.jws", .notification),
    ("notification-unknown.jws", .notification),
  ]

  @Test(arguments: kinds.map(\.0))
  func `Each kind is detected by its members and verified`(name: String) throws {
    let report = try SignedFixtures.report(name)

    let kind = Self.kinds.first { $0.0 == name }?.1
    #expect(report.kind == kind)
    #expect(report.isVerified && report.isAuthentic)
    // Nobody asked for which app it is.
    #expect(report.isForThisApp == nil)
    #expect(report.signer == .custom)
    #expect(report.failure == nil)
    #expect(report.environment == (kind == .realtimeRequest ? .production : .sandbox))
  }

  @Test(arguments: kinds.map(\.0))
  func `Data is for this app only where it names the app that was asked for`(name: String) throws {
    let kind = Self.kinds.first { $0.0 == name }?.1
    let isNamed = kind != .renewalInfo && kind != .realtimeRequest

    let right = try SignedFixtures.report(name) { $0.bundleID = "com.example.app" }
    let wrong = try SignedFixtures.report(name) { $0.bundleID = "com.other.app" }

    #expect(right.isVerified && right.isForThisApp == (isNamed ? true : nil))
    #expect(right.warnings.contains(.notInData(.bundleID)) == !isNamed)
    #expect(wrong.isForThisApp == (isNamed ? false : nil))
    #expect(wrong.isVerified == !isNamed)
  }

  @Test func `What is of another kind and another app is not for this app`() throws {
    let report = try SignedFixtures.report("transaction.jws") {
      $0.kind = .notification
      $0.bundleID = "com.other.app"
    }

    #expect(report.isForThisApp == false && !report.isVerified)
  }

  @Test func `Every notification of the fixtures is one that Apple documents, but the unknown one`()
    throws
  {
    let names = Self.kinds.filter { $0.1 == .notification }.map(\.0)

    let unknown = try names.filter { name in
      try SignedFixtures.report(name).warnings.contains {
        if case .unknownNotification = $0 { true } else { false }
      }
    }

    #expect(unknown == ["notification-unknown.jws"])
  }

  @Test(arguments: [
    "receipt.der", "receipt-signed-attributes.der", "receipt-indefinite.der", "receipt-wrapped.der",
    "receipt.b64", "receipt-empty.der",
  ])
  func `Receipts are verified in every form they come in`(name: String) throws {
    let report = try SignedFixtures.report(name, trusting: "receipt-root")

    #expect(report.kind == .receipt)
    #expect(report.isVerified, "\(String(describing: report.failure))")
    #expect(report.environment == .sandbox)
    let isEmpty = name == "receipt-empty.der"
    #expect(report.records.transactions.count == (isEmpty ? 0 : 2))
    #expect(report.warnings.contains(.noPurchases) == isEmpty)
  }

  @Test func `A receipt of the SHA-1 years is judged at its creation date`() throws {
    let report = try SignedFixtures.report("receipt-sha1.der", trusting: "receipt-root-old")

    #expect(report.isVerified)
    #expect(report.records.date == Instant(rfc3339: "2020-10-08T11:17:49.131Z"))
  }

  @Test func `A transaction has every step listed, those not asked for as skipped`() throws {
    let report = try SignedFixtures.report("transaction.jws", explains: true) {
      $0.bundleID = "com.example.app"
      $0.environment = .sandbox
    }

    #expect(report.steps.map(\.name) == VerificationStepName.signedText)
    let skipped = report.steps.compactMap { step -> String? in
      if case .skipped(let reason) = step.outcome { "\(step.name) \(reason)" } else { nil }
    }
    #expect(
      skipped == [
        "appAppleID notInThisKind", "appAccountToken notAsked", "device notAsked",
        "innerParts notInThisKind", "revocation offline",
      ]
    )
    let passed = report.steps.count {
      if case .passed = $0.outcome { true } else { false }
    }
    #expect(passed + skipped.count == report.steps.count)
  }

  @Test func `After a failed step the others are listed as not reached`() throws {
    let verifier = try SignedFixtures.verifier(explains: true)
    let text = try Fixture.bytes("hostile/own-root.jws")

    let report = verifier.verify(signedText: text)

    let names = report.steps.map(\.name)
    #expect(names.count == VerificationStepName.signedText.count)
    let root = try #require(names.firstIndex(of: .root))
    #expect(report.steps[(root + 1)...].allSatisfy { $0.outcome == .notReached })
    if case .failed(.untrustedRoot) = report.steps[root].outcome {
    } else {
      Issue.record("the step 'root' should have failed")
    }
  }

  @Test func `A receipt has every step listed`() throws {
    let report = try SignedFixtures.report(
      "receipt.der",
      trusting: "receipt-root",
      explains: true
    )

    #expect(report.steps.map(\.name) == VerificationStepName.receipt)
  }

  @Test func `What is not expected is warned of, and so is revocation`() throws {
    let report = try SignedFixtures.report("transaction.jws")

    #expect(
      report.warnings == [.environmentNotChecked, .bundleIDNotChecked, .revocationNotChecked]
    )
  }

  @Test func `Expectations that are met leave only the warning about revocation`() throws {
    let report = try SignedFixtures.report("notification.jws") {
      $0.kind = .notification
      $0.bundleID = "com.example.app"
      $0.environment = .sandbox
    }

    #expect(report.isVerified)
    #expect(report.warnings == [.revocationNotChecked])
  }

  @Test func `Each expectation that is not met has its own failure, and authenticity stays`() throws
  {
    typealias Change = (inout Expectations) -> Void
    let device = DeviceIdentifier("00000000-0000-0000-0000-000000000000")
    let cases: [(String, String, Change)] = [
      ("transaction.jws", "wrongBundleID", { $0.bundleID = "com.other.app" }),
      ("transaction.jws", "wrongEnvironment", { $0.environment = .production }),
      ("transaction.jws", "otherKind", { $0.kind = .renewalInfo }),
      (
        "transaction.jws", "wrongAppAccountToken",
        { $0.appAccountToken = "7e3fb204-2cf0-4e0d-8d68-93a2a1b4a2f5" }
      ),
      ("transaction.jws", "wrongDevice", { $0.device = device }),
      ("app-transaction.jws", "wrongDevice", { $0.device = device }),
      ("realtime-request.jws", "wrongAppAppleID", { $0.appAppleID = 1 }),
      ("notification.jws", "wrongBundleID", { $0.bundleID = "com.other.app" }),
      ("notification-token.jws", "wrongEnvironment", { $0.environment = .production }),
      ("renewal-info.jws", "wrongEnvironment", { $0.environment = .production }),
    ]
    for (name, code, change) in cases {
      let report = try SignedFixtures.report(name, expecting: change)
      #expect(report.failure?.code == code, "\(name)")
      #expect(report.isAuthentic && !report.isVerified, "\(name)")
      #expect(report.signer == .custom)
      #expect(report.records == PurchaseRecords())
    }
  }

  @Test func `The device is checked by deviceVerification and by a receipt's hash`() throws {
    let device = DeviceIdentifier("F3E0B8A1-5B0F-4F0E-9C53-2D6C1F4A7B90")
    let app = try SignedFixtures.report("app-transaction.jws") { $0.device = device }
    let receipt = try SignedFixtures.report("receipt.der", trusting: "receipt-root") {
      $0.device = device
    }
    let other = try SignedFixtures.report("receipt.der", trusting: "receipt-root") {
      $0.device = DeviceIdentifier("6c:40:08:b5:94:5e")
    }

    #expect(app.isVerified)
    #expect(receipt.isVerified)
    #expect(other.failure == .wrongDevice(isPresent: true))
  }

  @Test func `Without key identifiers a chain is good under a named root only`() throws {
    let named = try SignedFixtures.report("no-key-identifiers.jws", trusting: "plain-root")
    let store = try SignedFixtures.report(
      "no-key-identifiers.jws",
      trusting: "plain-root",
      as: .store
    )

    #expect(named.isVerified)
    #expect(store.failure?.code == "brokenChain")
  }

  @Test func `A notification shows its parts decoded and hands on their purchases`() throws {
    let report = try SignedFixtures.report("notification.jws")

    let data = try #require(report.payload?["data"])
    #expect(data["signedTransactionInfo"]?["productId"] == "pro_monthly")
    #expect(data["signedRenewalInfo"]?["autoRenewStatus"] == 1)
    #expect(report.records.transactions.map(\.id) == ["2000000000000001"])
    #expect(report.records.renewalInfos.map(\.originalID) == ["2000000000000001"])
  }

  @Test func `A receipt says exactly what is in it`() throws {
    let report = try SignedFixtures.report("receipt.der", trusting: "receipt-root")

    let payload = try #require(report.payload)
    #expect(
      JSONWriter.text(payload, layout: .line) == """
        {"ageRating":"4+","appItemId":0,"applicationVersion":"1.2.3","bundleId":"com.example.app",\
        "inApp":[{"productId":"lifetime","purchaseDate":1748779200500,"quantity":1,\
        "transactionId":"500000000123456700","type":"Non-Consumable"},\
        {"expiresDate":1769904000000,"isInIntroOfferPeriod":true,"isTrialPeriod":false,\
        "originalPurchaseDate":1764547200000,"originalTransactionId":"500000000123456780",\
        "otherAttributes":[{"type":1799,"value":"0102","version":1}],"productId":"pro_monthly",\
        "purchaseDate":1767225600000,"quantity":1,"transactionId":"500000000123456789",\
        "type":"Auto-Renewable Subscription","webOrderLineItemId":"500000000123456"}],\
        "opaqueValue":"00112233445566778899aabbccddeeff","originalApplicationVersion":"1.0",\
        "originalPurchaseDate":1375340400000,"otherAttributes":[{"type":99,"value":"0a0b",\
        "version":1}],"receiptCreationDate":1768435200000,"receiptType":"ProductionSandbox",\
        "sha1Hash":"\(payload["sha1Hash"]?.string ?? "")"}
        """
    )
    let transaction = try #require(report.records.transactions.last)
    #expect(transaction.bundleID == "com.example.app")
    #expect(transaction.environment == .sandbox)
    #expect(transaction.signedDate == Instant(rfc3339: "2026-01-15T00:00:00Z"))
    #expect(transaction.offerType == .introductory)
  }

  @Test func `A volume purchase ends, by the time that is asked about`() throws {
    func report(_ time: String?) throws -> VerificationReport {
      try SignedFixtures.report("receipt-volume.der", trusting: "receipt-root") {
        $0.asOf = time.flatMap { Instant(rfc3339: $0) }
      }
    }
    let end = try #require(Instant(rfc3339: "2026-06-01T00:00:00Z"))

    #expect(try report("2026-05-31T23:59:59Z").isVerified)
    #expect(try report("2026-06-01T00:00:00Z").failure == .receiptExpired(end))
    #expect(try report(nil).warnings.contains(.receiptExpires(end)))
  }

  @Test func `case J01: Xcode's data is verified only under the root that was named`() throws {
    let named = try SignedFixtures.report("xcode.jws", trusting: "xcode", explains: true)
    let unnamed = try SignedFixtures.report("xcode.jws", explains: true)

    #expect(named.isVerified && named.signer == .custom && named.environment == .xcode)
    let skipped = named.steps.filter { $0.outcome == .skipped(.signedByRoot) }.map(\.name)
    #expect(skipped == [.chain, .markers])
    #expect(
      named.records.transactions.first?.signedDate == Instant(milliseconds: 1_767_225_600_056)
    )
    #expect(unnamed.failure == .environmentNotAllowed(.xcode))
    #expect(!unnamed.isAuthentic && unnamed.signer == .none)
  }

  @Test func `case J03: demanded online checks cannot be made, and that is not a broken chain`()
    throws
  {
    let report = try SignedFixtures.report("transaction.jws") { $0.demandsOnlineChecks = true }

    #expect(report.failure == .revocationUnknown)
    #expect(report.isAuthentic)
  }

  @Test func `case J05: each way of tampering has a reason of its own`() throws {
    let names = ["payload-changed", "alg-none", "own-root", "leaf-no-marker"]

    let codes = try names.map { name in
      try #require(HostileCase.all.first { $0.file == name + ".jws" }).report().failure?.code
    }

    #expect(codes == ["wrongSignature", "wrongAlgorithm", "untrustedRoot", "noLeafMarker"])
  }

  @Test func `case J06: half a minute is tolerated, three days speak of the clock`() throws {
    let near = HostileCase(file: "date-half-a-minute-after.jws", root: "root", failure: nil)
    let far = HostileCase(file: "date-three-days-after.jws", root: "root", failure: nil)

    #expect(try near.report().isVerified)
    #expect(
      try far.report().failure
        == .signedAfterCertificates(
          date: Instant(milliseconds: 1_830_556_800_000),
          validUntil: Instant(milliseconds: 1_830_297_600_000)
        )
    )
  }

  @Test func `case I16: a notification of an unknown type is verified, with a warning`() throws {
    let report = try SignedFixtures.report("notification-unknown.jws")

    #expect(report.isVerified)
    #expect(report.warnings.contains(.unknownNotification(type: "FUTURE_KIND", subtype: nil)))
    #expect(report.payload?["data"]?["futureMember"]?["a"] == [1, 2])
  }
}
