/// Judges data that nobody signed, or whose signer cannot be known: it is read and shown, but answers
/// nothing unless the caller allows that (design, section 5).
struct UnsignedJudge {
  private let verifier: SignedDataVerifier
  private let kind: SignedKind
  private let environment: StoreEnvironment?
  private let bundleID: String?
  private let appAppleID: Int64?
  /// What is wrong besides expectations; stays where the caller allows unsigned data only if it is
  /// more than the missing signature.
  var failure: VerificationFailure? = .unsigned

  init(
    verifier: SignedDataVerifier,
    kind: SignedKind,
    environment: StoreEnvironment?,
    bundleID: String?,
    appAppleID: Int64?
  ) {
    self.verifier = verifier
    self.kind = kind
    self.environment = environment
    self.bundleID = bundleID
    self.appAppleID = appAppleID
  }

  /// The report with the judgement, and with the records where it is accepted.
  func judged(_ report: VerificationReport, records: PurchaseRecords) -> VerificationReport {
    var report = report
    report.failure = failure
    if failure == .unsigned || failure == .signerUnknown {
      if verifier.expectations.allowsUnsigned {
        report.failure = mismatch ?? mismatch(of: records)
        report.warnings.insert(.unsigned, at: 0)
        if report.failure == nil { report.records = records }
      }
    }
    let expected = verifier.expectations
    if let environment, !environment.isDocumented {
      report.warnings.append(.unknownValue(path: "environment", value: environment.rawValue))
    }
    if expected.environment == nil { report.warnings.append(.environmentNotChecked) }
    if expected.bundleID == nil, kind != .renewalInfo {
      report.warnings.append(.bundleIDNotChecked)
    }
    if expected.bundleID != nil, kind == .renewalInfo {
      report.warnings.append(.notInData(.bundleID))
    }
    if expected.appAppleID != nil, environment != .production, !namesApp {
      report.warnings.append(.notInData(.appAppleID))
    }
    report.steps = steps(report)
    return report
  }

  /// 0 is what answers outside of production have.
  private var namesApp: Bool { appAppleID != nil && appAppleID != 0 }

  private var mismatch: VerificationFailure? {
    let expected = verifier.expectations
    if let kind = expected.kind, kind != self.kind {
      return .wrongKind(expected: kind, found: self.kind)
    }
    if let environment = expected.environment, environment != self.environment {
      return .wrongEnvironment(expected: environment, found: self.environment)
    }
    if let bundleID = expected.bundleID, kind != .renewalInfo,
      !bundleID.isIdentical(to: self.bundleID)
    {
      return .wrongBundleID(expected: bundleID, found: self.bundleID)
    }
    if let appAppleID = expected.appAppleID, environment == .production || namesApp,
      appAppleID != self.appAppleID
    {
      return .wrongAppAppleID(expected: appAppleID, found: self.appAppleID)
    }
    return expected.demandsOnlineChecks ? .revocationUnknown : nil
  }

  /// What every purchase must say of the account; a device is named by nobody without a signature.
  private func mismatch(of records: PurchaseRecords) -> VerificationFailure? {
    let expected = verifier.expectations
    if let token = expected.appAccountToken,
      let other = records.transactions.first(where: {
        $0.appAccountToken?.lowercased() != token.lowercased()
      })
    {
      return .wrongAppAccountToken(expected: token, found: other.appAccountToken)
    }
    return expected.device == nil ? nil : .wrongDevice(isPresent: false)
  }

  private func steps(_ report: VerificationReport) -> [VerificationStep] {
    guard verifier.explains else { return [] }
    let signature: VerificationStep.Outcome =
      switch failure {
      case .unsigned?: .skipped(.unsigned)
      case .signerUnknown?: .passed("consistent")
      case let failure?: .failed(failure)
      case nil: .skipped(.unsigned)
      }
    return [
      VerificationStep(.signature, signature),
      VerificationStep(.payload, report.failure.map { .failed($0) } ?? .passed(kind.rawValue)),
    ]
  }
}
