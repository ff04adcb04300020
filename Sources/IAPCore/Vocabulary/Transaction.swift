/// One purchase or renewal: Apple's `JWSTransactionDecodedPayload`, in its keys and units.
///
/// Dates are milliseconds, prices milliunits. `nil` means the key is absent.
package struct Transaction: Equatable, Sendable, Codable {
  package var id: TransactionID
  /// Equal to `id` for a first purchase; names the subscription for ever (rules C-1, C-2).
  package var originalID: TransactionID
  /// One per paid period of a subscription, kept by restored copies (rule C-3).
  package var webOrderLineItemID: String?
  package var bundleID: String?
  package var productID: ProductID
  package var subscriptionGroupID: SubscriptionGroupID?
  package var purchaseDate: Instant
  package var originalPurchaseDate: Instant?
  /// `nil`: never expires, or the App Store does not know (rules P-3, P-4).
  package var expiresDate: Instant?
  package var quantity: Int?
  package var type: ProductType?
  /// A UUID as the app passed it, for this purchase only (rule C-15).
  package var appAccountToken: String?
  package var ownershipType: OwnershipType?
  /// When the payload was signed; `nil` in state files, set when something is signed.
  package var signedDate: Instant?
  package var revocationReason: RevocationReason?
  /// Set by a refund or the end of Family Sharing, on the same id (rules R-3, E-8).
  package var revocationDate: Instant?
  package var revocationType: RevocationType?
  /// Thousandths of a percent: 50 % is 50000.
  package var revocationPercentage: Int?
  /// Present only when true, except in data signed by Xcode (rule C-11).
  package var isUpgraded: Bool?
  package var offerType: OfferType?
  package var offerIdentifier: OfferID?
  package var offerDiscountType: OfferDiscountType?
  /// All periods of the offer together (rule C-12).
  package var offerPeriod: SubscriptionPeriod?
  package var environment: StoreEnvironment?
  /// ISO 3166-1 alpha-3.
  package var storefront: String?
  package var storefrontID: String?
  package var reason: TransactionReason?
  package var currency: String?
  /// Milliunits, after the offer, for the whole quantity (rules P-6, C-9).
  package var price: Int64?
  package var appTransactionID: String?
  package var billingPlanType: BillingPlanType?
  package var commitmentInfo: TransactionCommitmentInfo?

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case id = "transactionId"
    case originalID = "originalTransactionId"
    case webOrderLineItemID = "webOrderLineItemId"
    case bundleID = "bundleId"
    case productID = "productId"
    case subscriptionGroupID = "subscriptionGroupIdentifier"
    case purchaseDate
    case originalPurchaseDate
    case expiresDate
    case quantity
    case type
    case appAccountToken
    case ownershipType = "inAppOwnershipType"
    case signedDate
    case revocationReason
    case revocationDate
    case revocationType
    case revocationPercentage
    case isUpgraded
    case offerType
    case offerIdentifier
    case offerDiscountType
    case offerPeriod
    case environment
    case storefront
    case storefrontID = "storefrontId"
    case reason = "transactionReason"
    case currency
    case price
    case appTransactionID = "appTransactionId"
    case billingPlanType
    case commitmentInfo
  }

  package init(
    id: TransactionID,
    originalID: TransactionID,
    productID: ProductID,
    purchaseDate: Instant
  ) {
    self.id = id
    self.originalID = originalID
    self.productID = productID
    self.purchaseDate = purchaseDate
  }
}

/// Where a monthly billed yearly subscription stands in its commitment (rule P-9).
package struct TransactionCommitmentInfo: Equatable, Sendable, Codable {
  /// Counted from 1.
  package var billingPeriodNumber: Int
  package var totalBillingPeriods: Int
  package var commitmentExpiresDate: Instant
  /// Milliunits for the whole commitment.
  package var commitmentPrice: Int64

  package init(
    billingPeriodNumber: Int,
    totalBillingPeriods: Int,
    commitmentExpiresDate: Instant,
    commitmentPrice: Int64
  ) {
    self.billingPeriodNumber = billingPeriodNumber
    self.totalBillingPeriods = totalBillingPeriods
    self.commitmentExpiresDate = commitmentExpiresDate
    self.commitmentPrice = commitmentPrice
  }
}
