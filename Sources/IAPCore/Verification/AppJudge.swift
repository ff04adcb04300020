/// What signed data says of the app that it was made for; `nil`: it does not say.
struct AppClaims {
  var environment: StoreEnvironment?
  var bundleID: String?
  var appAppleID: Int64?
}

/// Judges whether authentic data is for the caller's app, whatever it was wrapped in: the steps that
/// payloads (signed-data 1.2, steps 13 to 16) and receipts (2.3, step 10) have in common.
protocol AppJudge {
  var expected: Expectations { get }
  var claims: AppClaims { get }
  var report: VerificationReport { get set }
  /// True once the data's name of its app was compared with the expected one.
  var isAppCompared: Bool { get set }
}

extension AppJudge {
  /// The environment is compared, never obeyed: who wrote it may have been an attacker.
  ///
  /// `soleCertificate` is the failure of data that a root signed itself, which only Xcode's may be;
  /// `nil`: a chain signed it.
  mutating func checkEnvironment(
    _ recorder: inout StepRecorder,
    soleCertificate: VerificationFailure?
  ) {
    let found = claims.environment
    if report.signer == .apple, let found, found.isLocal {
      return recorder.fail(.environment, .environmentNotAllowed(found))
    }
    if let soleCertificate, let found, !found.isLocal {
      return recorder.fail(.environment, soleCertificate)
    }
    if let found, !found.isDocumented {
      report.warnings.append(.unknownValue(path: "environment", value: found.rawValue))
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

  mutating func checkBundleID(_ recorder: inout StepRecorder) {
    guard let bundleID = expected.bundleID else {
      report.warnings.append(.bundleIDNotChecked)
      return recorder.skip(.bundleID, .notAsked)
    }
    guard bundleID.isIdentical(to: claims.bundleID) else {
      return recorder.fail(.bundleID, .wrongBundleID(expected: bundleID, found: claims.bundleID))
    }
    isAppCompared = true
    recorder.pass(.bundleID, bundleID)
  }

  /// Only production has to name the app by number; a number that is there is compared anywhere.
  mutating func checkAppAppleID(_ recorder: inout StepRecorder) {
    guard claims.environment == .production || claims.appAppleID != nil else {
      return skip(.appAppleID, .notProduction, isAsked: expected.appAppleID != nil, &recorder)
    }
    guard let appAppleID = expected.appAppleID else {
      if claims.environment == .production { report.warnings.append(.appAppleIDNotChecked) }
      return recorder.skip(.appAppleID, .notAsked)
    }
    guard claims.appAppleID == appAppleID else {
      return recorder.fail(
        .appAppleID,
        .wrongAppAppleID(expected: appAppleID, found: claims.appAppleID)
      )
    }
    isAppCompared = true
    recorder.pass(.appAppleID, "\(appAppleID)")
  }

  /// Passes over a step that this data has nothing for; whoever asked for it is told.
  mutating func skip(
    _ step: VerificationStepName,
    _ reason: SkipReason,
    isAsked: Bool,
    _ recorder: inout StepRecorder
  ) {
    if isAsked { report.warnings.append(.notInData(step)) }
    recorder.skip(step, reason)
  }

  /// The answer of the steps since `failures` were counted.
  func isForThisApp(_ recorder: StepRecorder, since failures: Int) -> Bool? {
    guard recorder.failureCount == failures else { return false }
    return isAppCompared ? true : nil
  }

  /// Whether a certificate was revoked cannot be asked offline: it is said, or refused on demand.
  mutating func checkRevocation(_ recorder: inout StepRecorder) {
    if expected.demandsOnlineChecks {
      recorder.fail(.revocation, .revocationUnknown)
    } else {
      report.warnings.append(.revocationNotChecked)
      recorder.skip(.revocation, .offline)
    }
  }
}
