/// Why the app's queue refuses; nothing changed.
package enum QueueError: Error, Equatable, Sendable {
  /// Neither a transaction of this account nor a product with anything unfinished.
  case unknownTransaction(String)
  /// The transaction belongs to another account.
  case otherAccount(String, AccountName)
  /// The transaction was not believed; the failure's code.
  case unverified(TransactionID, code: String)
  /// Nothing to finish yet: somebody has to decide about the request first (rule T-12).
  case stillPending(String, RequestID?)
  /// Buying a non-consumable whose transaction stands in the queue unfinished (case F04).
  case unfinishedTransaction(TransactionID, ProductID)
  /// Hosted content is not complete; the contents that are missing.
  case downloadsUnfinished(TransactionID, [String])
}
