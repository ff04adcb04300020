import IAPCore
import IAPPlatform
import Testing

/// What the store issues comes to the app as verified; what is tampered with stops at its step.
struct RoundTripTests {
  @Test(arguments: [StoreEnvironment.sandbox, .production, .xcode])
  func `Everything that is issued is verified, and by nobody who does not name the root`(
    environment: StoreEnvironment
  ) throws {
    let bench = try IssuingBench(environment, appAppleID: 7)
    let verifier = try bench.verifier()

    for (kind, jws) in try Self.issued(by: bench.issuer()) {
      let report = verifier.verify(signedText: jws)
      #expect(report.kind == kind)
      #expect(report.failure == nil)
      #expect(report.isVerified && report.signer == .store)
      #expect(report.environment == environment)
      let stranger = SignedDataVerifier(roots: .apple, mathematics: OpenSSLChecker())
      #expect(stranger.verify(signedText: jws).isVerified == false)
    }
  }

  @Test func `After a rotation the old and the new data are verified`() throws {
    let bench = try IssuingBench()
    let before = try Self.issued(by: bench.issuer())
    try bench.keyring.rotateKeys()
    let after = try Self.issued(by: bench.issuer())

    let verifier = try bench.verifier()

    for (_, jws) in before + after {
      #expect(verifier.verify(signedText: jws).isVerified)
    }
  }

  @Test(arguments: [
    (StoreEnvironment.sandbox, Tampering.signature, "wrongSignature"),
    (.sandbox, .chain, "brokenChain"), (.sandbox, .expiry, "signedAfterCertificates"),
    (.sandbox, .environment, "wrongEnvironment"), (.production, .signature, "wrongSignature"),
    (.production, .chain, "brokenChain"), (.production, .expiry, "signedAfterCertificates"),
    (.production, .environment, "wrongEnvironment"), (.xcode, .signature, "wrongSignature"),
    // The one certificate of Xcode's shape is the root: another one is an unknown signer.
    (.xcode, .chain, "environmentNotAllowed"), (.xcode, .expiry, "environmentNotAllowed"),
    (.xcode, .environment, "wrongEnvironment"),
  ])
  func `Each tampering is refused at its own step`(
    environment: StoreEnvironment,
    tampering: Tampering,
    code: String
  ) throws {
    let bench = try IssuingBench(environment, appAppleID: 7)
    let verifier = try bench.verifier()

    for (kind, jws) in try Self.issued(by: bench.issuer(tampering)) {
      let report = verifier.verify(signedText: jws)
      #expect(report.failure?.code == code, "\(kind)")
      #expect(!report.isVerified)
    }
  }

  @Test func `A tampered bundle id is refused wherever an app is named`() throws {
    let bench = try IssuingBench()
    let verifier = try bench.verifier()

    let codes = try Self.issued(by: bench.issuer(.bundleID)).map { _, jws in
      verifier.verify(signedText: jws).failure?.code
    }

    // The renewal info names none.
    #expect(codes == ["wrongBundleID", nil, "wrongBundleID", "wrongBundleID"])
  }

  /// Unicode calls the Kelvin sign and the letter K the same text.
  @Test func `Another app whose bundle id only looks the same is refused`() throws {
    let bench = try IssuingBench(bundleID: "com.example.\u{212A}it")
    let verifier = try bench.verifier(bundleID: "com.example.Kit")

    let reports = try Self.issued(by: bench.issuer()).map { _, jws in
      verifier.verify(signedText: jws)
    }

    #expect(
      reports.map { $0.failure?.code } == ["wrongBundleID", nil, "wrongBundleID", "wrongBundleID"]
    )
  }

  @Test func `A device can tell that data was made for it`() throws {
    let bench = try IssuingBench()
    let id = "956328d9-cc6a-47f4-be40-6953fb0ab6c7"
    let issuer = try bench.issuer()
    let device = issuer.device(id: id, nonce: "3C9B1F00-0000-4000-8000-00000000000A")
    let jws = try issuer.transaction(
      IssuingBench.transaction,
      signedDate: IssuingBench.noon,
      device: device
    )

    let codes = try [id, "956328d9-cc6a-47f4-be40-6953fb0ab6c8"].map { device in
      try bench.verifier(device: DeviceIdentifier(device)).verify(signedText: jws).failure?.code
    }

    #expect(codes == [nil, "wrongDevice"])
  }

  private static func issued(
    by issuer: SignedDataIssuer
  ) throws -> [(kind: SignedKind, jws: String)] {
    let date = IssuingBench.noon
    var renewal = RenewalInfo(originalID: IssuingBench.transaction.originalID)
    renewal.autoRenewStatus = 1
    renewal.productID = "pro_monthly"
    var notification = ServerNotification(
      type: .subscribed,
      subtype: .initialBuy,
      uuid: "3c9b1f00-0000-4000-8000-00000000000b",
      signedDate: date
    )
    notification.data = NotificationData(environment: .sandbox, bundleID: "")
    notification.data?.transaction = IssuingBench.transaction
    notification.data?.renewalInfo = renewal
    notification.data?.status = .subscribed
    return [
      (.transaction, try issuer.transaction(IssuingBench.transaction, signedDate: date)),
      (.renewalInfo, try issuer.renewalInfo(renewal, signedDate: date)),
      (
        .appTransaction,
        try issuer.appTransaction(AppTransaction(boughtAs: "704"), signedDate: date)
      ),
      (.notification, try issuer.notification(notification)),
    ]
  }
}

extension IssuingBench {
  /// The app's side: it trusts the store's roots and expects its own names.
  func verifier(
    bundleID: String? = nil,
    device: DeviceIdentifier? = nil
  ) throws -> SignedDataVerifier {
    var roots = TrustedRoots.apple
    for root in try keyring.trustedRoots() {
      roots = roots.adding(root, as: .store) { OpenSSLChecker().digest(of: $0, by: .sha256) }
    }
    var expectations = Expectations()
    expectations.bundleID = bundleID ?? app.bundleID
    expectations.environment = app.environment
    expectations.appAppleID = app.environment == .production ? app.appAppleID : nil
    expectations.device = device
    return SignedDataVerifier(
      roots: roots,
      expectations: expectations,
      mathematics: OpenSSLChecker()
    )
  }
}
