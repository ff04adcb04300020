/// The way through real signatures: the store signs, the app verifies as `iap verify --for-store`.
struct SignedTransport: Transport {
  private let issuer: SignedDataIssuer
  private let verifier: SignedDataVerifier

  init(
    keyring: any StoreKeyring,
    cryptography: any SignatureVerifying,
    app: IssuedApp,
    tampering: Tampering?
  ) throws(SessionFailure) {
    do throws(SigningFailure) {
      issuer = try SignedDataIssuer(app: app, signing: keyring, tampering: tampering)
      verifier = SignedDataVerifier(
        roots: try TrustedRoots.store(keyring, cryptography: cryptography),
        expectations: app.expectations,
        mathematics: cryptography
      )
    } catch {
      throw .signing(error)
    }
  }

  func refusal(
    of transaction: Transaction,
    signedAt date: Instant
  ) throws(SessionFailure) -> String? {
    try refusal { () throws(SigningFailure) in
      try issuer.transaction(transaction, signedDate: date)
    }
  }

  func refusal(
    of renewalInfo: RenewalInfo,
    signedAt date: Instant
  ) throws(SessionFailure) -> String? {
    try refusal { () throws(SigningFailure) in
      try issuer.renewalInfo(renewalInfo, signedDate: date)
    }
  }

  private func refusal(
    of sign: () throws(SigningFailure) -> String
  ) throws(SessionFailure) -> String? {
    do throws(SigningFailure) {
      return verifier.verify(signedText: try sign()).failure?.code
    } catch {
      throw .signing(error)
    }
  }
}

extension TrustedRoots {
  /// Apple's roots and the store's own.
  package static func store(
    _ keyring: any StoreKeyring,
    cryptography: any SignatureVerifying
  ) throws(SigningFailure) -> TrustedRoots {
    var roots = TrustedRoots.apple
    for certificate in try keyring.trustedRoots() {
      roots = roots.adding(certificate, as: .store) {
        cryptography.digest(of: $0, by: .sha256)
      }
    }
    return roots
  }
}

extension IssuedApp {
  /// What the app checks in everything it receives.
  package var expectations: Expectations {
    var expectations = Expectations()
    expectations.bundleID = bundleID
    expectations.environment = environment
    expectations.appAppleID = environment == .production ? appAppleID : nil
    return expectations
  }
}
