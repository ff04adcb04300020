/// What one event adds to the files that only grow.
struct Ledger {
  private(set) var history: [AccountName: [Transaction]] = [:]
  private(set) var revisions: [AccountName: [RevisionLine]] = [:]
  private(set) var notifications: [AccountName: [ServerNotification]] = [:]
  private(set) var cleared: Set<AccountName> = []

  static let notificationFormat = DocumentFormat("iap.notifications")

  /// Notes what a change adds to its account's past.
  mutating func note(_ change: StoreChange) {
    if let notification = change.notification {
      notifications[change.account, default: []].append(notification)
    }
    if change.kind == .cleared {
      cleared.insert(change.account)
      return
    }
    guard let transaction = change.transaction else { return }
    if change.kind == .transactionDeleted {
      revisions[change.account, default: []].append(RevisionLine(transaction.id, .deleted))
    } else if change.isRevision {
      revisions[change.account, default: []].append(
        RevisionLine(transaction.id, .version(transaction))
      )
    } else if !Self.repeatingKinds.contains(change.kind) {
      history[change.account, default: []].append(transaction)
    }
  }

  /// Changes that name a transaction which the history has already.
  private static let repeatingKinds: Set<StoreChange.Kind> = [.delivered, .finished]
}
