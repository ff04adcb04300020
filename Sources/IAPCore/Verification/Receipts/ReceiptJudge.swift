/// Judges an authentic receipt against what the caller expects (signed-data 2.3, step 10).
struct ReceiptJudge: AppJudge {
  private let verifier: SignedDataVerifier
  private let contents: ReceiptContents
  var report: VerificationReport
  var isAppCompared = false

  var expected: Expectations { verifier.expectations }

  /// Attribute 1, the app's number, is 0 outside production.
  var claims: AppClaims {
    AppClaims(
      environment: contents.environment,
      bundleID: contents.bundleID,
      appAppleID: contents.appItemID == 0 ? nil : contents.appItemID
    )
  }

  init(verifier: SignedDataVerifier, contents: ReceiptContents, report: VerificationReport) {
    self.verifier = verifier
    self.contents = contents
    self.report = report
  }

  mutating func judge(isSignedByRoot: Bool, recorder: inout StepRecorder) {
    checkPayload(&recorder)
    let failuresOfForm = recorder.failureCount
    checkEnvironment(
      &recorder,
      soleCertificate: isSignedByRoot ? .wrongChainLength(found: 1) : nil
    )
    checkBundleID(&recorder)
    checkAppAppleID(&recorder)
    checkAccountToken(&recorder)
    checkDevice(&recorder)
    checkExpiration(&recorder)
    report.isForThisApp = isForThisApp(recorder, since: failuresOfForm)
    checkRevocation(&recorder)
    report.records.transactionLists = [contents.transactions]
    for purchase in contents.purchases where purchase.missingAttribute != nil {
      report.records.leftOut.add(purchase.productID)
    }
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
    recorder.pass(.expiration, end.rfc3339)
  }
}
