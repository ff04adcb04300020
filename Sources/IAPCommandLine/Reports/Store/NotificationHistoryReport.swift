import IAPCore

/// A page of the notification history, in JSON as Apple's server writes it.
struct NotificationHistoryReport: Report {
  struct Entry {
    var entry: NotificationsReport.Entry
    var signedPayload: String
  }

  var entries: [Entry] = []
  /// Asks for the next page; `nil`: this is the last one.
  let paginationToken: String?

  var json: JSONValue {
    var members: [JSONMember] = [
      JSONMember(
        "notificationHistory",
        .array(
          entries.map { entry in
            .object([
              "sendAttempts": .array(entry.entry.attempts.map { JSONValueEncoder.encode($0) }),
              "signedPayload": .string(entry.signedPayload),
            ])
          }
        )
      ),
      JSONMember("hasMore", .boolean(paginationToken != nil)),
    ]
    if let paginationToken {
      members.append(JSONMember("paginationToken", .string(paginationToken)))
    }
    return .object(members)
  }

  func write(to page: inout TextPage) {
    NotificationsReport(entries: entries.map(\.entry)).write(to: &page)
    if let paginationToken { page.line("more: --page \(paginationToken)") }
  }
}
