import IAPCore

/// One run of `iap store notifications`: which ones, in which order, and what becomes of them.
struct NotificationRun {
  private let context: CommandContext
  private let account: AccountName
  private let filter: NotificationFilter
  private let seed: UInt64?
  /// The ones that were shown already, while following.
  private var seen = 0

  init(_ context: CommandContext, account: AccountName) {
    self.context = context
    self.account = account
    seed = context.options.integer("shuffle").map { UInt64($0) }
    var filter = NotificationFilter()
    filter.kinds = context.options.texts("type").map { NotificationFilter.Kind($0) }
    filter.transaction = context.options.text("transaction")
    filter.since = context.options.time("since")
    self.filter = filter
  }

  /// Shows them with the attempts that were made.
  func list() throws -> ExitCode {
    try context.reading { session in
      let found = arranged(try session.notifications(of: account, matching: filter))
      context.output.show(NotificationsReport(entries: try entries(found, in: session)))
      return .success
    }
  }

  /// Prints one bare `signedPayload` a line.
  func sign() throws -> ExitCode {
    try signing { session, isKept -> ExitCode in
      let found = arranged(try session.notifications(of: account, matching: filter))
      try session.signedPayloads(of: found, isKept: isKept) { _, signedPayload in
        context.output.write(Array((signedPayload + "\n").utf8))
      }
      return .success
    }
  }

  /// Shows what came since the last time, one a line.
  mutating func follow() throws {
    let shown = seen
    let isSigned = context.options.has("signed")
    seen = try signing { session, isKept -> Int in
      let found = try session.notifications(of: account, matching: filter)
      let new = Array(found.dropFirst(shown))
      guard !new.isEmpty else { return found.count }
      if isSigned {
        try session.signedPayloads(of: new, isKept: isKept) { _, signedPayload in
          context.output.write(Array((signedPayload + "\n").utf8))
        }
      } else {
        for entry in try entries(new, in: session) {
          show(entry)
        }
      }
      return found.count
    }
  }

  /// Hands over what is due by the store's clock; the store is free while the program runs.
  mutating func deliver(
    to receiver: NotificationReceiver,
    isFollowing: Bool
  ) throws -> ExitCode {
    var (notifications, queue, schedule) = try prepare()
    var attempted: Set<String> = []
    while let attempt = queue.next() {
      guard !context.environment.isInterrupted() else { break }
      let result = try receiver.hand(try payload(attempt.uuid), uuid: attempt.uuid)
      guard let made = queue.record(result) else { break }
      try context.withStore(.writing) { session, _ in
        try session.record(made, of: attempt.uuid)
      }
      attempted.insert(attempt.uuid)
      context.output.explain("attempt \(attempt.number) of \(attempt.uuid): \(result)")
    }
    notifications.removeAll { !attempted.contains($0.uuid) }
    return try report(notifications, schedule, isFollowing: isFollowing)
  }

  /// What is due is signed and kept before it is handed over: every attempt has the same bytes.
  private func prepare() throws -> ([ServerNotification], DeliveryQueue, DeliverySchedule) {
    try context.withStore(.writing) { session, _ in
      let found = try session.notifications(of: account, matching: filter)
      let schedule = schedule(in: session)
      let queue = try deliveryQueue(of: found, schedule, in: session)
      let due = queue.dueNotifications
      let needed = found.filter { due.contains($0.uuid) }
      try session.signedPayloads(of: needed, isKept: true) { _, _ in }
      return (needed, queue, schedule)
    }
  }

  private func report(
    _ notifications: [ServerNotification],
    _ schedule: DeliverySchedule,
    isFollowing: Bool
  ) throws -> ExitCode {
    let entries = try context.withStore(.reading) { session, _ in
      try self.entries(notifications, in: session)
    }
    if isFollowing {
      for entry in entries { show(entry) }
    } else {
      context.output.show(
        NotificationsReport(
          entries: entries,
          emptyText: schedule.maximumAttempts == 0
            ? "an Xcode store sends no notifications" : "nothing is due"
        )
      )
    }
    guard let diagnostic = failure(of: entries, schedule) else { return .success }
    context.output.fail(diagnostic)
    return diagnostic.exitCode
  }

