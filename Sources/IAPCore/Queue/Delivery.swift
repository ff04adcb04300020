/// Why a delivery program did not deliver.
package enum DeliveryFailure: Equatable, Sendable {
  /// The program's own "no".
  case exited(Int32)
  case killed(signal: Int32)
  /// Milliseconds that it was given.
  case timedOut(Int64)
  /// The program could not be started; the system's words.
  case notStarted(String)
}

/// One transaction to hand to the delivery program.
///
/// Delivery is at least once: the program may see a transaction again when it or `iap` was
/// interrupted, and the id is the key by which it can tell.
package struct DeliveryTask: Equatable, Sendable {
  package var item: QueueItem
  package var transaction: Transaction

  /// What the program reads on its standard input: Apple's payload on one line.
  package var input: [UInt8] {
    JSONWriter.bytes(JSONValueEncoder.encode(transaction), layout: .line) + [UInt8(ascii: "\n")]
  }

  /// What it finds in its environment besides.
  package var environment: (name: String, value: String) {
    ("IAP_TRANSACTION_ID", transaction.id.rawValue)
  }

  package static func == (left: DeliveryTask, right: DeliveryTask) -> Bool {
    left.item == right.item && left.transaction == right.transaction
  }
}

/// What came of one delivery.
package struct DeliveryOutcome: Equatable, Sendable {
  package var task: DeliveryTask
  /// `nil`: delivered.
  package var failure: DeliveryFailure?

  package init(_ task: DeliveryTask, failure: DeliveryFailure? = nil) {
    self.task = task
    self.failure = failure
  }
}

extension FinishSelection {
  /// What has to be delivered, in the queue's order; failed purchases have nothing to deliver.
  package var deliveries: [DeliveryTask] {
    items.compactMap { item in
      item.transaction.map { DeliveryTask(item: item, transaction: $0) }
    }
  }
}

extension QueueState {
  /// Finishes what was delivered, in the state as it is now: the lock was not held meanwhile.
  ///
  /// What another command finished meanwhile is already finished; what changed meanwhile, by a
  /// refund say, stays in the queue, because the program has not seen the change.
  package mutating func finish(
    _ selection: FinishSelection,
    delivered outcomes: [DeliveryOutcome],
    at date: Instant
  ) -> FinishReport {
    var report = FinishReport(alreadyFinished: selection.alreadyFinished)
    var done = selection.items.filter { item in
      item.transaction == nil && transactions.contains(item)
    }
    report.finished = done.map(\.reference)
    for outcome in outcomes {
      let id = outcome.task.transaction.id
      if let failure = outcome.failure {
        report.failed.append(FinishReport.Failure(id, .delivery(failure)))
        continue
      }
      guard let item = transactions.first(where: { $0.transaction?.id == id }) else {
        report.alreadyFinished.append(id.rawValue)
        continue
      }
      let missing = unfinishedContents(of: id, at: date)
      if item.transaction != outcome.task.transaction || item.kind != outcome.task.item.kind {
        report.failed.append(FinishReport.Failure(id, .changedMeanwhile))
      } else if !missing.isEmpty {
        report.failed.append(FinishReport.Failure(id, .downloadsUnfinished(missing)))
      } else {
        report.finished.append(id.rawValue)
        done.append(item)
      }
    }
    remove(done)
    return report
  }
}
