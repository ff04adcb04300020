import IAPCore

/// What `entitlements --from` brings in: the purchases of everything that may be believed.
struct ReceivedPurchases {
  /// An input that was not accepted.
  struct Refusal {
    /// The file, with the line in `--lines`.
    var place: String
    var failure: VerificationFailure
  }

  var records = ReceivedRecords()
  /// Unsigned transactions that were accepted on the fast way, in the pieces in which they were read.
  private var pieces: [[ReceivedTransaction]] = []
  var acceptedCount = 0
  var refusedCount = 0
  /// The first refusal; what it says stands for all.
  var firstRefusal: Refusal?
  /// True: something was accepted that could hold a purchase, whether it does or not.
  var canTell = false
  /// What to type instead of what the refusal advises; `nil`: that.
  var hint: String?
  /// In the order in which they came up, each once.
  private(set) var warnings: [VerificationWarning] = []

  mutating func add(_ reports: [VerificationReport], place: String) {
    for report in reports {
      for warning in report.warnings { warn(warning) }
      if let failure = report.failure {
        refusedCount += 1
        if firstRefusal == nil { firstRefusal = Refusal(place: place, failure: failure) }
      } else {
        acceptedCount += 1
        canTell = canTell || report.canTellOfPurchases
        records.add(report.records, isSigned: report.isAuthentic)
      }
    }
  }

  mutating func add(_ other: ReceivedPurchases) {
    records.add(other.records)
    pieces += other.pieces
    acceptedCount += other.acceptedCount
    canTell = canTell || other.canTell
    refusedCount += other.refusedCount
    if firstRefusal == nil { firstRefusal = other.firstRefusal }
    for warning in other.warnings { warn(warning) }
  }

  /// Adds signed transactions that were accepted on the fast way.
  mutating func add(_ transactions: [Transaction]) {
    guard !transactions.isEmpty else { return }
    acceptedCount += transactions.count
    canTell = true
    var records = PurchaseRecords()
    records.transactionLists = [transactions]
    records.date = transactions.lazy.compactMap(\.signedDate).max()
    self.records.add(records, isSigned: true)
  }

  /// Adds unsigned ones, which are many and cheap to read: only what decides is kept of them.
  mutating func add(_ transactions: [ReceivedTransaction], _ summary: ReceivedSummary) {
    guard !transactions.isEmpty else { return }
    acceptedCount += transactions.count
    canTell = true
    pieces.append(transactions)
    records.add(summary)
  }

  /// The unsigned transactions of the fast way without those of which a signed version is here, and
  /// a warning for each of those that says something else.
  func remainingPieces() -> (pieces: [[ReceivedTransaction]], warnings: [VerificationWarning]) {
    let signed = records.signedTransactions
    guard !signed.isEmpty, !pieces.isEmpty else { return (pieces, []) }
    let known = Dictionary(grouping: signed.map(ReceivedTransaction.init), by: \.id)
    var ignored: Set<TransactionID> = []
    let rest = pieces.map { piece in
      piece.filter { copy in
        guard let versions = known[copy.id] else { return true }
        if versions.allSatisfy({ $0.contradicts(copy) }) { ignored.insert(copy.id) }
        return false
      }
    }
    return (rest, ignored.sorted().map { .unsignedCopyIgnored($0) })
  }

  mutating func warn(_ warning: VerificationWarning) {
    // The account is no expectation here: it chooses whose purchases count (case G09).
    guard warning != .appAccountTokenNotChecked, !warnings.contains(warning) else { return }
    warnings.append(warning)
  }

  /// Why the answer cannot be relied on as a whole; `nil`: everything was accepted.
  var diagnostic: Diagnostic? {
    guard let refusal = firstRefusal else { return nil }
    let count = acceptedCount + refusedCount
    let several = count > 1 ? "\(refusedCount) of \(count) inputs refused, first " : ""
    return Diagnostic(
      code: refusal.failure.code,
      message: several + "'\(refusal.place)': " + refusal.failure.words,
      hint: hint ?? refusal.failure.hint,
      exitCode: refusal.failure.exitCode
    )
  }
}

