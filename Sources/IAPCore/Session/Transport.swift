/// The way from the store to the app: what the app receives was signed, and is verified before it
/// is believed.
protocol Transport {
  /// Why the app does not believe the transaction, as a stable word; `nil`: it is verified.
  func refusal(of transaction: Transaction, signedAt date: Instant) throws(SessionFailure)
    -> String?

  /// Why the app does not believe the renewal info; `nil`: it is verified.
  func refusal(of renewalInfo: RenewalInfo, signedAt date: Instant) throws(SessionFailure)
    -> String?
}

/// The way without signatures, for journals that are replayed: answers what the signed way would.
struct UnsignedTransport: Transport {
  let tampering: Tampering?
  let isXcode: Bool

  func refusal(of transaction: Transaction, signedAt date: Instant) -> String? {
    tampering?.expectedFailure(isXcode: isXcode)
  }

  func refusal(of renewalInfo: RenewalInfo, signedAt date: Instant) -> String? {
    // A renewal info names no bundle id, so that this tampering leaves it intact.
    tampering == .bundleID ? nil : tampering?.expectedFailure(isXcode: isXcode)
  }
}

extension Tampering {
  /// The failure code of data that is broken in this way.
  ///
  /// Xcode's one certificate is its own root: a broken one is simply not the store's.
  package func expectedFailure(isXcode: Bool) -> String {
    switch self {
    case .signature: "wrongSignature"
    case .chain: isXcode ? "environmentNotAllowed" : "brokenChain"
    case .bundleID: "wrongBundleID"
    case .environment: "wrongEnvironment"
    case .expiry: isXcode ? "environmentNotAllowed" : "signedAfterCertificates"
    }
  }
}
