/// One reading of a payload that somebody decoded: the same members, no signature.
struct DecodedRun {
  private let verifier: SignedDataVerifier
  private(set) var report = VerificationReport()

  init(verifier: SignedDataVerifier) {
    self.verifier = verifier
  }

  mutating func read(_ value: JSONValue) {
    let kind = SignedKind(payload: value)
    report.kind = kind
    report.payload = value
    let (records, problems, payload) = Self.records(value, kind: kind)
    report.environment = payload.environment
    var judge = UnsignedJudge(
      verifier: verifier,
      kind: kind,
      environment: payload.environment,
      bundleID: payload.bundleID,
      appAppleID: payload.appAppleID
    )
    if let problem = problems.first { judge.failure = .malformedField(problem) }
    report.warnings += records.transactions.flatMap(\.oddities)
    report = judge.judged(report, records: records)
  }

  /// Decoded notifications, as `iap notifications` prints them, have their inner parts decoded too.
  private static func records(
    _ value: JSONValue,
    kind: SignedKind
  ) -> (PurchaseRecords, [FieldProblem], ReadPayload) {
    let payload = ReadPayload(value)
    var records = PurchaseRecords()
    var problems = payload.problems
    switch payload.content {
    case .transaction(let transaction?): records.add(transaction)
    case .transaction(nil): records.leftOut.add(value["productId"]?.string)
    case .renewalInfo(let info?): records.add(info)
    case .notification:
      let inner = ["signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo"]
      problems.removeAll { problem in inner.contains { problem.path.hasSuffix($0) } }
      let data = value["data"]
      if let transaction = data?["signedTransactionInfo"], transaction.members != nil {
        let (found, wrong, _) = Self.records(transaction, kind: .transaction)
        records.add(found)
        problems += wrong
      }
      if let info = data?["signedRenewalInfo"], info.members != nil {
        let (found, wrong, _) = Self.records(info, kind: .renewalInfo)
        records.add(found)
        problems += wrong
      }
    default: break
    }
    records.date = signingDate(of: value)
    return (records, problems, payload)
  }

  private static func signingDate(of value: JSONValue) -> Instant? {
    do throws(VerificationFailure) {
      return try SignedTextRun.signingDate(of: value)
    } catch {
      return nil
    }
  }
}
