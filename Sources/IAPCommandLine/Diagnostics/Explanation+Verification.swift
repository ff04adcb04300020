extension Explanation {
  /// What `iap verify` refuses, by the step that refuses it.
  static let verification =
    textForm + certificates + expectations + receipts + answers

  private static let textForm = [
    refusal("empty", "the input has no bytes", "check the file"),
    refusal(
      "byteOrderMark",
      "the input begins with a byte order mark (EF BB BF), which an editor or a shell put there",
      "save it as UTF-8 without a byte order mark"
    ),
    refusal("tooLarge", "the input is larger than genuine data can be", "check the file"),
    refusal(
      "notRecognized",
      "the input is no JWS, notification, receipt or verifyReceipt answer",
      "pass the signed text itself, or the file as the device has it"
    ),
    refusal(
      "otherKind",
      "the input is of another kind than --kind demands",
      "leave out --kind"
    ),
    refusal(
      "unsigned",
      "the input has no signature, so anyone can have written it",
      "ask for the signed form, or say --allow-unsigned"
    ),
    refusal("nothingGiven", "the input holds nothing to verify", "look at what made the input"),
    refusal("wrongPartCount", "a JWS has three parts", "pass it unchanged"),
    refusal("emptyPart", "a part of the JWS is empty", "pass it unchanged"),
    refusal(
      "invalidBase64URL",
      "a part of the JWS is not strict base64url",
      "pass it unchanged"
    ),
    refusal("invalidHeader", "the JWS header is not one strict JSON object", "pass it unchanged"),
    refusal(
      "criticalHeader",
      "the JWS header demands an extension, which Apple's never does",
      "do not accept it"
    ),
    refusal("wrongAlgorithm", "the JWS algorithm is not ES256", "do not accept it"),
    refusal("noCertificates", "the JWS header has no x5c", "do not accept it"),
    refusal("wrongCertificateCount", "x5c has not exactly three certificates", "do not accept it"),
    refusal(
      "invalidPayload",
      "the payload is not one strict JSON object",
      "pass it unchanged"
    ),
    refusal("noSigningDate", "the payload does not say when it was signed", "do not accept it"),
    refusal(
      "signingDateOutOfRange",
      "the signing date is no date of this or the next century",
      "do not accept it"
    ),
    refusal("malformedField", "a known member has a value of the wrong kind", "do not accept it"),
  ]

  private static let certificates = [
    refusal("invalidCertificate", "a certificate cannot be read", "do not accept it"),
    refusal(
      "trailingCertificateBytes",
      "there are bytes after a certificate",
      "do not accept it"
    ),
    refusal(
      "untrustedRoot",
      "the root certificate is neither Apple's nor one that was named",
      "trust its root with --trust-root, or this store's with --for-store"
    ),
    refusal(
      "environmentNotAllowed",
      "signed by Xcode or a local store, whose certificate was not named as a root",
      "trust its certificate with --trust-root, or this store's with --for-store"
    ),
    refusal("brokenChain", "the certificates form no chain to the root", "do not accept it"),
    refusal("wrongChainLength", "the chain has not three certificates", "do not accept it"),
    refusal(
      "signedBeforeCertificates",
      "the signing date lies before the certificates' time",
      "check the clock of whoever signed it"
    ),
    refusal(
      "signedAfterCertificates",
      "the signing date lies after the certificates' time",
      "check the clock of whoever signed it"
    ),
    refusal(
      "noLeafMarker",
      "the signer's certificate lacks 1.2.840.113635.100.6.11.1",
      "do not accept it: any developer certificate could have signed"
    ),
    refusal(
      "noIntermediateMarker",
      "the intermediate lacks 1.2.840.113635.100.6.2.1",
      "do not accept it"
    ),
    refusal(
      "weakCertificateSignature",
      "a certificate is signed with SHA-1",
      "do not accept it"
    ),
    refusal(
      "weakIssuerKey",
      "an authority's key is too short, or of a kind that Apple's have not",
      "do not accept it: somebody else may have that key"
    ),
    refusal("wrongKeyUsage", "the signer's certificate is not for signatures", "do not accept it"),
    refusal("wrongKey", "the signer's key is of another kind than Apple's", "do not accept it"),
    refusal("malformedSignature", "the signature has another length", "pass it unchanged"),
    refusal("wrongSignature", "the signature does not fit the data", "do not accept it"),
    refusal(
      "signerUnknown",
      "an iOS 6 receipt whose signature fits, under a root that it does not name",
      "say --allow-unsigned to read it"
    ),
    Explanation(
      "revocationUnknown",
      .cannotTell,
      "online checks were demanded, and there is no network here",
      "leave out --online"
    ),
  ]

  private static let expectations = [
    refusal(
      "invalidRoot",
      "the file after --trust-root is no certificate, neither DER nor PEM",
      "give the root's certificate, DER or PEM; iap store keys export-root FILE writes the store's own"
    ),
    refusal(
      "wrongEnvironment",
      "the data is of another environment",
      "name the environment that is meant with --environment"
    ),
    refusal(
      "wrongBundleID",
      "the data is for another app",
      "name the app that is meant with --bundle-id"
    ),
    refusal(
      "wrongAppAppleID",
      "the data is for another app",
      "name the app that is meant with --app-apple-id"
    ),
    Explanation(
      "wrongAppAccountToken",
      .no,
      "the purchase is of another account",
      "name the account that is meant with --app-account-token"
    ),
    refusal(
      "wrongDevice",
      "the data is of another device, or names none",
      "name the device that is meant with --device-id"
    ),
    refusal("noAppIdentifier", "the notification says for no app", "do not accept it"),
    refusal(
      "innerPart",
      "a signed part inside the notification is refused",
      "see why with --explain"
    ),
    refusal(
      "partsDisagree",
      "the parts of a notification contradict each other",
      "see where with --explain"
    ),
  ]

  private static let receipts = [
    refusal("invalidContainer", "the receipt is no PKCS#7 container", "pass it unchanged"),
    refusal("trailingBytes", "there are bytes after the receipt", "pass it unchanged"),
    refusal("notSignedData", "the container is not of signed data", "do not accept it"),
    refusal("notDataContent", "the container's content is of another type", "do not accept it"),
    refusal("noContent", "the container has no content", "do not accept it"),
    refusal("wrongSignerCount", "the receipt has not one signature", "do not accept it"),
    refusal("signerNotFound", "the signer's certificate is not inside", "do not accept it"),
    refusal("weakDigest", "the digest is neither SHA-1 nor SHA-256", "do not accept it"),
    refusal(
      "wrongSignedAttributes",
      "the signed attributes are of another content",
      "do not accept it"
    ),
    refusal(
      "unusualContainer",
      "the receipt has parts outside of what is signed",
      "do not accept it"
    ),
    refusal(
      "foreignCertificates",
      "the receipt holds certificates that its signer does not need",
      "do not accept it"
    ),
    refusal("invalidReceiptPayload", "the receipt's content is not DER", "do not accept it"),
    refusal("tooManyAttributes", "the receipt has too many attributes", "do not accept it"),
    refusal("duplicateAttribute", "an attribute stands twice", "do not accept it"),
    refusal("malformedAttribute", "an attribute has another form", "do not accept it"),
    refusal(
      "receiptExpired",
      "a volume purchase that was valid until then",
      "ask about an earlier time with --as-of"
    ),
  ]

  private static let answers = [
    refusal("notPosted", "Apple's server got no HTTP POST (21000)", "send JSON with POST"),
    refusal("statusNoLongerSent", "Apple no longer sends this status (21001)", "ask again"),
    Explanation(
      "malformedReceiptData",
      .cannotTell,
      "Apple's server could not read the receipt, or had temporary trouble (21002)",
      "ask again; receipts of Xcode's local store are never accepted there"
    ),
    refusal("receiptNotAuthenticated", "Apple did not sign the receipt (21003)", "refuse it"),
    refusal("wrongSharedSecret", "the shared secret is wrong (21004)", "send the app's secret"),
    Explanation(
      "receiptServerUnavailable",
      .cannotTell,
      "Apple's server was not available (21005)",
      "ask again later"
    ),
    refusal(
      "sandboxReceipt",
      "a sandbox receipt was sent to production (21007)",
      "send it to https://sandbox.itunes.apple.com/verifyReceipt"
    ),
    refusal(
      "productionReceipt",
      "a production receipt was sent to the sandbox (21008)",
      "send it to https://buy.itunes.apple.com/verifyReceipt"
    ),
    Explanation(
      "receiptServerError",
      .cannotTell,
      "Apple's server had a failure (21009)",
      "ask again later"
    ),
    refusal(
      "accountNotFound",
      "the customer's account does not exist (21010)",
      "treat it as never purchased"
    ),
    Explanation(
      "receiptServerDataError",
      nil,
      "Apple's server could not reach its data (21100-21199): cannot be told (7), and invalid (5) where is-retryable is false",
      "ask again where is-retryable is true or missing"
    ),
    refusal("unknownStatus", "a status that Apple does not document", "ask again later"),
    refusal(
      "noStatus",
      "the JSON has no status, which every answer of Apple's server has",
      "pass the answer unchanged"
    ),
    refusal("nothingReadable", "not one purchase can be read", "see why with --explain"),
    refusal("invalidAnswer", "the JSON is not what Apple's server answers", "pass it unchanged"),
    Explanation(
      "noPurchases",
      .cannotTell,
      "the data is of a kind that never holds purchases",
      "give transactions, a receipt, or a notification about a purchase"
    ),
    Explanation(
      "recordLeftOut",
      .cannotTell,
      "a purchase that cannot be read may be of the product, so nobody can say no",
      "see in the warnings what cannot be read, and get the data again"
    ),
    Explanation(
      "cannotTell",
      .cannotTell,
      "nothing says whether the customer is entitled; the reasons say what is missing",
      "iap entitlements --explain"
    ),
    Explanation(
      "nothingToJudge",
      .cannotTell,
      "a state was expected, and the data has no entitlement that could have it",
      "name the entitlements that are meant, or give their map with --map"
    ),
    Explanation("nothingReceived", .invalid, "the input holds nothing", "look at the file"),
    Explanation(
      "noDate",
      .cannotTell,
      "the data does not say when it is from, so an expiry cannot be judged",
      "name the time that is meant with --as-of"
    ),
  ]

  private static func refusal(_ code: String, _ meaning: String, _ advice: String) -> Explanation {
    Explanation(code, .invalid, meaning, advice)
  }
}
