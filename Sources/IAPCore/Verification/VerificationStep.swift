/// One step of a verification and its outcome, as `--explain` prints it.
package struct VerificationStep: Equatable, Sendable {
  package var name: VerificationStepName
  package var outcome: Outcome

  package enum Outcome: Equatable, Sendable {
    /// With what was found, where that says more than "passed": a date, a fingerprint.
    case passed(String?)
    case failed(VerificationFailure)
    /// Not applied to this data: an answer of its own, never "passed".
    case skipped(SkipReason)
    /// An earlier step failed.
    case notReached
  }

  package init(_ name: VerificationStepName, _ outcome: Outcome) {
    self.name = name
    self.outcome = outcome
  }
}

/// Why a step was not applied.
package enum SkipReason: String, Equatable, Sendable {
  /// This kind of data does not carry it.
  case notInThisKind
  /// No expectation was given.
  case notAsked
  /// The root itself signed, as Xcode does: there is no chain and there are no markers.
  case signedByRoot
  /// Only production data carries it.
  case notProduction
  /// There is no network here.
  case offline
  /// The data has no signature.
  case unsigned
}

/// The steps, in the order in which they are taken (signed-data 1.2 and 2.3).
package enum VerificationStepName: String, Equatable, Sendable, CaseIterable {
  case size
  case parts
  case encoding
  case header
  case algorithm
  case certificateCount
  case certificates
  case root
  case container
  case content
  case signer
  case digest
  case signingDate
  case chain
  case validity
  case markers
  case key
  case signature
  case payload
  case environment
  case bundleID
  case appAppleID
  case appAccountToken
  case device
  case expiration
  case innerParts
  case revocation

  /// The steps of a JSON Web Signature.
  package static let signedText: [VerificationStepName] = [
    .size, .parts, .encoding, .header, .algorithm, .certificateCount, .certificates, .root,
    .signingDate, .chain, .validity, .markers, .key, .signature, .payload, .environment,
    .bundleID, .appAppleID, .appAccountToken, .device, .innerParts, .revocation,
  ]

  /// The steps of a PKCS#7 receipt.
  package static let receipt: [VerificationStepName] = [
    .size, .encoding, .container, .content, .signer, .digest, .signingDate, .root, .chain,
    .validity, .markers, .key, .signature, .payload, .environment, .bundleID, .appAppleID,
    .appAccountToken, .device, .expiration, .revocation,
  ]
}

/// Gathers the steps of one verification.
struct StepRecorder {
  private(set) var steps: [VerificationStep] = []
  private(set) var failure: VerificationFailure?
  private(set) var failureCount = 0
  /// False leaves `steps` empty: millions of lines need no explanation.
  let isRecording: Bool

  init(isRecording: Bool) { self.isRecording = isRecording }

  mutating func pass(_ name: VerificationStepName, _ detail: @autoclosure () -> String? = nil) {
    if isRecording { steps.append(VerificationStep(name, .passed(detail()))) }
  }

  mutating func skip(_ name: VerificationStepName, _ reason: SkipReason) {
    if isRecording { steps.append(VerificationStep(name, .skipped(reason))) }
  }

  /// Notes a failed step; the first failure is the verification's.
  mutating func fail(_ name: VerificationStepName, _ failure: VerificationFailure) {
    if isRecording { steps.append(VerificationStep(name, .failed(failure))) }
    if self.failure == nil { self.failure = failure }
    failureCount += 1
  }

  /// Lists the steps that were not taken.
  mutating func finish(_ names: [VerificationStepName]) {
    guard isRecording, steps.count < names.count else { return }
    for name in names where !steps.contains(where: { $0.name == name }) {
      steps.append(VerificationStep(name, .notReached))
    }
  }
}
