/// What finishing came to: the content of the `finish` document.
package struct FinishReport: Equatable, Sendable {
  /// What could not be finished, and why.
  package struct Failure: Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
      case delivery(DeliveryFailure)
      /// A later version arrived while the old one was delivered; it stays, to be delivered.
      case changedMeanwhile
      case downloadsUnfinished([String])
    }

    package var transactionID: TransactionID
    package var reason: Reason

    package init(_ transactionID: TransactionID, _ reason: Reason) {
      self.transactionID = transactionID
      self.reason = reason
    }
  }

  /// Transactions' ids; for a failed purchase, which has none, its product's.
  package var finished: [String]
  package var alreadyFinished: [String]
  package var failed: [Failure]

  package init(finished: [String] = [], alreadyFinished: [String] = [], failed: [Failure] = []) {
    self.finished = finished
    self.alreadyFinished = alreadyFinished
    self.failed = failed
  }
}

/// What `finish` is asked for, made out: the items of the queue, and what is finished already.
package struct FinishSelection: Equatable, Sendable {
  /// In the queue's order, each once.
  package var items: [QueueItem]
  /// In the order asked for, each once.
  package var alreadyFinished: [String]
}

extension QueueState {
  /// Makes out what is to be finished, changing nothing.
  ///
  /// Finished transactions are not kept here: the history tells them from unknown ids.
  ///
  /// - Parameters:
  ///   - event: Ids, products that stand for all their unfinished transactions, or everything.
  ///   - isKnown: Whether the account's history has the transaction.
  ///   - owner: Another account that has it; `nil`: none.
  package func selection(
    for event: FinishEvent,
    isKnown: (TransactionID) throws -> Bool,
    owner: (TransactionID) throws -> AccountName? = { _ in nil }
  ) throws -> FinishSelection {
    if event.all == true {
      return FinishSelection(items: transactions.filter { !$0.isPending }, alreadyFinished: [])
    }
    var chosen: Set<Int> = []
    var finished: [String] = []
    for text in event.ids ?? [] {
      let items = try items(named: text)
      if !items.isEmpty {
        chosen.formUnion(items.map(\.sequence))
      } else if try isKnown(TransactionID(text)) {
        if !finished.contains(text) { finished.append(text) }
      } else if let account = try owner(TransactionID(text)) {
        throw QueueError.otherAccount(text, account)
      } else {
        throw QueueError.unknownTransaction(text)
      }
    }
    let items = transactions.filter { chosen.contains($0.sequence) }
    return FinishSelection(items: items, alreadyFinished: finished)
  }

  /// An exact id first, then a request, then everything of a product that can be finished.
  private func items(named text: String) throws(QueueError) -> [QueueItem] {
    if let item = transactions.first(where: { $0.transaction?.id.rawValue == text }) {
      return [item]
    }
    if let item = transactions.first(where: { $0.isPending && $0.requestID?.rawValue == text }) {
      throw .stillPending(text, item.requestID)
    }
    let items = transactions.filter { $0.productID.rawValue == text }
    let finishable = items.filter { !$0.isPending }
    if finishable.isEmpty, let waiting = items.first {
      throw .stillPending(text, waiting.requestID)
    }
    return finishable
  }

  /// Finishes what was selected; a refusal changes nothing.
  ///
  /// Hosted content must be complete first: what is not downloaded when its transaction is
  /// finished cannot be downloaded any more.
  package mutating func finish(
    _ selection: FinishSelection,
    at date: Instant
  ) throws(QueueError) -> FinishReport {
    for item in selection.items {
      guard let id = item.transaction?.id else { continue }
      let missing = unfinishedContents(of: id, at: date)
      guard missing.isEmpty else { throw .downloadsUnfinished(id, missing) }
    }
    remove(selection.items)
    return FinishReport(
      finished: selection.items.map(\.reference),
      alreadyFinished: selection.alreadyFinished
    )
  }
}
