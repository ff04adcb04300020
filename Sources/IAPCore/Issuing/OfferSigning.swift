/// The mathematics of promotional offer signatures; the platform's part of rule O-6.
package protocol OfferSigning: Sendable {
  /// The DER ECDSA signature (P-256, SHA-256) of the message by a PKCS#8 private key.
  ///
  /// `nil`: the bytes are no such key.
  func sign(_ message: [UInt8], privateKey: [UInt8]) throws(SigningFailure) -> [UInt8]?

  /// Whether the signature is the message's by the public half of that private key.
  ///
  /// False also for a key or a signature that cannot be read.
  func isValid(_ signature: [UInt8], of message: [UInt8], privateKey: [UInt8]) -> Bool
}

/// What the developer's server does for a promotional offer, and the store's check of it (O-6).
package struct OfferSigner {
  private let bundleID: String
  private let keyPair: OffersKeyPair
  private let signing: any OfferSigning

  package init(bundleID: String, keyPair: OffersKeyPair, signing: any OfferSigning) {
    self.bundleID = bundleID
    self.keyPair = keyPair
    self.signing = signing
  }

  /// Signs an offer as `--offer-signature auto` asks for.
  ///
  /// `nonce` is a UUID for this one attempt. Throws `unusableOfferKey` where the catalogue's key
  /// was left blank or is broken.
  package func signature(
    product: ProductID,
    offer: OfferID,
    appAccountToken: String?,
    nonce: String,
    timestamp: Instant
  ) throws(SigningFailure) -> OfferSignature {
    var made = OfferSignature(
      keyID: keyPair.id,
      nonce: nonce.lowercased(),
      timestamp: timestamp,
      signature: ""
    )
    let message = message(made, product: product, offer: offer, appAccountToken: appAccountToken)
    guard let key = Base64Text.bytes(standard: keyPair.privateKey), !key.isEmpty,
      let signature = try signing.sign(message, privateKey: key)
    else { throw .unusableOfferKey(keyID: keyPair.id) }
    made.signature = Base64Text.standard(signature)
    return made
  }

  /// Whether the signature is right for this purchase, its time and its nonce's use apart.
  ///
  /// Those two are the store's to judge: it has the clock and remembers the nonces.
  package func isValid(
    _ signature: OfferSignature,
    product: ProductID,
    offer: OfferID,
    appAccountToken: String?
  ) -> Bool {
    guard signature.keyID == keyPair.id,
      let key = Base64Text.bytes(standard: keyPair.privateKey),
      let bytes = Base64Text.bytes(standard: signature.signature)
    else { return false }
    let message = message(
      signature,
      product: product,
      offer: offer,
      appAccountToken: appAccountToken
    )
    return signing.isValid(bytes, of: message, privateKey: key)
  }

  /// The signed text: its parts joined by U+2063, token and nonce in lower case.
  private func message(
    _ signature: OfferSignature,
    product: ProductID,
    offer: OfferID,
    appAccountToken: String?
  ) -> [UInt8] {
    let parts = [
      bundleID, signature.keyID, product.rawValue, offer.rawValue,
      appAccountToken?.lowercased() ?? "", signature.nonce.lowercased(),
      String(signature.timestamp.milliseconds),
    ]
    return Array(parts.joined(separator: "\u{2063}").utf8)
  }
}
