/// Judges an authentic payload against what the caller expects (signed-data 1.2, steps 13 to 16).
///
/// Every step is taken, also after one has failed: each is an answer of its own.
struct PayloadJudge: AppJudge {
  private let verifier: SignedDataVerifier
  private let payload: ReadPayload
  private let value: JSONValue
  var report: VerificationReport

  var expected: Expectations { verifier.expectations }

  var claims: AppClaims {
    AppClaims(
      environment: payload.environment,
      bundleID: payload.bundleID,
      appAppleID: payload.appAppleID
    )
  }

  init(
    verifier: SignedDataVerifier,
    payload: ReadPayload,
    value: JSONValue,
    report: VerificationReport
  ) {
    self.verifier = verifier
    self.payload = payload
    self.value = value
    self.report = report
  }

  mutating func judge(isSignedByRoot: Bool, recorder: inout StepRecorder) {
    checkPayload(&recorder)
    let failureOfForm = recorder.failure
    checkEnvironment(
      &recorder,
      soleCertificate: isSignedByRoot ? .wrongCertificateCount(found: 1) : nil
    )
    checkApp(&recorder)
    checkAccountToken(&recorder)
    checkDevice(&recorder)
    report.isForThisApp = recorder.failure == failureOfForm
    checkInnerParts(&recorder)
    checkRevocation(&recorder)
    addRecords()
  }

  private mutating func checkPayload(_ recorder: inout StepRecorder) {
    if let kind = expected.kind, kind != payload.kind {
      recorder.fail(.payload, .wrongKind(expected: kind, found: payload.kind))
    } else if let problem = payload.problems.first {
      recorder.fail(.payload, .malformedField(problem))
      for other in payload.problems.dropFirst() { report.warnings.append(.ignoredField(other)) }
    } else {
      recorder.pass(.payload, payload.kind.rawValue)
    }
  }

  private mutating func checkApp(_ recorder: inout StepRecorder) {
    switch payload.kind {
    case .renewalInfo:
      recorder.skip(.bundleID, .notInThisKind)
      recorder.skip(.appAppleID, .notInThisKind)
    case .realtimeRequest:
      recorder.skip(.bundleID, .notInThisKind)
      checkAppAppleID(&recorder)
    case .notification:
      guard case .notification(let notification) = payload.content, notification.app != nil else {
        return recorder.fail(.bundleID, .noAppIdentifier)
      }
      checkBundleID(&recorder)
      checkAppAppleID(&recorder)
    case .appTransaction:
      checkBundleID(&recorder)
      checkAppAppleID(&recorder)
    default:
      checkBundleID(&recorder)
      recorder.skip(.appAppleID, .notInThisKind)
    }
  }

  /// The token of a purchase; a renewal info has one since 2025 only, so there it may be missing.
  private mutating func checkAccountToken(_ recorder: inout StepRecorder) {
    let found = payload.appAccountToken
    guard payload.kind == .transaction || payload.kind == .renewalInfo else {
      return recorder.skip(.appAccountToken, .notInThisKind)
    }
    guard let token = expected.appAccountToken else {
      if found != nil { report.warnings.append(.appAccountTokenNotChecked) }
      return recorder.skip(.appAccountToken, .notAsked)
    }
    if payload.kind == .renewalInfo, found == nil {
      return recorder.skip(.appAccountToken, .notInThisKind)
    }
    guard found?.lowercased() == token.lowercased() else {
      return recorder.fail(.appAccountToken, .wrongAppAccountToken(expected: token, found: found))
    }
    recorder.pass(.appAccountToken, token)
  }

  /// `deviceVerification` is the base64 of SHA-384 over the lower-case texts of its nonce and of the
  /// device's identifier (signed-data 4.3).
  private mutating func checkDevice(_ recorder: inout StepRecorder) {
    guard payload.kind != .notification, payload.kind != .realtimeRequest else {
      return recorder.skip(.device, .notInThisKind)
    }
    guard let device = expected.device else {
      if payload.deviceVerification != nil { report.warnings.append(.deviceNotChecked) }
      return recorder.skip(.device, .notAsked)
    }
    guard let found = payload.deviceVerification, let nonce = payload.deviceVerificationNonce,
      let uuid = device.uuid
    else {
      return recorder.fail(.device, .wrongDevice(isPresent: payload.deviceVerification != nil))
    }
    let text = Array((nonce.lowercased() + uuid).utf8)
    let digest = verifier.mathematics.digest(of: text, by: .sha384)
    guard found == Base64Text.standard(digest) else {
      return recorder.fail(.device, .wrongDevice(isPresent: true))
    }
    recorder.pass(.device, uuid)
  }

  private mutating func checkInnerParts(_ recorder: inout StepRecorder) {
    guard case .notification(let notification) = payload.content else {
      return recorder.skip(.innerParts, .notInThisKind)
    }
    var parts = InnerParts(verifier: verifier, notification: notification, signer: report.signer)
    do throws(VerificationFailure) {
      try parts.verify()
      recorder.pass(.innerParts, "\(parts.count)")
    } catch {
      recorder.fail(.innerParts, error)
    }
    report.payload = parts.decoded(value)
    report.records.add(parts.records)
    for warning in parts.warnings where !report.warnings.contains(warning) {
      report.warnings.append(warning)
    }
    if let type = notification.type, !type.isKnown(with: notification.subtype) {
      report.warnings.append(
        .unknownNotification(type: type.rawValue, subtype: notification.subtype?.rawValue)
      )
    }
  }

  private mutating func addRecords() {
    switch payload.content {
    case .transaction(let transaction?):
      report.records.add(transaction)
      if let expires = transaction.expiresDate, expires <= transaction.purchaseDate {
        report.warnings.append(.zeroLengthPeriod(transactionID: transaction.id.rawValue))
      }
    case .transaction(nil):
      for name in ["transactionId", "productId", "purchaseDate"] where value[name] == nil {
        report.warnings.append(.missingField(path: name))
      }
    case .renewalInfo(let info?): report.records.add(info)
    case .renewalInfo(nil): report.warnings.append(.missingField(path: "originalTransactionId"))
    default: break
    }
  }
}
