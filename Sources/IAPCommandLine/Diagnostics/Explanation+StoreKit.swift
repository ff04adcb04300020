import IAPCore

extension Explanation {
  /// StoreKit's own errors, by the names a developer meets them with (rules T-3, T-5).
  static let storeKit = StoreKitFailure.allCases.map { failure in
    let (meaning, advice) = words(failure)
    // As an option it is a usage error, simulated or in a scenario the operation's refusal.
    let code = failure == .invalidQuantity ? nil : exitCode(failure)
    return Explanation(failure.rawValue, code, meaning, advice)
  }

  /// What the exit status of a failed operation is.
  static func exitCode(_ failure: StoreKitFailure) -> ExitCode {
    if StoreKitFailure.verificationErrors.contains(failure) { return .invalid }
    return failure == .networkError ? .cannotTell : .refused
  }

  private static func words(_ failure: StoreKitFailure) -> (meaning: String, advice: String) {
    switch failure {
    case .invalidOfferIdentifier: ("the product has no such offer", "iap products ID --eligibility")
    case .invalidOfferPrice: ("the offer's price is not valid", "iap products lint")
    case .invalidOfferSignature:
      (
        "the signature of the promotional offer does not hold",
        "sign with the catalogue's key: --offer-signature auto"
      )
    case .missingOfferParameters:
      ("a promotional offer without its signature", "give --offer-signature FILE or auto")
    case .ineligibleForOffer:
      ("the customer cannot have this offer", "iap products ID --eligibility says why")
    case .invalidQuantity:
      (
        "the quantity is not 1 to 10, or not of a consumable: a usage error (2) as an option, refused (3) where it is simulated",
        "leave --quantity out"
      )
    case .productUnavailable: ("the product is not for sale", "iap products")
    case .purchaseNotAllowed: ("the customer may not buy", "iap store show")
    case .networkError:
      (
        "the App Store could not be reached",
        "iap store show tells whether the network is off or an operation is set to fail"
      )
    case .systemError:
      ("the device could not do it", "try again; iap store show tells what is set to fail")
    case .userCancelled: ("the customer cancelled", "nothing: this is no failure of the app")
    case .notAvailableInStorefront:
      ("the product is not sold in this storefront", "iap store set storefront C")
    case .notEntitled: ("the app may not use StoreKit", "iap store show tells what is set to fail")
    case .unsupported: ("this system cannot do it", "iap store show tells what is set to fail")
    case .unknown: ("StoreKit gave no reason", "iap store show tells what is set to fail")
    case .invalidCertificateChain:
      ("the certificates do not lead to a trusted root", "iap verify FILE --explain")
    case .invalidDeviceVerification: ("it was made for another device", "iap verify FILE --explain")
    case .invalidEncoding: ("it is not well formed", "iap verify FILE --explain")
    case .invalidSignature: ("the signature does not hold", "iap verify FILE --explain")
    case .missingRequiredProperties: ("what must be in it is missing", "iap verify FILE --explain")
    case .revokedCertificate: ("a certificate was revoked", "iap verify FILE --explain")
    case .duplicateRequest:
      (
        "a refund was asked for already; one that was declined cannot be asked for again",
        "iap store refund grants it, iap store refund-decline declines it"
      )
    case .failed: ("the refund request failed", "iap store show tells what is set to fail")
    }
  }
}
