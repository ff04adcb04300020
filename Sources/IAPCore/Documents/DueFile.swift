/// `due.json`: when something is next due, one line for each account.
///
/// Every account has a line from its creation on, `null` while nothing is due, so that a command
/// of an existing account changes thirteen bytes, however many accounts there are.
package struct DueFile {
  private let lines: LineObject

  package static let format = DocumentFormat("iap.due")

  /// Milliseconds of any moment until the year 2286.
  private static let width = 13

  package init(in storage: some StateStorage) {
    lines = LineObject(
      .due,
      member: "accounts",
      format: DueFile.format,
      width: DueFile.width,
      in: storage
    )
  }

  /// When something is next due in the account; `nil`: nothing, or the account is not known.
  package func date(of account: AccountName) throws(StorageFailure) -> Instant? {
    guard let value = try lines.value(of: account.rawValue) else { return nil }
    return try date(value, of: account.rawValue)
  }

  /// All dates of accounts in which something is due; throws `missing` where there is no file.
  package func dates() throws(StorageFailure) -> [AccountName: Instant] {
    guard try lines.exists else { throw StorageFailure(.due, .missing) }
    var dates: [AccountName: Instant] = [:]
    for entry in try lines.entries() {
      dates[AccountName(entry.name)] = try date(entry.value, of: entry.name)
    }
    return dates
  }

  /// The changes that write these dates; `nil` as a date: nothing is due.
  ///
  /// `isNew`: the store begins with this command. In any other a file that is gone is `missing`: a
  /// new one would not know the other accounts.
  package func changes(
    _ dates: [AccountName: Instant?],
    isNew: Bool = false
  ) throws(StorageFailure) -> [FileChange] {
    guard !dates.isEmpty else { return [] }
    if !isNew, try !lines.exists { throw StorageFailure(.due, .missing) }
    return try lines.changes(
      dates.sorted { $0.key < $1.key }.map { account, date in
        let text = date.map { String($0.milliseconds) } ?? "null"
        return LineObject.Entry(name: account.rawValue, value: Array(text.utf8))
      }
    )
  }

  private func date(_ value: [UInt8], of name: String) throws(StorageFailure) -> Instant? {
    let text = String(decoding: value, as: UTF8.self)
    if text == "null" { return nil }
    if let number = Int64(text) { return Instant(milliseconds: number) }
    let path = JSONPath.root.member("accounts").member(name)
    let problem = JSONShapeError.Problem.expected("a whole number", found: text)
    let shape = JSONShapeError(path: path.description, problem: problem)
    throw StorageFailure(.due, .corrupt(.shape(shape)))
  }
}