  /// Which ones were not received, and when they are tried again; `nil`: all were.
  private func failure(
    of entries: [NotificationsReport.Entry],
    _ schedule: DeliverySchedule
  ) -> Diagnostic? {
    let failed = entries.filter { $0.attempts.last?.result != .success }
    guard let first = failed.first, let last = first.attempts.last else { return nil }
    let (uuid, count) = (first.notification.uuid, first.attempts.count)
    let next = schedule.nextAttempt(
      of: uuid,
      sent: first.notification.signedDate,
      after: first.attempts
    )
    return Diagnostic(
      code: "notDelivered",
      message: failed.count == 1
        ? "1 notification was not received" : "\(failed.count) notifications were not received",
      why: "\(uuid): \(last.result.rawValue), attempt \(count) of \(schedule.maximumAttempts)"
        + (schedule.maximumAttempts == 1 ? ": the sandbox does not retry" : ""),
      hint: next.map { "iap store advance --to \($0.rfc3339)" }
        ?? "iap store notify resend \(uuid)",
      exitCode: .refused
    )
  }

  private func show(_ entry: NotificationsReport.Entry) {
    if context.output.isJSON {
      context.output.showLine(entry.json)
    } else {
      let cells = NotificationsReport.cells(entry).map(\.plain).filter { !$0.isEmpty }
      context.output.showLine(StyledText(cells.joined(separator: "  ")))
    }
  }

  private func payload(_ uuid: String) throws -> String {
    try context.withStore(.reading) { session, _ in
      String(decoding: try session.storage.read(.signed(uuid)), as: UTF8.self)
    }
  }

  /// Apple's schedule, as late as `--delay` says.
  private func schedule(in session: Session) -> DeliverySchedule {
    let start = session.now
    let delay = context.options.duration("delay").map {
      start.adding($0).milliseconds(since: start)
    }
    return DeliverySchedule(
      environment: session.configuration.environment,
      maximumDelay: max(0, delay ?? 0),
      seed: seed ?? session.store.header.seed
    )
  }

  private func deliveryQueue(
    of notifications: [ServerNotification],
    _ schedule: DeliverySchedule,
    in session: Session
  ) throws -> DeliveryQueue {
    let attempts = try session.attempts(for: notifications)
    return DeliveryQueue(
      notifications.map {
        .init(uuid: $0.uuid, date: $0.signedDate, attempts: attempts[$0.uuid] ?? [])
      },
      schedule: schedule,
      now: session.now,
      shuffleSeed: seed
    )
  }

  private func entries(
    _ notifications: [ServerNotification],
    in session: Session
  ) throws -> [NotificationsReport.Entry] {
    let attempts = try session.attempts(for: notifications)
    return notifications.map { .init(notification: $0, attempts: attempts[$0.uuid] ?? []) }
  }

  /// As `--shuffle` and `--duplicate` ask for.
  private func arranged(_ notifications: [ServerNotification]) -> [ServerNotification] {
    var arranged = notifications
    if context.options.has("duplicate") { arranged = arranged.flatMap { [$0, $0] } }
    if let seed {
      var generator = SplitMix64(seed: seed)
      arranged.shuffle(using: &generator)
    }
    return arranged
  }

  /// Opens the store so that new signatures can be kept; where it cannot be written, without.
  private func signing<Answer>(
    _ body: (Session, _ isKept: Bool) throws -> Answer
  ) throws -> Answer {
    do {
      return try context.withStore(.writing) { session, _ in try body(session, true) }
    } catch SessionFailure.storage(let failure)
      where failure.problem == .readOnly || failure.problem == .permission
    {
      return try context.withStore(.reading) { session, _ in try body(session, false) }
    }
  }
}
