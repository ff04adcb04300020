package import IAPCore

/// Past transactions in memory, kept up to date from the changes of a store.
package struct MemoryHistory: TransactionHistory {
  /// By account, in the order of ids.
  private var transactions: [AccountName: [Transaction]] = [:]
  /// What reading it throws; `nil`: it can be read.
  package var failure: HistoryFailure?

  package init() {}

  /// Takes over what a change made, revised or deleted.
  package mutating func record(_ change: StoreChange) {
    if change.kind == .cleared {
      transactions[change.account] = []
      return
    }
    guard let transaction = change.transaction else { return }
    let place = transactions[change.account]?.firstIndex { $0.id == transaction.id }
    if change.kind == .transactionDeleted {
      if let place { transactions[change.account]?.remove(at: place) }
    } else if let place {
      transactions[change.account]?[place] = transaction
    } else {
      transactions[change.account, default: []].append(transaction)
    }
  }

  package func transaction(
    _ id: TransactionID,
    of account: AccountName
  ) throws(HistoryFailure) -> Transaction? {
    if let failure { throw failure }
    return transactions[account]?.first { $0.id == id }
  }

  package func newest(
    of product: ProductID,
    of account: AccountName,
    where isEnough: (Transaction) -> Bool
  ) throws(HistoryFailure) -> Transaction? {
    if let failure { throw failure }
    return (transactions[account] ?? []).sorted { $0.id > $1.id }
      .first { $0.productID == product && isEnough($0) }
  }

  package func all(of account: AccountName) throws(HistoryFailure) -> [Transaction] {
    if let failure { throw failure }
    return (transactions[account] ?? []).sorted {
      ($0.purchaseDate, $0.id) < ($1.purchaseDate, $1.id)
    }
  }
}
