import IAPCore

/// `iap store notifications history`: Apple's Get Notification History (rule D-6).
enum StoreNotificationsHistoryCommand: Command {
  static let words = "store notifications history"
  static var spec: CommandSpec {
    CommandSpec(
      "Ask for past notifications as Apple's server answers",
      options: [
        OptionSpec(
          "start",
          value: "TIME",
          .time,
          help: "from that moment on, at most 180 days ago (180 days ago)"
        ),
        OptionSpec("end", value: "TIME", .time, help: "up to that moment (now)"),
        OptionSpec("type", value: "T", help: "only of this type: DID_RENEW/BILLING_RECOVERY"),
        OptionSpec(
          "transaction",
          value: "ID",
          help: "only of the purchase that this id belongs to, or of a product's purchases"
        ),
        OptionSpec("only-failures", help: "only what was tried and has not been received"),
        OptionSpec("page", value: "TOKEN", help: "the next page, by what the last one said"),
      ],
      details: [
        "About all customers of the app, oldest first, twenty at a time; the payloads are those that were sent. With --json the answer is Apple's: notificationHistory, hasMore and paginationToken."
      ],
      examples: [
        .init("iap store notifications history --type REFUND --json", "what an outage missed"),
        .init("iap store notifications history --only-failures", "what has to be fetched again"),
      ],
      statuses: [.refused, .notFound]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let options = context.options
    return try context.withStore(.writing) { session, _ in
      let now = session.now
      var request = NotificationHistoryRequest(
        startDate: options.time("start")
          ?? now.adding(milliseconds: -NotificationHistoryRequest.reach),
        endDate: options.time("end") ?? now
      )
      request.kind = options.text("type").map { NotificationFilter.Kind($0) }
      request.transaction = options.text("transaction").map { TransactionID($0) }
      request.onlyFailures = options.has("only-failures")
      request.paginationToken = options.text("page")
      let page = try session.notificationHistory(request)
      let attempts = try session.attempts(for: page.notifications)
      var report = NotificationHistoryReport(paginationToken: page.paginationToken)
      try session.signedPayloads(of: page.notifications, isKept: true) { notification, payload in
        report.entries.append(
          .init(
            entry: .init(
              notification: notification,
              attempts: attempts[notification.uuid] ?? []
            ),
            signedPayload: payload
          )
        )
      }
      context.output.show(report)
      return .success
    }
  }
}
