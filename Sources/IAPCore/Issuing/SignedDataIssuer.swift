/// Makes what leaves the store: payloads in Apple's shape, signed by the store's keys.
///
/// With `tampering` exactly one thing is wrong in everything issued, so that a verifier refuses it
/// at exactly that step. A renewal info has no bundle id, so that `bundle-id` leaves it intact.
package struct SignedDataIssuer {
  package let app: IssuedApp
  package let tampering: Tampering?
  private let signing: any StoreSigning
  /// The first part of every JWS of one issuer, with its full stop.
  private let header: String

  /// Loads the certificates; throws `noKeys` where a store has none.
  package init(
    app: IssuedApp,
    signing: any StoreSigning,
    tampering: Tampering? = nil
  ) throws(SigningFailure) {
    self.app = app.applying(tampering)
    self.signing = signing
    self.tampering = tampering
    let chain = try signing.certificates(defect: CertificateDefect(tampering))
    var members = [JSONMember("alg", "ES256")]
    if app.isXcode {
      members += [JSONMember("kid", "Apple_Xcode_Key"), JSONMember("typ", "JWT")]
    }
    members.append(JSONMember("x5c", .strings(chain.map(Base64Text.standard))))
    let bytes = JSONWriter.bytes(.object(members), layout: .line, sortsMembers: false)
    header = Base64Text.url(bytes) + "."
  }

  /// A signed transaction; `device` where StoreKit on a device hands it out.
  package func transaction(
    _ transaction: Transaction,
    signedDate: Instant,
    device: DeviceVerification? = nil
  ) throws(SigningFailure) -> String {
    try sign(
      SignedPayload.transaction(transaction, app: app, signedDate: signedDate, device: device)
    )
  }

  package func renewalInfo(
    _ renewalInfo: RenewalInfo,
    signedDate: Instant,
    device: DeviceVerification? = nil
  ) throws(SigningFailure) -> String {
    try sign(
      SignedPayload.renewalInfo(renewalInfo, app: app, signedDate: signedDate, device: device)
    )
  }

  package func appTransaction(
    _ appTransaction: AppTransaction,
    signedDate: Instant,
    device: DeviceVerification? = nil
  ) throws(SigningFailure) -> String {
    try sign(
      SignedPayload.appTransaction(
        appTransaction,
        app: app,
        signedDate: signedDate,
        device: device
      )
    )
  }

  /// The `signedPayload` of a notification: its inner parts are signed first.
  package func notification(_ notification: ServerNotification) throws(SigningFailure) -> String {
    try sign(try SignedPayload.notification(notification, app: app, sign: sign))
  }

  /// The verification that binds data to a device; see `DeviceVerification`.
  package func device(id: String, nonce: String) -> DeviceVerification {
    DeviceVerification(deviceID: id, nonce: nonce, signing: signing)
  }

  /// The compact JWS of any payload.
  package func sign(_ payload: JSONValue) throws(SigningFailure) -> String {
    let body = JSONWriter.bytes(payload, layout: .line, sortsMembers: false)
    let message = header + Base64Text.url(body)
    var signature = try signing.signature(of: Array(message.utf8))
    if tampering == .signature { signature[signature.count - 1] ^= 1 }
    return message + "." + Base64Text.url(signature)
  }

  /// The PKCS#7 container (DER, Xcode's shape: BER) of an app receipt.
  package func receipt(_ receipt: AppReceipt) throws(SigningFailure) -> [UInt8] {
    let payload = receipt.payload(app: app, sha1: signing.sha1)
    var container = try signing.signedReceipt(payload, defect: CertificateDefect(tampering))
    if tampering == .signature { container[AppReceipt.signatureEnd(of: container)] ^= 1 }
    return container
  }
}

extension CertificateDefect {
  init?(_ tampering: Tampering?) {
    switch tampering {
    case .chain: self = .brokenLink
    case .expiry: self = .expired
    case .signature, .bundleID, .environment, nil: return nil
    }
  }
}
