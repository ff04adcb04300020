/// Past transactions of an account, newest version of each, wherever they are kept.
///
/// The store's live state does not hold them: a command costs what is live, not what is past.
package protocol TransactionHistory {
  /// The transaction in its latest version; `nil`: the account has none of this id.
  func transaction(_ id: TransactionID, of account: AccountName) throws(HistoryFailure)
    -> Transaction?

  /// The transactions of one product, newest id first, until `isEnough` answers true.
  ///
  /// Answers the one at which it stopped; `nil`: none was enough.
  func newest(
    of product: ProductID,
    of account: AccountName,
    where isEnough: (Transaction) -> Bool
  ) throws(HistoryFailure) -> Transaction?

  /// Every transaction of the account in its latest version, by (purchaseDate, id).
  func all(of account: AccountName) throws(HistoryFailure) -> [Transaction]
}

/// The past could not be read; the store's files say more.
package struct HistoryFailure: Error, Equatable, Sendable {
  /// The file, relative to the store folder.
  package var file: String
  package var reason: String
  /// What the storage said, where it said something; its room has the words for it.
  package var underlying: (any Error)?

  package init(file: String, reason: String, underlying: (any Error)? = nil) {
    self.file = file
    self.reason = reason
    self.underlying = underlying
  }

  package static func == (left: HistoryFailure, right: HistoryFailure) -> Bool {
    left.file == right.file && left.reason == right.reason
  }
}
