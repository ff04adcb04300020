import IAPCore

/// The states that were kept.
struct SnapshotsReport: Report {
  /// What was done with one of them; `nil`: nothing.
  let done: String?
  let names: [String]

  var json: JSONValue { .object(["snapshots": .strings(names)]) }

  func write(to page: inout TextPage) {
    if let done { return page.line(StyledText(done)) }
    if names.isEmpty { return page.line("no snapshots") }
    for name in names { page.line(StyledText(name)) }
  }
}

/// That the store is as after `init`, or its settings are.
struct ResetReport: Report {
  let date: Instant
  let isSettingsOnly: Bool

  var json: JSONValue { .object(["date": .integer(date.milliseconds)]) }

  func write(to page: inout TextPage) {
    let what = isSettingsOnly ? "the settings are the catalogue's" : "reset"
    page.line(StyledText("\(what), the store's clock is at \(date.forPeople)"))
  }
}
