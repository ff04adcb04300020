/// What the app knows of one transaction: the part of it that decides about access.
///
/// This is what the entitlement cache keeps, in Apple's words and with dates instead of verdicts,
/// so that it can be judged at any later time.
package struct ProductState: Equatable, Sendable, Codable {
  package var productID: ProductID
  package var transactionID: TransactionID
  /// Names the purchase or subscription that the transaction belongs to (rule C-2).
  package var originalID: TransactionID
  /// One per paid period; copies of a period share it (rule C-3).
  package var webOrderLineItemID: String?
  package var groupID: SubscriptionGroupID?
  /// `nil`: the data does not say, as in verifyReceipt's.
  package var type: ProductType?
  package var purchaseDate: Instant
  /// `nil`: never ends, or nobody knows (rules P-3, P-4).
  package var expiresDate: Instant?
  /// `nil` means 1.
  package var quantity: Int?
  package var ownershipType: OwnershipType?
  package var appAccountToken: String?
  package var isUpgraded: Bool?
  package var revocationDate: Instant?
  package var revocationReason: RevocationReason?
  package var revocationType: RevocationType?
  /// Thousandths of a percent.
  package var revocationPercentage: Int?
  package var reason: TransactionReason?
  package var offerType: OfferType?
  package var offerDiscountType: OfferDiscountType?
  /// When this version was signed or read; the later version of a transaction wins.
  package var knownDate: Instant

  package enum CodingKeys: String, CodingKey {
    case productID = "productId"
    case transactionID = "transactionId"
    case originalID = "originalTransactionId"
    case webOrderLineItemID = "webOrderLineItemId"
    case groupID = "subscriptionGroupIdentifier"
    case type
    case purchaseDate
    case expiresDate
    case quantity
    case ownershipType = "inAppOwnershipType"
    case appAccountToken
    case isUpgraded
    case revocationDate
    case revocationReason
    case revocationType
    case revocationPercentage
    case reason = "transactionReason"
    case offerType
    case offerDiscountType
    case knownDate
  }

  /// Takes the deciding part of a transaction; `date` stands in for a missing signing date.
  package init(_ transaction: Transaction, knownAt date: Instant) {
    productID = transaction.productID
    transactionID = transaction.id
    originalID = transaction.originalID
    webOrderLineItemID = transaction.webOrderLineItemID
    groupID = transaction.subscriptionGroupID
    type = transaction.type
    purchaseDate = transaction.purchaseDate
    expiresDate = transaction.expiresDate
    quantity = transaction.quantity
    ownershipType = transaction.ownershipType
    appAccountToken = transaction.appAccountToken
    // Xcode writes `false` where the App Store writes nothing (rule C-11).
    isUpgraded = transaction.isUpgraded == true ? true : nil
    revocationDate = transaction.revocationDate
    revocationReason = transaction.revocationReason
    revocationType = transaction.revocationType
    revocationPercentage = transaction.revocationPercentage
    reason = transaction.reason
    offerType = transaction.offerType
    offerDiscountType = transaction.offerDiscountType
    knownDate = transaction.signedDate ?? date
  }

  package var isFamilyShared: Bool { ownershipType == .familyShared }

  /// True: something in the transaction itself shows that it is a period of a subscription.
  var looksAutoRenewable: Bool {
    if let type, type.isKnown { return type == .autoRenewable }
    return expiresDate != nil || groupID != nil
      || webOrderLineItemID.map { !$0.isEmpty && $0 != "0" } == true
  }
}
