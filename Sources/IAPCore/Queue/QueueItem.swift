/// One thing that the app has not finished, or waits for.
package struct QueueItem: Equatable, Sendable, Codable {
  /// The words of StoreKit 1's payment queue (rule T-10); interrupted is told apart (case F13).
  package enum State: String, Codable, Sendable, CaseIterable {
    case purchased
    case restored
    case deferred
    case interrupted
    case failed
    /// It arrived and was not believed: it grants nothing, cannot be finished, and comes again.
    case unverified
  }

  package var state: State
  package var kind: QueueKind
  /// The transaction's product, or what a request that has no transaction yet asks for.
  package var productID: ProductID
  /// What is still to be decided; `nil`: nothing.
  package var requestID: RequestID?
  /// `nil` while somebody has still to decide, and after a failure (rule T-4).
  package var transaction: Transaction?
  /// Why it failed, in StoreKit's or the store's word; `nil`: it did not.
  package var code: String?
  /// When it arrived, by the store's clock.
  package var date: Instant
  /// Tells items of one date apart: the later arrival has the greater number.
  package var sequence: Int

  package enum CodingKeys: String, CodingKey {
    case state
    case kind
    case productID = "productId"
    case requestID = "requestId"
    case transaction
    case code
    case date
    case sequence
  }

  /// True: waits for a decision outside the app, so that there is nothing to finish (rule T-12).
  package var isPending: Bool { state == .deferred || state == .interrupted }

  /// What the item is called where it has to be named: the transaction's id if there is one.
  package var reference: String {
    transaction?.id.rawValue ?? requestID?.rawValue ?? productID.rawValue
  }
}
