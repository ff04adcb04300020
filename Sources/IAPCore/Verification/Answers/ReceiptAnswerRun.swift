/// One reading of one verifyReceipt answer.
struct ReceiptAnswerRun {
  private let verifier: SignedDataVerifier
  private(set) var report = VerificationReport()

  init(verifier: SignedDataVerifier) {
    self.verifier = verifier
    report.kind = .verifyReceipt
  }

  mutating func read(_ value: JSONValue) {
    report.payload = value
    let answer: ReceiptAnswer
    do throws(VerificationFailure) {
      answer = try ReceiptAnswer(value)
    } catch {
      report.failure = error
      return
    }
    report.environment = answer.environment
    report.warnings = answer.warnings + answer.problems.map { .unreadableRecord($0) }
    var judge = UnsignedJudge(
      verifier: verifier,
      kind: .verifyReceipt,
      environment: answer.environment,
      bundleID: answer.bundleID,
      appAppleID: answer.appItemID
    )
    judge.failure = failure(of: answer)
    if answer.status == .subscriptionExpired { report.warnings.append(.subscriptionExpired) }
    if answer.status == .accountNotFound { report.warnings.append(.accountNotFound) }
    if answer.purchaseCount == 0, answer.status?.hasReceipt != false {
      report.warnings.append(.noPurchases)
    }
    var records = answer.records
    if answer.status == .accountNotFound {
      records = PurchaseRecords()
      records.date = answer.records.date
    }
    report = judge.judged(report, records: records)
  }

  /// A status that says "no receipt" comes before the missing signature: it says what to do.
  private func failure(of answer: ReceiptAnswer) -> VerificationFailure {
    switch answer.status {
    case nil: return .noStatus
    // Deleted: as if nothing had ever been bought.
    case .accountNotFound: return .unsigned
    case let status? where !status.hasReceipt: return .status(status)
    default:
      let isUnreadable = answer.purchaseCount > 0 && answer.records.transactions.isEmpty
      return isUnreadable ? .nothingReadable : .unsigned
    }
  }
}
