/// The two files that hold an account's past: `history.jsonl` and `revisions.jsonl`.
///
/// A transaction is written once, when it is made; later versions, and the news that a tester
/// deleted it, are revisions. Both files only grow.
package struct HistoryFiles {
  private let storage: any StateStorage
  /// What is known of the files' lengths; of other accounts `account.json` tells.
  private let known: [AccountName: PastLengths]

  package init(in storage: any StateStorage, known: [AccountName: PastLengths] = [:]) {
    self.storage = storage
    self.known = known
  }

  package static let historyFormat = DocumentFormat("iap.history")
  package static let revisionsFormat = DocumentFormat("iap.revisions")

  /// The file of first versions, ascending by id.
  package func history(_ account: AccountName) throws(StorageFailure) -> JSONLines {
    try lines(.history(account), Self.historyFormat, committed: lengths(of: account).history)
  }

  /// The file of later versions, in the order in which they came.
  package func revisions(_ account: AccountName) throws(StorageFailure) -> JSONLines {
    try lines(.revisions(account), Self.revisionsFormat, committed: lengths(of: account).revisions)
  }

  /// The file of what the developer's server was told, in the order in which it was.
  package func notifications(_ account: AccountName) throws(StorageFailure) -> JSONLines {
    try lines(
      .notifications(account),
      Ledger.notificationFormat,
      committed: lengths(of: account).notifications
    )
  }

  private func lines(
    _ file: StateFile,
    _ format: DocumentFormat,
    committed length: Int
  ) -> JSONLines {
    JSONLines(file, format: format, in: storage, committed: length)
  }

  /// What must be there of an account's files; nothing of an account that does not exist.
  private func lengths(of account: AccountName) throws(StorageFailure) -> PastLengths {
    if let lengths = known[account] { return lengths }
    let file = StateFile.account(account)
    guard let bytes = try storage.readIfPresent(file) else { return PastLengths() }
    return try Session.accountDocument.note(bytes, path: file.path)
  }

  /// What later became of a transaction.
  enum Revision: Equatable, Sendable {
    case version(Transaction)
    case deleted
  }

  /// The last word on every transaction that has one.
  private func lastRevisions(
    of account: AccountName
  ) throws(StorageFailure) -> [TransactionID: Revision] {
    var found: [TransactionID: Revision] = [:]
    let lines = try revisions(account)
    try lines.visit { line throws(StorageFailure) in
      let revision = try lines.decode(RevisionLine.self, line)
      found[revision.id] = revision.content
      return .more
    }
    return found
  }

  private func revision(
    of id: TransactionID,
    account: AccountName
  ) throws(StorageFailure) -> Revision? {
    var found: Revision?
    let lines = try revisions(account)
    try lines.visitBackwards { line throws(StorageFailure) in
      let revision = try lines.decode(RevisionLine.self, line)
      guard revision.id == id else { return .more }
      found = revision.content
      return .stop
    }
    return found
  }

  /// The newest transactions as they were made, ascending by id, until the given one comes.
  package func made(
    after last: TransactionID?,
    by account: AccountName
  ) throws(StorageFailure) -> [Transaction] {
    var found: [Transaction] = []
    let lines = try history(account)
    try lines.visitBackwards { line throws(StorageFailure) in
      let transaction = try lines.decode(Transaction.self, line)
      if let last, transaction.id <= last { return .stop }
      found.append(transaction)
      return .more
    }
    return found.reversed()
  }

  /// The id of the newest transaction; `nil`: the account has none.
  package func newestID(of account: AccountName) throws(StorageFailure) -> TransactionID? {
    var found: TransactionID?
    let lines = try history(account)
    try lines.visitBackwards { line throws(StorageFailure) in
      found = try lines.decode(Transaction.self, line).id
      return .stop
    }
    return found
  }

  /// The transaction as it was made; `nil`: the account has none of this id.
  func firstVersion(
    of id: TransactionID,
    account: AccountName
  ) throws(StorageFailure) -> Transaction? {
    let lines = try history(account)
    let line = try lines.find { line throws(StorageFailure) in
      let found = try lines.decode(Transaction.self, line)
      return found.id == id ? 0 : (found.id < id ? -1 : 1)
    }
    guard let line else { return nil }
    return try lines.decode(Transaction.self, line)
  }
}

extension HistoryFiles: TransactionHistory {
  package func transaction(
    _ id: TransactionID,
    of account: AccountName
  ) throws(HistoryFailure) -> Transaction? {
    try Self.naming { () throws(StorageFailure) -> Transaction? in
      switch try revision(of: id, account: account) {
      case .version(let transaction): return transaction
      case .deleted: return nil
      case nil: return try firstVersion(of: id, account: account)
      }
    }
  }

  package func newest(
    of product: ProductID,
    of account: AccountName,
    where isEnough: (Transaction) -> Bool
  ) throws(HistoryFailure) -> Transaction? {
    try Self.naming { () throws(StorageFailure) -> Transaction? in
      let revisions = try lastRevisions(of: account)
      var found: Transaction?
      let lines = try history(account)
      try lines.visitBackwards { line throws(StorageFailure) in
        let first = try lines.decode(Transaction.self, line)
        guard first.productID == product, let latest = first.latest(after: revisions),
          isEnough(latest)
        else { return .more }
        found = latest
        return .stop
      }
      return found
    }
  }

  package func all(of account: AccountName) throws(HistoryFailure) -> [Transaction] {
    try Self.naming { () throws(StorageFailure) -> [Transaction] in
      let revisions = try lastRevisions(of: account)
      var found: [Transaction] = []
      let lines = try history(account)
      try lines.visit { line throws(StorageFailure) in
        let first = try lines.decode(Transaction.self, line)
        if let latest = first.latest(after: revisions) { found.append(latest) }
        return .more
      }
      return found.sorted { ($0.purchaseDate, $0.id) < ($1.purchaseDate, $1.id) }
    }
  }

  private static func naming<Answer>(
    _ body: () throws(StorageFailure) -> Answer
  ) throws(HistoryFailure) -> Answer {
    do throws(StorageFailure) {
      return try body()
    } catch {
      throw HistoryFailure(file: error.path, reason: "\(error.problem)", underlying: error)
    }
  }
}

extension Transaction {
  /// This transaction as it stands now; `nil`: it was deleted.
  fileprivate func latest(after revisions: [TransactionID: HistoryFiles.Revision]) -> Transaction? {
    switch revisions[id] {
    case .version(let transaction): transaction
    case .deleted: nil
    case nil: self
    }
  }
}

/// One line of `revisions.jsonl`: a whole later version, or `{"deletedTransactionId":"..."}`.
struct RevisionLine: Codable {
  var id: TransactionID
  var content: HistoryFiles.Revision

  private static let deletedName = "deletedTransactionId"

  init(_ id: TransactionID, _ content: HistoryFiles.Revision) {
    self.id = id
    self.content = content
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: TextCodingKey.self)
    let name = TextCodingKey(stringValue: Self.deletedName)
    if let id = try container.decodeIfPresent(TransactionID.self, forKey: name) {
      self.init(id, .deleted)
    } else {
      let transaction = try Transaction(from: decoder)
      self.init(transaction.id, .version(transaction))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch content {
    case .version(let transaction): try transaction.encode(to: encoder)
    case .deleted:
      var container = encoder.container(keyedBy: TextCodingKey.self)
      try container.encode(id, forKey: TextCodingKey(stringValue: Self.deletedName))
    }
  }
}
