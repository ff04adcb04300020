extension Session {
  /// Finishes one transaction after its delivery, in the state as it is now.
  ///
  /// The lock was not held meanwhile: what another command finished is already finished, and what
  /// changed, by a refund say, stays in the queue, because the program has not seen the change.
  package mutating func finish(
    _ outcome: DeliveryOutcome,
    of account: AccountName
  ) throws(SessionFailure) -> FinishReport {
    var queue = try app(of: account).queue
    let selection = FinishSelection(items: [], alreadyFinished: [])
    let report = queue.finish(selection, delivered: [outcome], at: now)
    guard !report.finished.isEmpty else { return report }
    let id = outcome.task.transaction.id.rawValue
    try perform(.finish(FinishEvent(ids: [id])), by: account)
    return report
  }
}
