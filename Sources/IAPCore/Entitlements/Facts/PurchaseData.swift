/// Everything that was received and may be believed, before it is put in order.
///
/// Records of one list are of equal weight, whatever their order. Where copies of a transaction
/// differ and no signing date decides, the copy in the later list counts (case A10: put
/// `receipt.in_app` before `latest_receipt_info`).
package struct PurchaseData: Equatable, Sendable {
  package var transactionLists: [[Transaction]]
  /// More of the first list, in the pieces in which it came, already reduced: a million take less
  /// memory, and no piece is copied.
  package var pieces: [[ReceivedTransaction]] = []
  package var renewalLists: [[RenewalInfo]]
  package var pending: [PendingPurchase]

  package init(
    transactionLists: [[Transaction]],
    renewalLists: [[RenewalInfo]] = [],
    pending: [PendingPurchase] = []
  ) {
    self.transactionLists = transactionLists
    self.renewalLists = renewalLists
    self.pending = pending
  }

  /// The latest date at which anything here was signed; `nil`: nothing carries one.
  package var latestSignedDate: Instant? {
    let transactions = transactionLists.joined().compactMap(\.signedDate).max()
    let renewals = renewalLists.joined().compactMap(\.signedDate).max()
    let received = pieces.joined().compactMap(\.signedDate).max()
    return [transactions, renewals, received].compactMap(\.self).max()
  }

  /// All transactions with the rank of their list.
  var rankedTransactions: [RankedRecords<ReceivedTransaction>] {
    transactionLists.enumerated().map { rank, list in
      RankedRecords(rank: rank, records: list.map(ReceivedTransaction.init))
    } + pieces.map { RankedRecords(rank: 0, records: $0) }
  }
}
