/// Everything that was received and may be believed, before it is put in order.
///
/// Records of one list are of equal weight, whatever their order. Where copies of a transaction
/// differ and no signing date decides, the copy in the later list counts (case A10: put
/// `receipt.in_app` before `latest_receipt_info`).
package struct PurchaseData: Equatable, Sendable {
  package var transactionLists: [[Transaction]]
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
    return [transactions, renewals].compactMap(\.self).max()
  }
}
