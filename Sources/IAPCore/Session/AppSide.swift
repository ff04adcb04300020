/// The app of one account: its queue and what it believes.
package struct AppSide: Equatable, Sendable {
  package var queue: QueueState
  package var cache: EntitlementCache

  /// An app that has heard of nothing yet.
  init(asOf date: Instant) {
    queue = QueueState()
    cache = EntitlementCache(facts: PurchaseFacts(asOf: date))
  }

  static let queueDocument = Document<QueueState>("iap.queue")
  static let cacheDocument = Document<EntitlementCache>("iap.entitlementCache")
}
