/// Judges an authentic receipt against what the caller expects (signed-data 2.3, step 10).
struct ReceiptJudge {
  private let verifier: SignedDataVerifier
  private let contents: ReceiptContents
  private(set) var report: VerificationReport

  private var expected: Expectations { verifier.expectations }

  init(verifier: SignedDataVerifier, contents: ReceiptContents, report: VerificationReport) {
    self.verifier = verifier
    self.contents = contents
    self.report = report
  }

  mutating func judge(isSignedByRoot: Bool, recorder: inout StepRecorder) {
    checkPayload(&recorder)
    let failureOfForm = recorder.failure
    checkEnvironment(&recorder, isSignedByRoot: isSignedByRoot)
    checkBundleID(&recorder)
    checkAppItemID(&recorder)
    checkAccountToken(&recorder)
    checkDevice(&recorder)
    checkExpiration(&recorder)
    report.isForThisApp = recorder.failure == failureOfForm
    checkRevocation(&recorder)
    report.records.transactionLists = [contents.transactions]
    report.warnings += contents.problems.map { .unreadableRecord($0) }
    if contents.purchases.isEmpty { report.warnings.append(.noPurchases) }
  }

  private mutating func checkPayload(_ recorder: inout StepRecorder) {
    if let kind = expected.kind, kind != .receipt {
      recorder.fail(.payload, .wrongKind(expected: kind, found: .receipt))
    } else if !contents.purchases.isEmpty, contents.problems.count == contents.purchases.count {
      recorder.fail(.payload, .nothingReadable)
    } else {
      recorder.pass(.payload, "\(contents.purchases.count) purchases")
    }
  }

  /// What attribute 0 says is compared, never obeyed: who wrote it may have been an attacker.
  private mutating func checkEnvironment(_ recorder: inout StepRecorder, isSignedByRoot: Bool) {
    let found = contents.environment
    if report.signer == .apple, let found, found.isLocal {
      return recorder.fail(.environment, .environmentNotAllowed(found))
    }
    if isSignedByRoot, let found, !found.isLocal {
      return recorder.fail(.environment, .wrongChainLength(found: 1))
    }
    guard let environment = expected.environment else {
      report.warnings.append(.environmentNotChecked)
      return recorder.skip(.environment, .notAsked)
    }
    guard found == environment else {
      return recorder.fail(.environment, .wrongEnvironment(expected: environment, found: found))
    }
    recorder.pass(.environment, environment.rawValue)
  }

  private mutating func checkBundleID(_ recorder: inout StepRecorder) {
    guard let bundleID = expected.bundleID else {
      report.warnings.append(.bundleIDNotChecked)
      return recorder.skip(.bundleID, .notAsked)
    }
    guard contents.bundleID.map({ Array($0.utf8) }) == Array(bundleID.utf8) else {
      return recorder.fail(
        .bundleID,
        .wrongBundleID(expected: bundleID, found: contents.bundleID)
      )
    }
    recorder.pass(.bundleID, bundleID)
  }

  /// Attribute 1, which is 0 outside production.
  private mutating func checkAppItemID(_ recorder: inout StepRecorder) {
    guard contents.environment == .production else {
      return recorder.skip(.appAppleID, .notProduction)
    }
    guard let appAppleID = expected.appAppleID else {
      report.warnings.append(.appAppleIDNotChecked)
      return recorder.skip(.appAppleID, .notAsked)
    }
    guard contents.appItemID == appAppleID else {
      return recorder.fail(
        .appAppleID,
        .wrongAppAppleID(expected: appAppleID, found: contents.appItemID)
      )
    }
    recorder.pass(.appAppleID, "\(appAppleID)")
  }

  /// Receipts name no account: whoever demands one cannot be served by a receipt.
  private mutating func checkAccountToken(_ recorder: inout StepRecorder) {
    guard let token = expected.appAccountToken else {
      return recorder.skip(.appAccountToken, .notAsked)
    }
    recorder.fail(.appAccountToken, .wrongAppAccountToken(expected: token, found: nil))
  }

  /// SHA-1 over the device's identifier, the opaque value and the bundle id's octets (section 2.5).
  private mutating func checkDevice(_ recorder: inout StepRecorder) {
    guard let device = expected.device else {
      report.warnings.append(.deviceNotChecked)
      return recorder.skip(.device, .notAsked)
    }
    guard let hash = contents.deviceHash, let opaque = contents.opaqueValue,
      let bundleID = contents.bundleIDOctets
    else { return recorder.fail(.device, .wrongDevice(isPresent: false)) }
    let digest = verifier.mathematics.digest(of: device.bytes + opaque + bundleID, by: .sha1)
    guard digest == hash else {
      return recorder.fail(.device, .wrongDevice(isPresent: true))
    }
    recorder.pass(.device)
  }

  /// Receipts of the Volume Purchase Program end; Xcode writes a date that means nothing.
  private mutating func checkExpiration(_ recorder: inout StepRecorder) {
    guard contents.isVolumePurchase, let end = contents.expirationDate else {
      return recorder.skip(.expiration, .notInThisKind)
    }
    let time = expected.asOf ?? contents.creationDate
    guard let time, time < end else { return recorder.fail(.expiration, .receiptExpired(end)) }
    if expected.asOf == nil { report.warnings.append(.receiptExpires(end)) }
    recorder.pass(.expiration, "\(end.milliseconds)")
  }

  private mutating func checkRevocation(_ recorder: inout StepRecorder) {
    if expected.demandsOnlineChecks {
      recorder.fail(.revocation, .revocationUnknown)
    } else {
      report.warnings.append(.revocationNotChecked)
      recorder.skip(.revocation, .offline)
    }
  }
}
