/// What a developer's server says about the introductory offer of one product (rule O-2).
package struct IntroductoryClaims: Equatable, Sendable {
  /// `allowIntroductoryOffer`.
  package var isAllowed: Bool
  /// A transaction of the customer, or its app transaction; `nil`: it is about nobody in particular.
  package var transactionID: TransactionID?

  package init(isAllowed: Bool, transactionID: TransactionID? = nil) {
    self.isAllowed = isAllowed
    self.transactionID = transactionID
  }

  /// What Apple asks for in `aud`.
  static let audience = "introductory-offer-eligibility"
}

extension IntroductoryClaims {
  /// Reads the compact JWS that an app passes to `introductoryOfferEligibility(compactJWS:)`.
  ///
  /// `nil`: it is no such text, is for another app or product, or is not signed by the key. Without a
  /// key in the catalogue no signature is asked for, as with promotional offers.
  package init?(
    compactJWS text: String,
    bundleID: String,
    product: ProductID,
    keyPair: OffersKeyPair?,
    signing: any OfferSigning
  ) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, text.utf8.count <= SignedText.maximumBytes,
      let header = Self.object(parts[0]), header["alg"]?.string == "ES256",
      let payload = Self.object(parts[1])
    else { return nil }
    if let keyPair {
      guard header["kid"]?.string == keyPair.id,
        let signature = Base64Text.decodeURL(parts[2]), signature.count == 64,
        let key = Base64Text.bytes(standard: keyPair.privateKey),
        signing.isValid(
          DERWriter.sequence([
            DERWriter.integer(unsigned: signature[..<32]),
            DERWriter.integer(unsigned: signature[32...]),
          ]),
          of: Array(text.utf8.prefix(parts[0].count + 1 + parts[1].count)),
          privateKey: key
        )
      else { return nil }
    }
    guard payload["aud"]?.string == Self.audience, payload["bid"]?.string == bundleID,
      payload["productId"]?.string == product.rawValue,
      case .boolean(let isAllowed)? = payload["allowIntroductoryOffer"]
    else { return nil }
    self.isAllowed = isAllowed
    transactionID = payload["transactionId"]?.string.map { TransactionID($0) }
  }

  private static func object(_ part: Substring.UTF8View) -> JSONValue? {
    guard let bytes = Base64Text.decodeURL(part),
      let value = try? JSONParser.parse(bytes, maximumDepth: 32), value.members != nil
    else { return nil }
    return value
  }
}
