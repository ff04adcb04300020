/// The app of one account: its queue and what it believes.
package struct AppSide: Equatable, Sendable {
  package var queue: QueueState
  package var cache: EntitlementCache

  /// An app that has heard of nothing yet.
  init(asOf date: Instant) {
    queue = QueueState()
    cache = EntitlementCache(facts: PurchaseFacts(asOf: date))
  }

  /// As what a later version of a transaction stands in the place of the earlier one.
  ///
  /// `nil`: the app has finished it, or never had it.
  func kind(revising transaction: Transaction) -> QueueKind? {
    let known =
      queue.item(of: transaction.id)?.kind
      ?? cache.refused.first { $0.transaction.id == transaction.id }?.kind
    guard let known else { return nil }
    if transaction.revocationDate != nil { return .revocation }
    return known == .revocation ? .refundReversal : known
  }

  static let queueDocument = Document<QueueState>("iap.queue")
  static let cacheDocument = Document<EntitlementCache>("iap.entitlementCache")
}
