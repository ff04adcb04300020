extension QueueState {
  /// Offers the hosted content of a transaction that stands in the queue; safe to repeat.
  ///
  /// A revoked transaction has nothing to download.
  package mutating func offerDownloads(
    of id: TransactionID,
    from contents: HostedContents,
    at date: Instant
  ) {
    guard let transaction = transactions.first(where: { $0.transaction?.id == id })?.transaction
    else { return }
    guard transaction.revocationDate == nil else {
      downloads.removeAll { $0.transactionID == id }
      return
    }
    guard !downloads.contains(where: { $0.transactionID == id }) else { return }
    downloads += contents.products[transaction.productID, default: []].map {
      Download($0, of: transaction, at: date)
    }
  }

  /// Starts, pauses, resumes or cancels everything of a transaction that the action fits.
  ///
  /// - Returns: The downloads of the transaction afterwards.
  package mutating func perform(
    _ action: DownloadAction,
    on operand: TransactionOperand,
    at date: Instant
  ) throws(DownloadError) -> [Download] {
    let transaction = try downloadable(operand.id)
    let indices = downloads.indices.filter { downloads[$0].transactionID == transaction.id }
    guard !indices.isEmpty else { throw .noContent(transaction.id, transaction.productID) }
    let fitting = indices.filter { action.allowed.contains(downloads[$0].state(at: date)) }
    guard !fitting.isEmpty else {
      let states = indices.map { downloads[$0].state(at: date) }
      throw .notPossible(action, transaction.id, states: states)
    }
    for index in fitting { downloads[index].change(to: action.next, at: date) }
    return indices.map { downloads[$0] }
  }

  /// An exact id first, then the newest unfinished transaction of a product.
  private func downloadable(_ text: String) throws(DownloadError) -> Transaction {
    let unfinished = transactions.compactMap(\.transaction)
    if let transaction = unfinished.first(where: { $0.id.rawValue == text }) { return transaction }
    let newest = unfinished.filter { $0.productID.rawValue == text }.max { $0.id < $1.id }
    guard let newest else { throw .unknownTransaction(text) }
    return newest
  }

  /// When the next download is complete; `nil`: none runs.
  func nextDownloadEnd(after date: Instant) -> Instant? {
    downloads.compactMap(\.endDate).filter { $0 > date }.min()
  }

  /// The contents of a transaction that are neither complete nor given up.
  func unfinishedContents(of id: TransactionID, at date: Instant) -> [String] {
    downloads.filter { $0.transactionID == id && !$0.isOver(at: date) }.map(\.content.id)
  }

  /// Whether the transaction may be finished as far as its hosted content goes.
  package func hasAllContents(of id: TransactionID, at date: Instant) -> Bool {
    unfinishedContents(of: id, at: date).isEmpty
  }
}
