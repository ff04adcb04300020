/// The mathematics of signatures and certificates, done by a library outside the core.
///
/// It answers facts; every rule stands in this room.
package protocol SignatureVerifying: Sendable {
  func digest(of bytes: [UInt8], by algorithm: DigestAlgorithm) -> [UInt8]

  /// Reads one DER certificate at the start of the bytes.
  func certificate(_ der: [UInt8]) throws(SignatureFailure) -> CertificateFacts

  /// Builds the chain from the leaf to the one trusted root, by signatures, names and constraints,
  /// as they are at the given time.
  ///
  /// Answers its certificates, leaf first. `strictly` demands what RFC 5280 demands of certificates,
  /// key identifiers among it.
  func chain(
    from leaf: [UInt8],
    through pool: [[UInt8]],
    to root: [UInt8],
    at time: Instant,
    strictly: Bool
  ) throws(SignatureFailure) -> [[UInt8]]

  /// A checker of ES256 signatures by the certificate's key, over `prefix` and what follows it.
  func es256(by certificate: [UInt8], prefix: [UInt8]) throws(SignatureFailure) -> any ES256Checking

  /// Whether the signature is RSA PKCS#1 v1.5 by the certificate's key over the bytes.
  func isRSASignature(
    _ signature: [UInt8],
    over bytes: [UInt8],
    digest: DigestAlgorithm,
    by certificate: [UInt8]
  ) -> Bool

  /// Opens a CMS (PKCS#7) container, DER or BER, without judging it.
  func container(_ bytes: [UInt8]) throws(SignatureFailure) -> SignedContainer

  /// Whether the only signer's signature over its signed attributes is by the certificate's key.
  func isAttributeSignature(in container: [UInt8], by certificate: [UInt8]) -> Bool
}

/// Checks many signatures by one key over texts with one beginning; belongs to one thread.
package protocol ES256Checking: AnyObject {
  /// Whether the 64 bytes (`r` and `s`) sign the prefix followed by `rest`.
  func isSignature(_ signature: UnsafeRawBufferPointer, over rest: UnsafeRawBufferPointer) -> Bool
}

/// The digests that Apple's signed data uses.
package enum DigestAlgorithm: String, Sendable, CaseIterable {
  case sha1
  case sha256
  case sha384
}

/// What the library could not do.
package enum SignatureFailure: Error, Equatable, Sendable {
  /// The bytes are not what they should be.
  case unreadable
  /// No chain, with the library's number for the reason and the place, 0 for the leaf.
  case noChain(reason: Int, depth: Int)
  /// The certificate's key is of another kind than the signature needs.
  case wrongKey
}

/// What one X.509 certificate says of itself.
package struct CertificateFacts: Equatable, Sendable {
  /// How many of the bytes handed in it takes.
  package var length: Int
  /// For people, in the order of the certificate: `CN=Apple Root CA - G3,OU=...`.
  package var subject: String
  package var issuer: String
  /// Hexadecimal in capitals, as people write it.
  package var serialNumber: String
  package var notBefore: Instant
  package var notAfter: Instant
  package var key: CertificateKey
  /// The dotted identifier of the algorithm that signed the certificate.
  package var signatureAlgorithm: String
  /// The dotted identifiers of all extensions, in order.
  package var extensions: [String]
  package var isAuthority: Bool
  /// `nil`: the certificate does not restrict its key.
  package var keyUsage: KeyUsage?
  package var isSelfIssued: Bool

  package init(
    length: Int,
    subject: String,
    issuer: String,
    serialNumber: String,
    notBefore: Instant,
    notAfter: Instant,
    key: CertificateKey,
    signatureAlgorithm: String,
    extensions: [String],
    isAuthority: Bool,
    keyUsage: KeyUsage?,
    isSelfIssued: Bool
  ) {
    self.length = length
    self.subject = subject
    self.issuer = issuer
    self.serialNumber = serialNumber
    self.notBefore = notBefore
    self.notAfter = notAfter
    self.key = key
    self.signatureAlgorithm = signatureAlgorithm
    self.extensions = extensions
    self.isAuthority = isAuthority
    self.keyUsage = keyUsage
    self.isSelfIssued = isSelfIssued
  }
}

/// What a certificate's key may be used for.
package struct KeyUsage: OptionSet, Sendable {
  package var rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let digitalSignature = KeyUsage(rawValue: 1)
  package static let certificateSigning = KeyUsage(rawValue: 2)
}

/// The kind of a certificate's public key.
package enum CertificateKey: Equatable, Sendable {
  /// The dotted identifier of its named curve; `nil`: the curve is written out (CVE-2020-0601).
  case ellipticCurve(curve: String?)
  case rsa(bits: Int)
  /// The dotted identifier of another algorithm.
  case other(String)

  package static let p256 = CertificateKey.ellipticCurve(curve: "1.2.840.10045.3.1.7")
}

/// A CMS container taken apart.
package struct SignedContainer: Equatable, Sendable {
  /// How many of the bytes handed in it takes.
  package var length: Int
  /// The same container in definite DER, as the library writes it; empty for other types.
  package var encoded: [UInt8]
  /// The dotted identifier of the outer type; only signed data is taken apart further.
  package var type: String
  /// The dotted identifier of the content's type.
  package var contentType: String
  /// `nil`: the content is not inside.
  package var content: [UInt8]?
  /// DER, in the container's order.
  package var certificates: [[UInt8]]
  package var signers: [ContainerSigner]

  package init(
    length: Int,
    encoded: [UInt8],
    type: String,
    contentType: String,
    content: [UInt8]?,
    certificates: [[UInt8]],
    signers: [ContainerSigner]
  ) {
    self.length = length
    self.encoded = encoded
    self.type = type
    self.contentType = contentType
    self.content = content
    self.certificates = certificates
    self.signers = signers
  }

  package static let signedData = "1.2.840.113549.1.7.2"
  package static let data = "1.2.840.113549.1.7.1"
}

/// One signature of a container and whose it claims to be.
package struct ContainerSigner: Equatable, Sendable {
  /// Indexes of the certificates that issuer and serial number (or key identifier) name.
  package var certificateIndexes: [Int]
  /// `nil`: an algorithm that no receipt uses.
  package var digest: DigestAlgorithm?
  /// The dotted identifier of the signature's algorithm.
  package var signatureAlgorithm: String
  package var signature: [UInt8]
  /// `nil`: the signature is over the content itself, as in all genuine receipts.
  package var signedAttributes: SignedAttributes?

  package init(
    certificateIndexes: [Int],
    digest: DigestAlgorithm?,
    signatureAlgorithm: String,
    signature: [UInt8],
    signedAttributes: SignedAttributes?
  ) {
    self.certificateIndexes = certificateIndexes
    self.digest = digest
    self.signatureAlgorithm = signatureAlgorithm
    self.signature = signature
    self.signedAttributes = signedAttributes
  }
}

/// The two signed attributes that bind a signature to its content; `nil` where one is missing or
/// stands twice.
package struct SignedAttributes: Equatable, Sendable {
  package var contentType: String?
  package var messageDigest: [UInt8]?

  package init(contentType: String?, messageDigest: [UInt8]?) {
    self.contentType = contentType
    self.messageDigest = messageDigest
  }
}
