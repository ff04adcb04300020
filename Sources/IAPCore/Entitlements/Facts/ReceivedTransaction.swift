/// A transaction as it was received, reduced to the part that decides about access.
package struct ReceivedTransaction: Equatable, Sendable, Encodable {
  private var state: ProductState
  /// `nil`: this version does not say when it was signed.
  package let signedDate: Instant?

  package init(_ transaction: Transaction) {
    state = ProductState(transaction, knownAt: Instant(milliseconds: 0))
    signedDate = transaction.signedDate
  }

  package var purchaseDate: Instant { state.purchaseDate }
  package var id: TransactionID { state.transactionID }

  /// What it says; `date` stands in for a missing signing date.
  func state(knownAt date: Instant) -> ProductState {
    var state = state
    state.knownDate = signedDate ?? date
    return state
  }
}

extension ReceivedTransaction: VersionedRecord {
  var strictness: Int { state.strictness }

  package func contradicts(_ other: ReceivedTransaction) -> Bool {
    state.productID != other.state.productID || state.purchaseDate != other.state.purchaseDate
      || state.expiresDate != other.state.expiresDate
      || state.revocationDate != other.state.revocationDate
  }
}
