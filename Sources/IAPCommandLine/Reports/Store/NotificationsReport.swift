import IAPCore

/// Server notifications with what was tried to hand them over.
struct NotificationsReport: Report {
  struct Entry {
    var notification: ServerNotification
    var attempts: [SendAttempt]

    /// `{"payload","attempts"}`, the payload decoded with its inner parts.
    var json: JSONValue {
      .object([
        "payload": JSONValueEncoder.encode(notification),
        "attempts": .array(attempts.map { JSONValueEncoder.encode($0) }),
      ])
    }
  }

  let entries: [Entry]
  /// What an empty answer says.
  var emptyText = "no notifications"

  var json: JSONValue {
    .object(["notifications": .array(entries.map(\.json))])
  }

  func write(to page: inout TextPage) {
    guard !entries.isEmpty else { return page.line(StyledText(emptyText)) }
    var table = TextTable(
      "DATE",
      "TYPE",
      "TRANSACTION",
      "PRODUCT",
      "STATUS",
      "ATTEMPTS",
      "UUID"
    )
    for entry in entries { table.add(Self.cells(entry)) }
    page.table(table)
  }

  static func cells(_ entry: Entry) -> [StyledText] {
    let notification = entry.notification
    let transaction = notification.data?.transaction
    let product = transaction?.productID ?? notification.summary?.productID
    let kind = [notification.type.rawValue, notification.subtype?.rawValue]
      .compactMap(\.self).joined(separator: "/")
    let status = notification.data?.status
    return [
      StyledText(notification.signedDate.forPeople), StyledText(kind),
      StyledText(transaction?.id.rawValue ?? ""), StyledText(product?.rawValue ?? ""),
      StyledText(status?.name ?? "", status?.style ?? .plain), outcome(entry.attempts),
      StyledText(notification.uuid),
    ]
  }

  /// `2: TIMED_OUT`: how many attempts, and how the last one ended.
  private static func outcome(_ attempts: [SendAttempt]) -> StyledText {
    guard let last = attempts.last else { return StyledText("") }
    let style: StyledText.Style = last.result == .success ? .good : .bad
    return StyledText("\(attempts.count): \(last.result.rawValue)", style)
  }
}
