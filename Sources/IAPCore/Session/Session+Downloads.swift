/// Hosted content: what of it comes with a transaction, and what is complete.
extension Session {
  /// What Apple hosts of each product; empty where the catalogue has no such file beside it.
  package func hostedContents() throws(SessionFailure) -> HostedContents {
    guard let sha256 = store.header.downloads else { return HostedContents() }
    return try keptFiles.downloads(sha256)
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
