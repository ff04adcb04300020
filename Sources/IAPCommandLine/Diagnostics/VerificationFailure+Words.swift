package import IAPCore

extension VerificationFailure {
  /// How a command ends that meets it.
  package var exitCode: ExitCode {
    switch self {
    case .status(let status): status.isRetryable ? .cannotTell : .invalid
    case .revocationUnknown: .cannotTell
    // Authentic and for this app; whose purchase it is, is a question with an answer (case G09).
    case .wrongAppAccountToken: .no
    default: .invalid
    }
  }

  /// One phrase that names the thing and what was found.
  package var words: String { formWords ?? certificateWords ?? contentWords ?? receiptWords }

  /// What to type or to do; `nil`: nothing helps.
  package var hint: String? { Explanation.of(code)?.advice }

  private var formWords: String? {
    switch self {
    case .empty: "the input is empty"
    case .tooLarge(let part, let bytes, let limit):
      "the \(part) has " + (bytes.map { "\($0) bytes, " } ?? "")
        + "more than the \(limit) \(bytes == nil ? "bytes " : "")that a genuine one can have"
    case .byteOrderMark:
      "the input begins with a byte order mark, which nothing that Apple signs or answers does"
    case .notRecognized: "this is nothing that Apple signs or answers"
    case .wrongKind(let expected, let found):
      "expected \(expected.words), found \(found.words)"
    case .unsigned: "nobody signed this: anyone can have written it"
    case .signerUnknown:
      "the signature is consistent, but nothing says whose it is (iOS 6 receipts name no root)"
    case .revocationUnknown: "revocation could not be checked: there is no network here"
    case .wrongPartCount(let found): "a signed text has three parts, this has \(found)"
    case .emptyPart(let part): "the \(part) is empty"
    case .invalidBase64URL(let part): "the \(part) is not strict base64url"
    case .invalidHeader(let error):
      "the header is not one JSON object" + (error.map { ": \($0.placed)" } ?? "")
    case .criticalHeader: "the header demands an extension (crit)"
    case .wrongAlgorithm(let found): "the algorithm is \(Self.quoted(found)), not 'ES256'"
    case .noCertificates: "the header has no certificates (x5c)"
    case .wrongCertificateCount(let found): "the header has \(found) certificates, not three"
    case .invalidPayload(let error):
      "the payload is not one JSON object" + (error.map { ": \($0.placed)" } ?? "")
    case .noSigningDate: "the payload does not say when it was signed"
    case .signingDateOutOfRange(let found): "no signing date: \(found)"
    default: nil
    }
  }

  private var certificateWords: String? {
    switch self {
    case .invalidCertificate(let index): "certificate \(index + 1) cannot be read"
    case .trailingCertificateBytes(let index): "bytes after certificate \(index + 1)"
    case .untrustedRoot(let sha256): "the root certificate is not trusted: SHA-256 \(sha256)"
    case .environmentNotAllowed(let environment):
      "environment \(environment?.rawValue ?? "Xcode") not allowed: its root was not named"
    case .brokenChain(let reason, let depth):
      "certificate \(depth + 1) breaks the chain: \(Self.chainReason(reason))"
    case .wrongChainLength(let found): "the chain has \(found) certificates, not three"
    case .signedBeforeCertificates(let date, let validFrom):
      "a clock is wrong: signed \(date.forPeople), "
        + "\(Self.distance(validFrom.milliseconds(since: date))) before its certificates began"
    case .signedAfterCertificates(let date, let validUntil):
      "a clock is wrong, or this was signed late: signed \(date.forPeople), "
        + "\(Self.distance(date.milliseconds(since: validUntil))) after its certificates ended"
    case .noLeafMarker: "the signer's certificate lacks Apple's marker for receipts"
    case .noIntermediateMarker: "the intermediate certificate lacks Apple's marker"
    case .weakCertificateSignature(let index, _): "certificate \(index + 1) is signed with SHA-1"
    case .weakIssuerKey(let index):
      "certificate \(index + 1) has a key that is too short, or of another kind than Apple's"
    case .wrongKeyUsage: "the signer's certificate is not for signatures"
    case .wrongKey: "the signer's key is of another kind than Apple's"
    case .malformedSignature(let bytes): "the signature has \(bytes) bytes"
    case .wrongSignature: "the signature does not fit: the data was changed, or is another's"
    default: nil
    }
  }

  private var contentWords: String? {
    switch self {
    case .malformedField(let problem): problem.words
    case .wrongEnvironment(let expected, let found):
      "expected environment \(expected.rawValue), found \(Self.quoted(found?.rawValue))"
    case .wrongBundleID(let expected, let found):
      "expected bundle id '\(expected)', found \(Self.quoted(found))"
    case .wrongAppAppleID(let expected, let found):
      "expected app \(expected), found \(found.map(String.init) ?? "none")"
    case .wrongAppAccountToken(let expected, let found):
      "expected appAccountToken \(expected), found \(found ?? "none")"
    case .wrongDevice(let isPresent):
      isPresent ? "this is of another device" : "this does not say of which device it is"
    case .noAppIdentifier: "the notification does not say for which app it is"
    case .innerPart(let path, let failure): "\(path): \(failure.words)"
    case .partsDisagree(let member, let outer, let inner):
      "the parts disagree about \(member): \(Self.quoted(outer)) and \(Self.quoted(inner))"
    default: nil
    }
  }

