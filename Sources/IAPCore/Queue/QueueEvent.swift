/// One thing that the app's queue is told.
package enum QueueEvent: Equatable, Sendable {
  /// The store delivered a transaction, or a later version of one (rules E-7, E-8).
  case arrived(Transaction, QueueKind)
  /// A purchase waits for a parent.
  case deferred(ProductID, RequestID)
  /// A purchase waits until the customer has done what the App Store asks for.
  case interrupted(ProductID, RequestID)
  /// A purchase failed and the app did not finish it in the same command (rule T-11).
  case failed(ProductID, code: String)
  /// A request was decided, ran out or was given up; what came of it arrives by itself.
  case requestEnded(RequestID)
  /// All requests that are still open: what the app missed while offline ends here.
  case requestsOpen(Set<RequestID>)
  /// The transaction does not exist any more (`store delete`).
  case deleted(TransactionID)
  /// The account has no transactions any more (`store clear`).
  case cleared
}
