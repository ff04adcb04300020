/// What the store asks of others because it needs cryptography or files.
package struct StoreChecks {
  /// Whether a promotional offer's signature holds for the catalogue's key (rule O-6).
  ///
  /// Its time and the single use of its nonce are the store's to judge.
  package var isOfferSignatureValid:
    (
      OfferSignature, _ product: ProductID, _ offer: OfferID, _ appAccountToken: String?
    ) -> Bool
  /// What a signed text says about the introductory offer (rule O-2); `nil`: it does not hold.
  package var introductoryClaims:
    (_ compactJWS: String, _ product: ProductID) -> IntroductoryClaims?
  /// The catalogue that a `load` event names; `nil`: it is not there.
  package var catalog: (LoadEvent) -> Catalog?

  package init(
    isOfferSignatureValid: @escaping (OfferSignature, ProductID, OfferID, String?) -> Bool,
    introductoryClaims: @escaping (String, ProductID) -> IntroductoryClaims?,
    catalog: @escaping (LoadEvent) -> Catalog?
  ) {
    self.isOfferSignatureValid = isOfferSignatureValid
    self.introductoryClaims = introductoryClaims
    self.catalog = catalog
  }

  /// No signature holds and no catalogue is found.
  package static var none: StoreChecks {
    StoreChecks(
      isOfferSignatureValid: { _, _, _, _ in false },
      introductoryClaims: { _, _ in nil },
      catalog: { _ in nil }
    )
  }
}
