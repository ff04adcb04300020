/// Hosted content: what of it comes with a transaction, and what is complete.
extension Session {
  /// What Apple hosts of each product; empty where the catalogue has no such file beside it.
  package func hostedContents() throws(SessionFailure) -> HostedContents {
    guard let sha256 = store.header.downloads else { return HostedContents() }
    return try keptFiles.downloads(sha256)
  }

  /// When the clock next does something in an account: in the store, or to a download of its app.
  func nextDue(of account: AccountName) throws(SessionFailure) -> Instant? {
    let due = store.nextDue(of: account)
    guard let end = try nextDownloadEnd(of: account) else { return due }
    return min(due ?? end, end)
  }

  /// Without hosted content no app is looked at.
  private func nextDownloadEnd(of account: AccountName) throws(SessionFailure) -> Instant? {
    guard store.header.downloads != nil else { return nil }
    return try app(of: account).queue.nextDownloadEnd(after: now)
  }

  /// The first end of a download in some accounts, for `advance --until downloadChanged`.
  func firstDownloadEnd(
    in accounts: some Sequence<AccountName>
  ) throws(SessionFailure) -> Instant? {
    var first: Instant?
    for account in accounts {
      guard let end = try nextDownloadEnd(of: account) else { continue }
      first = min(first ?? end, end)
    }
    return first
  }

  /// What becomes complete while the clock moves, by date.
  func downloadsFinished(
    until end: Instant,
    in accounts: some Sequence<AccountName>
  ) throws(SessionFailure) -> [StoreChange] {
    guard store.header.downloads != nil else { return [] }
    var changes: [StoreChange] = []
    for account in accounts {
      for download in try app(of: account).queue.downloads {
        guard let date = download.endDate, date > now, date <= end else { continue }
        let subject = ChangeSubject(
          download.productID,
          key: download.content.id,
          value: Download.State.finished.rawValue
        )
        changes.append(
          StoreChange(date: date, account: account, kind: .downloadChanged, subject: subject)
        )
      }
    }
    return changes.enumerated()
      .sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
      .map(\.element)
  }

  /// A delivered transaction brings its content along, waiting to be downloaded.
  func offerDownloads(
    of transaction: Transaction,
    in queue: inout QueueState,
    at date: Instant
  ) throws(SessionFailure) {
    guard store.header.downloads != nil else { return }
    queue.offerDownloads(of: transaction.id, from: try hostedContents(), at: date)
  }
}
