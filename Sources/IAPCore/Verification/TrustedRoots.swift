/// Who signed: the answer to "is it authentic, and whose?".
package enum Signer: String, Equatable, Sendable {
  case apple
  /// The simulated store of this folder.
  case store
  /// A root that the caller named.
  case custom
  case none
}

/// The root certificates that a verification believes; no others, never the system's.
package struct TrustedRoots: Equatable, Sendable {
  /// One root by its SHA-256.
  package struct Root: Equatable, Sendable {
    package var sha256: [UInt8]
    package var signer: Signer
    /// `nil`: the bytes come with the signed data and are compared by their hash.
    package var certificate: [UInt8]?

    /// Whether RFC 5280's key identifiers are demanded: Apple's and the store's chains have them,
    /// those that people make for tests often do not.
    package var demandsKeyIdentifiers: Bool { signer != .custom }
  }

  /// Roots for JSON Web Signatures.
  private(set) var signedTextRoots: [Root]
  /// Roots for PKCS#7 receipts.
  private(set) var receiptRoots: [Root]

  /// Apple's own, by the hashes that Apple publishes: `Apple Root CA - G3` signs the leaf of JSON Web
  /// Signatures, the older `Apple Root CA` that of receipts.
  package static let apple = TrustedRoots(
    signedTextRoots: [
      Root(
        sha256: hexBytes("63343ABFB89A6A03EBB57E9B3F5FA7BE7C4F5C756F3017B3A8C488C3653E9179"),
        signer: .apple,
        certificate: nil
      )
    ],
    receiptRoots: [
      Root(
        sha256: hexBytes("B0B1730ECBC7FF4505142C49F1295E6EDA6BCAED7E2C68C5BE91B5A11001F024"),
        signer: .apple,
        certificate: nil
      )
    ]
  )

  private init(signedTextRoots: [Root], receiptRoots: [Root]) {
    self.signedTextRoots = signedTextRoots
    self.receiptRoots = receiptRoots
  }

  /// These roots and one more, for every kind of signed data.
  ///
  /// The store's root named once more by the caller stays the store's.
  package func adding(
    _ certificate: [UInt8],
    as signer: Signer,
    digest: (_ certificate: [UInt8]) -> [UInt8]
  ) -> TrustedRoots {
    let root = Root(sha256: digest(certificate), signer: signer, certificate: certificate)
    var roots = self
    if signedTextRoot(root.sha256) == nil { roots.signedTextRoots.append(root) }
    if receiptRoot(root.sha256) == nil { roots.receiptRoots.append(root) }
    return roots
  }

  func signedTextRoot(_ sha256: [UInt8]) -> Root? {
    signedTextRoots.first { $0.sha256 == sha256 }
  }

  func receiptRoot(_ sha256: [UInt8]) -> Root? {
    receiptRoots.first { $0.sha256 == sha256 }
  }
}

/// The bytes that hexadecimal digits stand for; empty for anything else.
func hexBytes(_ text: some StringProtocol) -> [UInt8] {
  let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
  guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return [] }
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// Two capital hexadecimal digits for each byte.
func hexText(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
}