  private var receiptWords: String {
    switch self {
    case .invalidContainer: "this is no PKCS#7 container"
    case .trailingBytes(let count): "\(count) bytes after the receipt"
    case .notSignedData(let type): "a PKCS#7 container of another type (\(type))"
    case .notDataContent(let type): "the receipt's content is of another type (\(type))"
    case .noContent: "the receipt has no content"
    case .wrongSignerCount(let found): "the receipt has \(found) signatures, not one"
    case .signerNotFound: "the receipt does not hold its signer's certificate"
    case .weakDigest: "the receipt is not signed by RSA with SHA-1 or SHA-256"
    case .wrongSignedAttributes: "the signed attributes are of another content"
    case .unusualContainer: "the receipt's container has parts that genuine ones do not have"
    case .foreignCertificates(let count):
      "\(count) certificates in the receipt have nothing to do with its signer"
    case .invalidReceiptPayload(let offset): "the receipt's content is not DER at byte \(offset)"
    case .tooManyAttributes(let limit): "the receipt has more than \(limit) attributes"
    case .duplicateAttribute(let type): "attribute \(type) stands twice"
    case .malformedAttribute(let path): "\(path) cannot be read"
    case .receiptExpired(let date): "the receipt was valid until \(date.forPeople)"
    case .status(let status): status.words
    case .noStatus: "the answer has no status, which Apple's always have"
    case .nothingReadable: "not one purchase can be read"
    case .invalidAnswer(let path): "\(path) is not what Apple's server answers"
    default: code
    }
  }

  private static func quoted(_ text: String?) -> String {
    text.map { "'\($0)'" } ?? "none"
  }

  /// `3 days`, `5 minutes`: the largest unit that is not zero.
  private static func distance(_ milliseconds: Int64) -> String {
    let units = [(Instant.day, "day"), (Instant.hour, "hour"), (Instant.minute, "minute")]
    for (length, name) in units where milliseconds >= length {
      let count = milliseconds / length
      return "\(count) \(name)" + (count == 1 ? "" : "s")
    }
    return "\(max(0, milliseconds / Instant.second)) seconds"
  }

  /// The reasons of `X509_verify_cert` that occur, by number.
  private static func chainReason(_ reason: Int) -> String {
    switch reason {
    case 2, 20, 21: "its issuer is not here"
    case 7: "its signature is not by the next one's key"
    case 9: "it is not valid yet"
    case 10: "it is valid no more"
    case 18, 19: "it signed itself"
    case 22: "the chain is too long"
    case 24, 79: "its issuer may not sign certificates"
    case 25: "the chain is longer than an issuer allows"
    case 26: "it is for another purpose"
    case 29...31: "its issuer is another than it says"
    case 32: "its issuer's key may not sign certificates"
    case 34: "it demands an extension that is not known"
    case 85, 86: "it lacks a key identifier"
    case 47, 48: "its issuer may not sign for this name"
    case 66, 67: "its key is too short"
    case 68: "it is signed with a weak digest"
    default: "it breaks a rule for certificates (libcrypto counts it as \(reason))"
    }
  }
}

extension FieldProblem {
  /// `data.bundleId: expected text, found a number`.
  package var words: String {
    guard let found else { return "\(path): expected \(expected), found nothing" }
    return "\(path): expected \(expected), found \(found)"
  }
}

extension SignedKind {
  /// What people call it.
  package var words: String {
    switch self {
    case .transaction: "a transaction"
    case .renewalInfo: "a renewal info"
    case .notification: "a notification"
    case .appTransaction: "an app transaction"
    case .realtimeRequest: "a realtime request"
    case .receipt: "a receipt"
    case .verifyReceipt: "a verifyReceipt answer"
    }
  }
}

extension ReceiptStatus {
  /// What Apple's server says, in plain words.
  package var words: String {
    switch self {
    case .valid: "Apple found the receipt valid"
    case .notPosted: "Apple's server got no proper request (status 21000)"
    case .noLongerSent: "a status that Apple no longer sends (21001)"
    case .malformedReceiptData: "Apple's server could not read the receipt (status 21002)"
    case .notAuthenticated: "Apple found the receipt not authentic (status 21003)"
    case .wrongSharedSecret: "the shared secret is another (status 21004)"
    case .serverUnavailable: "Apple's receipt server was not available (status 21005)"
    case .subscriptionExpired: "valid, and its subscription is expired (status 21006)"
    case .sandboxReceipt: "a sandbox receipt was sent to production (status 21007)"
    case .productionReceipt: "a production receipt was sent to the sandbox (status 21008)"
    case .internalError: "Apple's receipt server had a failure (status 21009)"
    case .accountNotFound: "the customer's account was not found or deleted (status 21010)"
    case .internalDataError: "Apple's receipt server could not reach its data (status 211xx)"
    case .unknown(let number): "a status that is not documented (\(number))"
    }
  }
}
