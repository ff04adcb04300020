/// Why signed data is refused: one case for each thing that can be wrong.
///
/// `code` is the stable word that scripts compare; the sentences stand with the command line.
package enum VerificationFailure: Error, Equatable, Sendable {
  // The form of any input.
  case empty
  /// More bytes than a genuine one could have, counted before anything is decoded; `bytes` is `nil`
  /// where they were not counted to the end.
  case tooLarge(part: String, bytes: Int?, limit: Int)
  /// The input begins with the mark that some editors put before UTF-8.
  case byteOrderMark
  /// None of the forms that Apple's signed data has.
  case notRecognized
  case wrongKind(expected: SignedKind, found: SignedKind)
  /// Decoded data without any signature.
  case unsigned
  /// A signature that holds by itself, under no root that can be checked (iOS 6 receipts).
  case signerUnknown
  /// Online checks were demanded and there are none.
  case revocationUnknown

  // A JSON Web Signature, from outside in.
  case wrongPartCount(found: Int)
  case emptyPart(String)
  case invalidBase64URL(part: String)
  case invalidHeader(JSONSyntaxError?)
  case criticalHeader
  case wrongAlgorithm(found: String?)
  case noCertificates
  case wrongCertificateCount(found: Int)
  case invalidCertificate(index: Int)
  /// Bytes after the certificate's own.
  case trailingCertificateBytes(index: Int)
  case untrustedRoot(sha256: String)
  /// Signed by Xcode or a local store, whose certificate was not named as a root (case J01).
  case environmentNotAllowed(StoreEnvironment?)
  case invalidPayload(JSONSyntaxError?)
  case noSigningDate
  case signingDateOutOfRange(found: String)

  // Certificates.
  /// No chain to the root, with libcrypto's number for the reason and the place, 0 for the leaf.
  case brokenChain(reason: Int, depth: Int)
  case wrongChainLength(found: Int)
  /// The data says that it was signed before all its certificates were valid.
  case signedBeforeCertificates(date: Instant, validFrom: Instant)
  /// The data says that it was signed when one of its certificates was valid no more.
  case signedAfterCertificates(date: Instant, validUntil: Instant)
  case noLeafMarker
  case noIntermediateMarker
  case weakCertificateSignature(index: Int, algorithm: String)
  /// An authority's key is too short, or of a kind that Apple's have not.
  case weakIssuerKey(index: Int)
  case wrongKeyUsage
  case wrongKey
  case malformedSignature(bytes: Int)
  case wrongSignature

  // What was signed.
  /// A known member with another kind of value than Apple's.
  case malformedField(FieldProblem)
  case wrongEnvironment(expected: StoreEnvironment, found: StoreEnvironment?)
  case wrongBundleID(expected: String, found: String?)
  case wrongAppAppleID(expected: Int64, found: Int64?)
  case wrongAppAccountToken(expected: String, found: String?)
  /// `deviceVerification` or the receipt's hash is of another device; `false`: there is none.
  case wrongDevice(isPresent: Bool)
  /// None of the four objects that say for which app a notification is.
  case noAppIdentifier
  /// An inner part of a notification does not verify.
  indirect case innerPart(path: String, VerificationFailure)
  /// Two parts of a notification contradict each other.
  case partsDisagree(member: String, outer: String?, inner: String?)

  // Receipts.
  case invalidContainer
  case trailingBytes(count: Int)
  case notSignedData(type: String)
  case notDataContent(type: String)
  case noContent
  case wrongSignerCount(found: Int)
  case signerNotFound(matches: Int)
  case weakDigest
  case wrongSignedAttributes
  /// Parts that no genuine receipt has, outside of what is signed.
  case unusualContainer
  /// Certificates that have nothing to do with the signer.
  case foreignCertificates(count: Int)
  case invalidReceiptPayload(offset: Int)
  case tooManyAttributes(limit: Int)
  case duplicateAttribute(type: Int64)
  case malformedAttribute(path: String)
  /// A receipt of the Volume Purchase Program that was only valid until the date.
  case receiptExpired(Instant)

  // verifyReceipt answers.
  /// Apple's server answered with a status that is not "valid".
  case status(ReceiptStatus)
  /// An answer without a status, which Apple's never lack.
  case noStatus
  /// Not one purchase of the answer can be read (case I06).
  case nothingReadable
  case invalidAnswer(path: String)
}

