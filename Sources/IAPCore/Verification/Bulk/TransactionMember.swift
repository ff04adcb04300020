/// The members of a decoded transaction that the fast reader knows, by their place in its table.
enum TransactionMember: Int, CaseIterable {
  case transactionId
  case originalTransactionId
  case webOrderLineItemId
  case bundleId
  case productId
  case subscriptionGroupIdentifier
  case purchaseDate
  case originalPurchaseDate
  case expiresDate
  case quantity
  case type
  case appAccountToken
  case inAppOwnershipType
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
  case storefrontId
  case transactionReason
  case currency
  case price
  case appTransactionId
  case billingPlanType
  case deviceVerification
  case deviceVerificationNonce

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

  /// A hash without collisions over these names: one look, one comparison.
  static func slot(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    let count = name.count
    return
      (count &* 47 &+ Int(name[0]) &* 44 &+ Int(name[count / 2]) &* 45
      &+ Int(name[count - 3]) &* 41) & 63
  }

  /// For each slot the member and its name; empty where no name falls.
  static let table: [(member: Int, name: [UInt8])] = {
    var table = [(member: Int, name: [UInt8])](repeating: (-1, []), count: 64)
    for member in allCases {
      let name = Array("\(member)".utf8)
      let slot = name.withUnsafeBufferPointer(slot)
      precondition(table[slot].member < 0, "the constants of the hash are chosen for these names")
      table[slot] = (member.rawValue, name)
    }
    return table
  }()
}
