/// The store's keys and certificates at work: what the core needs of the cryptography.
///
/// Everything readable (headers, payloads, receipts' attributes) is made in the core; only key
/// material, certificates and signatures come from here.
package protocol StoreSigning {
  /// DER certificates that stand in `x5c`: leaf, intermediate, root; one alone in Xcode's shape.
  ///
  /// With a defect the certificates are made for this call, for the same key, and kept nowhere.
  func certificates(defect: CertificateDefect?) throws(SigningFailure) -> [[UInt8]]

  /// The ES256 signature of the message by the key of the first certificate: 64 bytes, r then s.
  func signature(of message: [UInt8]) throws(SigningFailure) -> [UInt8]

  /// A PKCS#7 container (DER) around a receipt's payload, signed by the store's receipt signer.
  ///
  /// The receipt signer is made, and committed, when it is first needed. In Xcode's shape the encoding is BER of
  /// indefinite length with one certificate, as Xcode writes it.
  func signedReceipt(
    _ payload: [UInt8],
    defect: CertificateDefect?
  ) throws(SigningFailure) -> [UInt8]

  /// What a receipt's device hash is made with (signed-data 2.5).
  func sha1(of bytes: [UInt8]) -> [UInt8]

  /// What `deviceVerification` is made with (signed-data 4.3).
  func sha384(of bytes: [UInt8]) -> [UInt8]
}

/// What can be wrong with a certificate although the signature made with its key is right.
package enum CertificateDefect: Equatable, Sendable {
  /// The leaf names the intermediate as its issuer but another key signed it.
  case brokenLink
  /// The leaf ended before the store's clock begins.
  case expired
}

/// Why something could not be signed.
package enum SigningFailure: Error, Equatable, Sendable {
  /// A key file, relative to the store folder, is missing.
  case noKeys(file: String)
  /// A key file is there but does not hold what it should.
  case unusableKeys(file: String)
  case storage(StorageFailure)
  /// libcrypto refused: the operation, and the library's number for the reason.
  case cryptography(operation: String, code: UInt?)
  /// The catalogue's offer key is no P-256 private key in PKCS#8 and base64.
  /// The catalogue has no key with which promotional offers are signed.
  case noOfferKey
  case unusableOfferKey(keyID: String)
}
