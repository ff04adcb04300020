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
    recorder.pass(.bundleID, bundleID)
  }

  /// Only production names the app by number.
  mutating func checkAppAppleID(_ recorder: inout StepRecorder) {
    guard claims.environment == .production else {
      return recorder.skip(.appAppleID, .notProduction)
    }
    guard let appAppleID = expected.appAppleID else {
      report.warnings.append(.appAppleIDNotChecked)
      return recorder.skip(.appAppleID, .notAsked)
    }
    guard claims.appAppleID == appAppleID else {
      return recorder.fail(
        .appAppleID,
        .wrongAppAppleID(expected: appAppleID, found: claims.appAppleID)
      )
    }
    recorder.pass(.appAppleID, "\(appAppleID)")
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
