/// What Apple's certificates must be, beyond a chain that holds (signed-data 1.1, 1.2 and 2.2).
enum CertificateRules {
  static let leafMarker = "1.2.840.113635.100.6.11.1"
  static let intermediateMarker = "1.2.840.113635.100.6.2.1"

  /// Clocks differ by seconds (case J06).
  static let toleratedSkew = 60 * Instant.second

  /// Signatures with SHA-1, which only the oldest receipts may carry.
  static let sha1Signatures: Set = ["1.2.840.10045.4.1", "1.2.840.113549.1.1.5", "1.3.14.3.2.29"]

  /// The check that real libraries forgot: without the markers any developer certificate of the
  /// same authority could sign (signed-data 4.2).
  static func checkMarkers(
    leaf: CertificateFacts,
    intermediate: CertificateFacts
  ) throws(VerificationFailure) {
    guard leaf.extensions.contains(leafMarker) else { throw .noLeafMarker }
    guard intermediate.extensions.contains(intermediateMarker) else {
      throw .noIntermediateMarker
    }
  }

  /// libcrypto's reasons that say "not yet valid" and "has expired".
  static func isAboutDates(_ reason: Int) -> Bool { reason == 9 || reason == 10 }

  /// libcrypto's reasons that say "this root has nothing to do with it": no issuer, self-signed.
  static func isAboutUnknownIssuer(_ failure: SignatureFailure) -> Bool {
    guard case .noChain(let reason, _) = failure else { return false }
    return [2, 18, 19, 20, 21].contains(reason)
  }

  /// When all the certificates are valid together; empty windows have their ends exchanged.
  static func window(_ certificates: [CertificateFacts]) -> (from: Instant, until: Instant) {
    let from = certificates.map(\.notBefore).max() ?? Instant(milliseconds: 0)
    let until = certificates.map(\.notAfter).min() ?? Instant(milliseconds: 0)
    return (from, until)
  }

  /// Whether the data was signed while its certificates were valid.
  static func checkValidity(
    _ window: (from: Instant, until: Instant),
    at date: Instant
  ) throws(VerificationFailure) {
    guard date.adding(milliseconds: toleratedSkew) >= window.from else {
      throw .signedBeforeCertificates(date: date, validFrom: window.from)
    }
    // Certificates are valid to the end of their last second.
    let end = window.until.adding(milliseconds: Instant.second - 1 + toleratedSkew)
    guard date <= end else {
      throw .signedAfterCertificates(date: date, validUntil: window.until)
    }
  }

  /// A P-256 key on a named curve that may sign, in a certificate that is not signed with SHA-1.
  static func checkSignedTextKey(
    leaf: CertificateFacts,
    others: [CertificateFacts]
  ) throws(VerificationFailure) {
    guard leaf.key == .p256 else { throw .wrongKey }
    guard leaf.keyUsage?.contains(.digitalSignature) != false else { throw .wrongKeyUsage }
    for (index, certificate) in ([leaf] + others).enumerated()
    where sha1Signatures.contains(certificate.signatureAlgorithm) {
      throw .weakCertificateSignature(index: index, algorithm: certificate.signatureAlgorithm)
    }
  }

  /// Whoever breaks an issuer's key makes leaves of his own: RSA of at least 2048 bits, or one of
  /// the curves that Apple's authorities and P-256 roots have.
  static func checkIssuerKeys(_ chain: [CertificateFacts]) throws(VerificationFailure) {
    for (index, certificate) in chain.enumerated().dropFirst() {
      let isStrong =
        switch certificate.key {
        case .rsa(let bits): bits >= 2048
        case .ellipticCurve(let curve?): issuerCurves.contains(curve)
        case .ellipticCurve(nil), .other: false
        }
      guard isStrong else { throw .weakIssuerKey(index: index) }
    }
  }

  /// P-256, P-384, P-521.
  private static let issuerCurves: Set = ["1.2.840.10045.3.1.7", "1.3.132.0.34", "1.3.132.0.35"]

  /// An RSA key of at least 2048 bits that may sign.
  static func checkReceiptKey(leaf: CertificateFacts) throws(VerificationFailure) {
    guard case .rsa(let bits) = leaf.key, bits >= 2048 else { throw .wrongKey }
    guard leaf.keyUsage?.contains(.digitalSignature) != false else { throw .wrongKeyUsage }
  }
}