extension ReceivedPurchases {
  private static let maximumFileBytes = 64 * 1024 * 1024

  /// Reads and verifies whole files, each of which may hold several inputs.
  static func files(
    _ paths: [String],
    _ request: VerificationRequest,
    _ context: CommandContext
  ) throws -> ReceivedPurchases {
    var received = ReceivedPurchases()
    let verifier = request.verifier
    for path in paths {
      let bytes = try context.read(path, limit: maximumFileBytes)
      if SignedInput.isLines(bytes) {
        received.hint = "iap entitlements --lines --from " + ShellWord.quoted(path)
      }
      received.add(verifier.verify(bytes), place: path)
    }
    return received
  }

  /// Reads and verifies one input a line, on every core; empty lines are passed over.
  static func lines(
    _ paths: [String],
    _ request: VerificationRequest,
    _ context: CommandContext
  ) throws -> ReceivedPurchases {
    var received = ReceivedPurchases()
    for path in paths {
      let source = try context.source(path)
      var fromFile = ReceivedPurchases()
      try LineRun(context: context).run(source) {
        let worker = PurchaseLines(request, path: path)
        return worker.read
      } deliver: { block in
        fromFile.add(block)
        return !context.environment.isInterrupted()
      }
      received.add(fromFile)
    }
    return received
  }
}

/// Reads the lines of blocks on one core.
private final class PurchaseLines {
  private let lines: LineVerifier
  private let path: String
  private let expectations: Expectations

  init(_ request: VerificationRequest, path: String) {
    lines = LineVerifier(request.verifier)
    self.path = path
    expectations = request.expectations
  }

  func read(_ block: LineBlock) -> ReceivedPurchases {
    var received = ReceivedPurchases()
    var number = block.firstLine
    if block.isOverlong {
      let limit = LineBlocks.maximumLineBytes
      let failure = VerificationFailure.tooLarge(part: "line", bytes: nil, limit: limit)
      received.add([lines.verifier.verify(.unreadable(failure))], place: "\(path):\(number + 1)")
    }
    var signed: [Transaction] = []
    var unsigned: [ReceivedTransaction] = []
    var summary = ReceivedSummary()
    block.forEachLine { line in
      number += 1
      guard !line.isEmpty else { return }
      if let (transaction, isSigned) = quickly(line, &received, isFirst: unsigned.isEmpty) {
        if isSigned {
          signed.append(transaction)
        } else {
          summary.add(transaction)
          unsigned.append(ReceivedTransaction(transaction))
        }
      } else {
        received.add(lines.verify(line), place: "\(path):\(number)")
      }
    }
    received.add(signed)
    received.add(unsigned, summary)
    return received
  }

  /// A transaction in its usual form, signed or where that is allowed decoded.
  private func quickly(
    _ line: UnsafeBufferPointer<UInt8>,
    _ received: inout ReceivedPurchases,
    isFirst: Bool
  ) -> (transaction: Transaction, isSigned: Bool)? {
    if line.first == UInt8(ascii: "{") {
      guard expectations.allowsUnsigned, (expectations.kind ?? .transaction) == .transaction,
        let transaction = lines.readTransaction(line), isExpected(transaction)
      else { return nil }
      // All of a block say the same.
      if isFirst {
        received.warn(.unsigned)
        warnUnchecked(&received)
      }
      return (transaction, false)
    }
    guard let quick = lines.verifyQuickly(line),
      let transaction = lines.readTransaction(quick.payload)
    else { return nil }
    for warning in quick.warnings { received.warn(warning) }
    return (transaction, true)
  }

  private func isExpected(_ transaction: Transaction) -> Bool {
    expectations.environment.map { $0 == transaction.environment } ?? true
      && expectations.bundleID.map { $0 == transaction.bundleID } ?? true
      && expectations.appAppleID == nil && expectations.device == nil
      && !expectations.demandsOnlineChecks
  }

  private func warnUnchecked(_ received: inout ReceivedPurchases) {
    if expectations.environment == nil { received.warn(.environmentNotChecked) }
    if expectations.bundleID == nil { received.warn(.bundleIDNotChecked) }
  }
}
