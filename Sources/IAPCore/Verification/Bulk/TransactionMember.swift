/// The members of a decoded transaction that the fast reader knows, in the order of their names: the
/// order in which documents list them.
enum TransactionMember: Int, CaseIterable {
  case appAccountToken
  case appTransactionId
  case billingPlanType
  case bundleId
  case currency
  case deviceVerification
  case deviceVerificationNonce
  case environment
  case expiresDate
  case inAppOwnershipType
  case isUpgraded
  case offerDiscountType
  case offerIdentifier
  case offerPeriod
  case offerType
  case originalPurchaseDate
  case originalTransactionId
  case price
  case productId
  case purchaseDate
  case quantity
  case revocationDate
  case revocationPercentage
  case revocationReason
  case revocationType
  case signedDate
  case storefront
  case storefrontId
  case subscriptionGroupIdentifier
  case transactionId
  case transactionReason
  case type
  case webOrderLineItemId

  /// The name in the data, in ASCII.
  var name: [UInt8] { Array("\(self)".utf8) }

  /// What its value must be.
  var kind: TransactionScanner.ValueKind {
    switch self {
    case .purchaseDate, .originalPurchaseDate, .expiresDate, .quantity, .signedDate,
      .revocationReason, .revocationDate, .revocationPercentage, .offerType, .price:
      .integer
    case .isUpgraded: .flag
    default: .text
    }
  }

  /// How many places `slot` tells apart.
  static let slots = 64

  /// A hash without collisions over these names, of at least four bytes: one look, one comparison.
  @inline(__always)
  static func slot(_ name: UnsafePointer<UInt8>, count: Int) -> Int {
    (count &* 47 &+ Int(name[0]) &* 44 &+ Int(name[count / 2]) &* 45
      &+ Int(name[count - 3]) &* 41) & 63
  }
}
