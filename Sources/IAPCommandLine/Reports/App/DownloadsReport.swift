import IAPCore

/// Downloads of hosted content, as they are at the store's time.
struct DownloadsReport: Report {
  let downloads: [Download]
  let now: Instant
  /// Where complete content was copied to; `nil`: nobody asked for that.
  var copied: [String]?
  /// Complete contents of which there is nothing to copy, because the side file names no path.
  var withoutPath: [String] = []

  var json: JSONValue {
    .object([
      "downloads": .array(
        downloads.map { download in
          .object([
            "transactionId": .string(download.transactionID.rawValue),
            "productId": .string(download.productID.rawValue),
            "contentId": .string(download.content.id),
            "contentVersion": download.content.version.map { .string($0) },
            "state": .string(download.state(at: now).rawValue),
            "size": .integer(download.content.size),
            "received": .integer(download.receivedBytes(at: now)),
            "percentage": .integer(download.percentage(at: now)),
            "timeRemaining": download.timeRemaining(at: now).map { .integer($0) },
          ])
        }
      ),
      "copied": copied.map { .strings($0) },
      "withoutPath": copied.map { _ in .strings(withoutPath) },
    ])
  }

  func write(to page: inout TextPage) {
    if downloads.isEmpty { return page.line("no downloads") }
    var table = TextTable([
      .init("STATE"), .init("PRODUCT"), .init("CONTENT"), .init("DONE", .right),
      .init("SIZE", .right), .init("TRANSACTION"),
    ])
    for download in downloads {
      table.add(
        StyledText(download.state(at: now).rawValue),
        StyledText(download.productID.rawValue),
        StyledText(download.content.id),
        StyledText("\(download.percentage(at: now)) %"),
        StyledText("\(download.content.size)"),
        StyledText(download.transactionID.rawValue)
      )
    }
    page.table(table)
    for path in copied ?? [] { page.line("copied to \(path)") }
    for content in withoutPath { page.line("not copied: '\(content)' has no path to copy from") }
    if let copied, copied.isEmpty, withoutPath.isEmpty, !downloads.isEmpty {
      page.line("nothing to copy: no download is complete")
    }
  }
}
