/// A non-consumable or non-renewing subscription of one account, as bought last.
package struct OwnedProduct: Equatable, Sendable, Codable {
  /// The purchase in its latest version; revoked ones stay, so that the app can be told.
  package var transaction: Transaction
  /// Who bought it; `nil`: this account itself.
  package var sharedBy: AccountName?
  /// Who gets a copy, in order of sharing.
  package var sharedWith: [AccountName]

  package init(transaction: Transaction, sharedBy: AccountName? = nil) {
    self.transaction = transaction
    self.sharedBy = sharedBy
    sharedWith = []
  }

  var isRevoked: Bool { transaction.revocationDate != nil }
}

/// A shared non-consumable that was bought before its product became shareable (rule F-5).
package struct AwaitedShare: Equatable, Sendable, Codable {
  package var productID: ProductID
  package var sharedBy: AccountName

  package init(productID: ProductID, sharedBy: AccountName) {
    self.productID = productID
    self.sharedBy = sharedBy
  }
}

/// A transaction that the app hears of when its network is back.
package struct UndeliveredTransaction: Equatable, Sendable, Codable {
  package var kind: QueueKind
  package var transaction: Transaction

  package init(kind: QueueKind, transaction: Transaction) {
    self.kind = kind
    self.transaction = transaction
  }
}
