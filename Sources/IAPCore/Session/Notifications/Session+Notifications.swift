/// What the developer's server was told, and the handing over.
extension Session {
  /// The notifications of an account that the filter lets through, oldest first.
  package func notifications(
    of name: AccountName,
    matching filter: NotificationFilter = NotificationFilter()
  ) throws(SessionFailure) -> [ServerNotification] {
    try requireAccount(name)
    return try storing { () throws(StorageFailure) in
      let lines = try history.notifications(name)
      var found: [ServerNotification] = []
      try lines.visit { line throws(StorageFailure) in
        let notification = try lines.decode(ServerNotification.self, line)
        if filter.matches(notification) { found.append(notification) }
        return .more
      }
      return found
    }
  }

  /// The notification of this UUID, whoever it is about; `nil`: there is none.
  package func notification(_ uuid: String) throws(SessionFailure) -> ServerNotification? {
    for account in try accounts() {
      let found = try notifications(of: account.name).first { $0.uuid == uuid }
      if let found { return found }
    }
    return nil
  }

  /// The `signedPayload` of each notification: the bytes that were signed first.
  ///
  /// `isKept`: new signatures are committed to `signed/`, so that a retry sends the same bytes.
  package func signedPayloads(
    of notifications: [ServerNotification],
    isKept: Bool,
    handing receive: (ServerNotification, String) throws(SessionFailure) -> Void
  ) throws(SessionFailure) {
    let issuer = try issuer()
    // Signed in this run and not committed yet.
    var fresh: [String: String] = [:]
    for notification in notifications {
      if let made = fresh[notification.uuid] {
        try receive(notification, made)
        continue
      }
      let file = StateFile.signed(notification.uuid)
      let kept = try storing { () throws(StorageFailure) in try storage.readIfPresent(file) }
      if let kept {
        try receive(notification, String(decoding: kept, as: UTF8.self))
        continue
      }
      let made = try signing { () throws(SigningFailure) in
        try issuer.notification(notification)
      }
      fresh[notification.uuid] = made
      if isKept, fresh.count >= Self.signaturesPerCommit { try keep(&fresh) }
      try receive(notification, made)
    }
    if isKept { try keep(&fresh) }
  }

  /// What was tried with each of the notifications, oldest first; absent: nothing yet.
  package func attempts(
    for notifications: [ServerNotification]
  ) throws(SessionFailure) -> [String: [SendAttempt]] {
    try storing { () throws(StorageFailure) in
      try DeliveryLog(in: storage).attempts(of: Set(notifications.map(\.uuid)))
    }
  }

  /// Writes down how an attempt ended.
  package func record(
    _ attempt: SendAttempt,
    of uuid: String
  ) throws(SessionFailure) {
    try storing { () throws(StorageFailure) in
      let change = try DeliveryLog(in: storage).change(appending: [(uuid, attempt)])
      try storage.commit([change])
    }
  }

  private func keep(_ payloads: inout [String: String]) throws(SessionFailure) {
    let changes = payloads.keys.sorted().map { uuid in
      FileChange.replace(.signed(uuid), Array((payloads[uuid] ?? "").utf8))
    }
    guard !changes.isEmpty else { return }
    payloads = [:]
    try storing { () throws(StorageFailure) in try storage.commit(changes) }
  }

  /// Some two megabytes at a time, however many notifications there are.
  private static let signaturesPerCommit = 128
}
