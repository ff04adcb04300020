extension Session {
  /// What the developer's server was told about an account, oldest first.
  package func notifications(
    of account: AccountName
  ) throws(SessionFailure) -> [ServerNotification] {
    let lines = JSONLines(.notifications(account), format: Ledger.notificationFormat, in: storage)
    var found: [ServerNotification] = []
    try storing { () throws(StorageFailure) in
      try lines.visit { line throws(StorageFailure) in
        let notification = try lines.decode(ServerNotification.self, line)
        found.append(notification)
        return .more
      }
    }
    return found
  }
}
