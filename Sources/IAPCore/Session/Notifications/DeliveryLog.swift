/// What was tried with each notification: `signed/deliveries.jsonl`.
///
/// Its outcomes come from outside, so that no replay of the journal could make them again: the log
/// stands beside the signatures, which cannot be made again either.
package struct DeliveryLog {
  private let lines: JSONLines

  package static let file = StateFile.signed("deliveries.jsonl")
  package static let format = DocumentFormat("iap.deliveries")

  package init(in storage: any StateStorage) {
    lines = JSONLines(Self.file, format: Self.format, in: storage)
  }

  /// One line of the log.
  struct Entry: Equatable, Codable {
    var notificationUUID: String
    var attemptDate: Instant
    var sendAttemptResult: SendAttemptResult
  }

  /// The attempts of the notifications with these UUIDs, oldest first.
  package func attempts(of uuids: Set<String>) throws(StorageFailure) -> [String: [SendAttempt]] {
    var found: [String: [SendAttempt]] = [:]
    try lines.visit { line throws(StorageFailure) in
      let entry = try lines.decode(Entry.self, line)
      if uuids.contains(entry.notificationUUID) {
        found[entry.notificationUUID, default: []].append(
          SendAttempt(attemptDate: entry.attemptDate, result: entry.sendAttemptResult)
        )
      }
      return .more
    }
    return found
  }

  /// The change that adds attempts in the order in which they were made.
  package func change(
    appending attempts: [(uuid: String, attempt: SendAttempt)]
  ) throws(StorageFailure) -> FileChange {
    let entries = attempts.map { uuid, attempt in
      Entry(
        notificationUUID: uuid,
        attemptDate: attempt.attemptDate,
        sendAttemptResult: attempt.result
      )
    }
    return try lines.change(appending: entries.map { JSONValueEncoder.encode($0) })
  }
}