/// A known member whose value is of another kind than Apple's.
package struct FieldProblem: Error, Equatable, Sendable {
  /// `data.bundleId`, `latest_receipt_info[2].expires_date_ms`.
  package var path: String
  /// What should stand there: `text`, `milliseconds`.
  package var expected: String
  /// What stands there: `a number`, or the text itself; `nil`: nothing.
  package var found: String?

  package init(path: String, expected: String, found: String?) {
    self.path = path
    self.expected = expected
    self.found = found
  }
}

extension VerificationFailure {
  /// The stable word of the failure.
  package var code: String {
    switch self {
    case .empty: "empty"
    case .tooLarge: "tooLarge"
    case .byteOrderMark: "byteOrderMark"
    case .notRecognized: "notRecognized"
    case .wrongKind: "otherKind"
    case .unsigned: "unsigned"
    case .signerUnknown: "signerUnknown"
    case .revocationUnknown: "revocationUnknown"
    case .wrongPartCount: "wrongPartCount"
    case .emptyPart: "emptyPart"
    case .invalidBase64URL: "invalidBase64URL"
    case .invalidHeader: "invalidHeader"
    case .criticalHeader: "criticalHeader"
    case .wrongAlgorithm: "wrongAlgorithm"
    case .noCertificates: "noCertificates"
    case .wrongCertificateCount: "wrongCertificateCount"
    case .invalidCertificate: "invalidCertificate"
    case .trailingCertificateBytes: "trailingCertificateBytes"
    case .untrustedRoot: "untrustedRoot"
    case .environmentNotAllowed: "environmentNotAllowed"
    case .invalidPayload: "invalidPayload"
    case .noSigningDate: "noSigningDate"
    case .signingDateOutOfRange: "signingDateOutOfRange"
    default: laterCode
    }
  }

  private var laterCode: String {
    switch self {
    case .brokenChain: "brokenChain"
    case .wrongChainLength: "wrongChainLength"
    case .signedBeforeCertificates: "signedBeforeCertificates"
    case .signedAfterCertificates: "signedAfterCertificates"
    case .noLeafMarker: "noLeafMarker"
    case .noIntermediateMarker: "noIntermediateMarker"
    case .weakCertificateSignature: "weakCertificateSignature"
    case .weakIssuerKey: "weakIssuerKey"
    case .wrongKeyUsage: "wrongKeyUsage"
    case .wrongKey: "wrongKey"
    case .malformedSignature: "malformedSignature"
    case .wrongSignature: "wrongSignature"
    case .malformedField: "malformedField"
    case .wrongEnvironment: "wrongEnvironment"
    case .wrongBundleID: "wrongBundleID"
    case .wrongAppAppleID: "wrongAppAppleID"
    case .wrongAppAccountToken: "wrongAppAccountToken"
    case .wrongDevice: "wrongDevice"
    case .noAppIdentifier: "noAppIdentifier"
    case .innerPart: "innerPart"
    case .partsDisagree: "partsDisagree"
    default: receiptCode
    }
  }

  private var receiptCode: String {
    switch self {
    case .invalidContainer: "invalidContainer"
    case .trailingBytes: "trailingBytes"
    case .notSignedData: "notSignedData"
    case .notDataContent: "notDataContent"
    case .noContent: "noContent"
    case .wrongSignerCount: "wrongSignerCount"
    case .signerNotFound: "signerNotFound"
    case .weakDigest: "weakDigest"
    case .wrongSignedAttributes: "wrongSignedAttributes"
    case .unusualContainer: "unusualContainer"
    case .foreignCertificates: "foreignCertificates"
    case .invalidReceiptPayload: "invalidReceiptPayload"
    case .tooManyAttributes: "tooManyAttributes"
    case .duplicateAttribute: "duplicateAttribute"
    case .malformedAttribute: "malformedAttribute"
    case .receiptExpired: "receiptExpired"
    case .status(let status): status.code
    case .noStatus: "noStatus"
    case .nothingReadable: "nothingReadable"
    case .invalidAnswer: "invalidAnswer"
    default: "notRecognized"
    }
  }
}
