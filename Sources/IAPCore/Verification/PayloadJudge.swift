/// Judges an authentic payload against what the caller expects (signed-data 1.2, steps 13 to 16).
///
/// Every step is taken, also after one has failed: each is an answer of its own.
struct PayloadJudge: AppJudge {
  private let verifier: SignedDataVerifier
  private let payload: ReadPayload
  private let value: JSONValue
  var report: VerificationReport
  var isAppCompared = false

  var expected: Expectations { verifier.expectations }

  var claims: AppClaims {
    AppClaims(
      environment: payload.environment,
      bundleID: payload.bundleID,
      // 0 stands for none outside of production.
      appAppleID: payload.appAppleID == 0 ? nil : payload.appAppleID
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
    let failuresOfForm = recorder.failureCount
    checkEnvironment(
      &recorder,
      soleCertificate: isSignedByRoot ? .wrongCertificateCount(found: 1) : nil
    )
    checkApp(&recorder)
    checkAccountToken(&recorder)
    checkDevice(&recorder)
    report.isForThisApp = isForThisApp(recorder, since: failuresOfForm)
    checkInnerParts(&recorder)
    checkRevocation(&recorder)
    addRecords()
  }

  private mutating func checkPayload(_ recorder: inout StepRecorder) {
    if let kind = expected.kind, kind != payload.kind {
      recorder.fail(.payload, .wrongKind(expected: kind, found: payload.kind))
    } else if !payload.kind.isRecognised(in: value) {
      recorder.fail(.payload, .notRecognized)
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
      skipBundleID(&recorder)
      skipAppAppleID(&recorder)
    case .realtimeRequest:
      skipBundleID(&recorder)
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
      skipAppAppleID(&recorder)
    }
  }

  private mutating func skipBundleID(_ recorder: inout StepRecorder) {
    skip(.bundleID, .notInThisKind, isAsked: expected.bundleID != nil, &recorder)
  }

  private mutating func skipAppAppleID(_ recorder: inout StepRecorder) {
    skip(.appAppleID, .notInThisKind, isAsked: expected.appAppleID != nil, &recorder)
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
      let isAsked = expected.device != nil && !hasPartsOfDevices
      return skip(.device, .notInThisKind, isAsked: isAsked, &recorder)
    }
    if expected.isInsideNotification, payload.deviceVerification == nil {
      let isAsked = expected.device != nil && payload.kind != .renewalInfo
      return skip(.device, .notInThisKind, isAsked: isAsked, &recorder)
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

  /// True: parts inside may name a device, and say so themselves.
  private var hasPartsOfDevices: Bool {
    guard case .notification(let notification) = payload.content else { return false }
    return notification.signedTransaction != nil || notification.signedAppTransaction != nil
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
    warn(of: notification, status: value["data"]?["status"]?.integer, parts.records)
  }

  private mutating func warn(
    of notification: ForeignNotification,
    status: Int64?,
    _ records: PurchaseRecords
  ) {
    if let type = notification.type, !type.isKnown(with: notification.subtype) {
      report.warnings.append(
        .unknownNotification(type: type.rawValue, subtype: notification.subtype?.rawValue)
      )
    }
    if notification.type == nil { report.warnings.append(.missingField(path: "notificationType")) }
    if notification.uuid == nil { report.warnings.append(.missingField(path: "notificationUUID")) }
    guard let status else { return }
    let state = RenewalState(rawValue: Int(clamping: status))
    guard state.isDocumented else {
      report.warnings.append(.unknownValue(path: "data.status", value: "\(status)"))
      return
    }
    for transaction in records.transactions
    where state.contradicts(transaction, at: notification.signedDate) {
      report.warnings.append(.statusDisagrees(state))
    }
  }

  private mutating func addRecords() {
    switch payload.content {
    case .transaction(let transaction?):
      report.records.add(transaction)
      report.warnings += transaction.oddities
      if let expires = transaction.expiresDate, expires <= transaction.purchaseDate {
        report.warnings.append(.zeroLengthPeriod(transactionID: transaction.id.rawValue))
      }
    case .transaction(nil):
      report.records.leftOut.add(value["productId"]?.string)
      for name in ["transactionId", "productId", "purchaseDate"] where value[name]?.isNull != false
      {
        report.warnings.append(.missingField(path: name))
      }
    case .renewalInfo(let info?):
      report.records.add(info)
      if let intent = info.expirationIntent, !(1...5).contains(intent.rawValue) {
        report.warnings.append(
          .unknownValue(path: "expirationIntent", value: "\(intent.rawValue)")
        )
      }
    case .renewalInfo(nil): report.warnings.append(.missingField(path: "originalTransactionId"))
    default: break
    }
  }
}
