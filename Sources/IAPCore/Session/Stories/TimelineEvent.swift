/// One change as far as a picture needs it: made from what the store did.
package struct TimelineEvent: Equatable, Sendable {
  package var date: Instant
  package var kind: StoreChange.Kind
  /// The original id of the transaction it is about; `nil`: about none.
  package var originalID: TransactionID?
  package var transactionID: TransactionID?
  /// The transaction as it was at that moment; `nil`: its latest version stands for it.
  package var transaction: Transaction?
  package var product: ProductID?
  package var nextProduct: ProductID?
  /// What the next period will cost, where the change is about that; `nil`: it is not.
  package var nextPrice: Timeline.Charge?
  /// The end of the grace period that begins; `nil`: none does.
  package var graceEnd: Instant?

  package init(date: Instant, kind: StoreChange.Kind, originalID: TransactionID? = nil) {
    self.date = date
    self.kind = kind
    self.originalID = originalID
  }

  /// What the change and the notification about it tell.
  package init(_ change: StoreChange) {
    let data = change.notification?.data
    let transaction = change.transaction ?? data?.transaction
    self.init(date: change.date, kind: change.kind, originalID: transaction?.originalID)
    transactionID = transaction?.id
    self.transaction = transaction
    product = transaction?.productID
    let next = data?.renewalInfo?.autoRenewProductID
    nextProduct = next == product ? nil : next
    if change.kind == .priceIncreaseAccepted, let info = data?.renewalInfo {
      nextPrice = info.renewalPrice.map {
        Timeline.Charge(milliunits: $0, currency: info.currency)
      }
    }
    graceEnd = data?.renewalInfo?.gracePeriodExpiresDate
  }
}
