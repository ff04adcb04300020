/// An error that StoreKit hands to an app, by the name a developer meets it with.
///
/// Rules T-3 and T-5, `Transaction.RefundRequestError`; the words of `store set fail API ERROR` and
/// `purchase --simulate`.
package enum StoreKitFailure: String, Error, Codable, Sendable, CaseIterable {
  // Product.PurchaseError
  case invalidOfferIdentifier
  case invalidOfferPrice
  case invalidOfferSignature
  case missingOfferParameters
  case ineligibleForOffer
  case invalidQuantity
  case productUnavailable
  case purchaseNotAllowed
  // StoreKitError
  case networkError
  case systemError
  case userCancelled
  case notAvailableInStorefront
  case notEntitled
  case unsupported
  case unknown
  // VerificationResult.VerificationError
  case invalidCertificateChain
  case invalidDeviceVerification
  case invalidEncoding
  case invalidSignature
  case missingRequiredProperties
  case revokedCertificate
  // Transaction.RefundRequestError
  case duplicateRequest
  case failed
}

extension StoreKitFailure {
  /// What any operation of the app can end with (`StoreKitError`).
  package static let storeKitErrors: [StoreKitFailure] = [
    .networkError, .systemError, .userCancelled, .notAvailableInStorefront, .notEntitled,
    .unsupported, .unknown,
  ]

  /// What a purchase can end with: `Product.PurchaseError` and `StoreKitError` (rule T-5).
  package static let purchaseErrors: [StoreKitFailure] =
    [
      .invalidOfferIdentifier, .invalidOfferPrice, .invalidOfferSignature,
      .missingOfferParameters, .ineligibleForOffer, .invalidQuantity, .productUnavailable,
      .purchaseNotAllowed,
    ] + storeKitErrors
}

/// The nine operations that can be made to fail (storekit-test-api 1.4), in the file's order.
package enum FailableAPI: String, Codable, Sendable, CaseIterable, CodingKeyRepresentable {
  case loadProducts
  case purchase
  case verification
  case sync
  case status
  case appTransaction
  case manage
  case refundRequest
  case offerCode

  /// What `_storeKitErrors` of a `.storekit` file calls it (storekit-format 4.2).
  package var configurationName: String {
    switch self {
    case .loadProducts: "Load Products"
    case .purchase: "Purchase"
    case .verification: "Verification"
    case .sync: "App Store Sync"
    case .status: "Subscription Status"
    case .appTransaction: "App Transaction"
    case .manage: "Manage Subscriptions Sheet"
    case .refundRequest: "Refund Request Sheet"
    case .offerCode: "Offer Code Redeem Sheet"
    }
  }
}
