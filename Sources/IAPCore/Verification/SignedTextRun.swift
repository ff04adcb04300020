/// One verification of one JSON Web Signature.
struct SignedTextRun {
  private let verifier: SignedDataVerifier
  private var recorder: StepRecorder
  private(set) var report = VerificationReport()

  init(verifier: SignedDataVerifier, explains: Bool) {
    self.verifier = verifier
    recorder = StepRecorder(isRecording: explains)
  }

  mutating func verify(_ text: UnsafeBufferPointer<UInt8>) {
    do throws(VerificationFailure) {
      let parts = try split(text)
      let payload = try decode(text, parts.payload, name: "payload")
      let signature = try decode(text, parts.signature, name: "signature")
      // Shown in the report in any case; believed only after the signature.
      let value = Self.parse(payload)
      report.payload = try? value.get()
      let header = verifier.header(of: text, parts.header)
      try replay(header.stepsBeforeDate, header, payload: report.payload)
      try judgeTime(value, header)
      try checkSignature(text, parts, signature, header)
      try judgePayload(value, header)
    } catch {
      // The recorder has it.
    }
    finish()
  }

  private mutating func split(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(VerificationFailure) -> SignedText {
    guard !text.isEmpty else { throw recorder.failing(.size, .empty) }
    guard text.count <= SignedText.maximumBytes else {
      throw recorder.failing(
        .size,
        .tooLarge(part: "text", bytes: text.count, limit: SignedText.maximumBytes)
      )
    }
    do throws(VerificationFailure) {
      let parts = try SignedText(text)
      guard parts.header.count <= SignedText.maximumHeaderBytes else {
        throw recorder.failing(
          .size,
          .tooLarge(
            part: "header",
            bytes: parts.header.count,
            limit: SignedText.maximumHeaderBytes
          )
        )
      }
      recorder.pass(.size, "\(text.count) bytes")
      recorder.pass(.parts)
      return parts
    } catch {
      guard recorder.failure == nil else { throw error }
      recorder.pass(.size, "\(text.count) bytes")
      throw recorder.failing(.parts, error)
    }
  }

  private mutating func decode(
    _ text: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>,
    name: String
  ) throws(VerificationFailure) -> [UInt8] {
    guard let bytes = Base64Text.decodeURL(UnsafeBufferPointer(rebasing: text[range])) else {
      throw recorder.failing(.encoding, .invalidBase64URL(part: name))
    }
    return bytes
  }

  private static func parse(_ payload: [UInt8]) -> Result<JSONValue, VerificationFailure> {
    do throws(JSONSyntaxError) {
      let value = try JSONParser.parse(payload, maximumDepth: 32)
      return value.members == nil ? .failure(.invalidPayload(nil)) : .success(value)
    } catch {
      return .failure(.invalidPayload(error))
    }
  }

  /// Takes over steps that the header decided.
  private mutating func replay(
    _ steps: StepRecorder,
    _ header: AssessedHeader,
    payload: JSONValue?,
    where isWanted: (VerificationStepName) -> Bool = { _ in true }
  ) throws(VerificationFailure) {
    guard recorder.isRecording || steps.failure != nil else { return }
    for step in steps.steps where isWanted(step.name) {
      switch step.outcome {
      case .passed(let detail): recorder.pass(step.name, detail)
      case .skipped(let reason): recorder.skip(step.name, reason)
      case .failed(.environmentNotAllowed(_)):
        throw recorder.failing(step.name, Self.refusalOfLocalRoot(payload))
      case .failed(let failure): throw recorder.failing(step.name, failure)
      case .notReached: break
      }
    }
  }

  /// Words only: one certificate is Xcode's shape, but other data must have three.
  private static func refusalOfLocalRoot(_ payload: JSONValue?) -> VerificationFailure {
    let word = payload?["environment"]?.string ?? payload?["receiptType"]?.string
    let environment = word.map { StoreEnvironment(rawValue: $0) }
    if let environment, !environment.isLocal { return .wrongCertificateCount(found: 1) }
    return .environmentNotAllowed(environment ?? .xcode)
  }

  /// The date must be known before the chain can be judged, so it is read from the payload, which
  /// is not believed yet: whoever lies about it needs a certificate that was valid then.
  private mutating func judgeTime(
    _ value: Result<JSONValue, VerificationFailure>,
    _ header: AssessedHeader
  ) throws(VerificationFailure) {
    let date: Instant
    do throws(VerificationFailure) {
      let value = try value.get()
      date = try Self.signingDate(of: value)
    } catch {
      throw recorder.failing(.signingDate, error)
    }
    recorder.pass(.signingDate, date.rfc3339)
    let after = header.stepsAfterDate
    try replay(after, header, payload: nil) { $0 == .chain }
    do throws(VerificationFailure) {
      try CertificateRules.checkValidity(header.window, at: date)
    } catch {
      throw recorder.failing(.validity, error)
    }
    let window = header.window
    recorder.pass(.validity, "\(window.from.rfc3339)...\(window.until.rfc3339)")
    try replay(after, header, payload: nil) { $0 != .chain }
    report.records.date = date
  }

  /// The store's clock runs from 2000 to 2199: nothing is signed outside of that.
  static let signingDates =
    Instant(
      milliseconds: 946_684_800_000
    )..<Instant(
      milliseconds: 7_258_118_400_000
    )

  static func signingDate(of payload: JSONValue) throws(VerificationFailure) -> Instant {
    let isAppTransaction = SignedKind(payload: payload) == .appTransaction
    let name = isAppTransaction ? "receiptCreationDate" : "signedDate"
    guard let member = payload[name], !member.isNull else { throw .noSigningDate }
    guard case .number(let text) = member else {
      throw .malformedField(
        FieldProblem(path: name, expected: "milliseconds", found: member.kindName)
      )
    }
    guard let date = Instant(millisecondsText: text), signingDates.contains(date) else {
      throw .signingDateOutOfRange(found: text)
    }
    return date
  }

  private mutating func checkSignature(
    _ text: UnsafeBufferPointer<UInt8>,
    _ parts: SignedText,
    _ signature: [UInt8],
    _ header: AssessedHeader
  ) throws(VerificationFailure) {
    guard signature.count == 64 else {
      throw recorder.failing(.signature, .malformedSignature(bytes: signature.count))
    }
    let rest = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[parts.payload]))
    guard let checker = header.checker,
      signature.withUnsafeBytes({ checker.isSignature($0, over: rest) })
    else { throw recorder.failing(.signature, .wrongSignature) }
    recorder.pass(.signature, "ES256")
    report.signer = header.signer
  }

  private mutating func judgePayload(
    _ value: Result<JSONValue, VerificationFailure>,
    _ header: AssessedHeader
  ) throws(VerificationFailure) {
    let value = try value.get()
    let payload = ReadPayload(value)
    report.isAuthentic = true
    report.kind = payload.kind
    report.environment = payload.environment
    var judge = PayloadJudge(verifier: verifier, payload: payload, value: value, report: report)
    judge.judge(isSignedByRoot: header.isSignedByRoot, recorder: &recorder)
    report = judge.report
  }

  private mutating func finish() {
    report.failure = recorder.failure
    if !report.isAuthentic { report.signer = .none }
    if !report.isAccepted { report.records = PurchaseRecords() }
    if report.kind == nil, let payload = report.payload {
      report.kind = SignedKind(payload: payload)
      report.environment = ReadPayload(payload).environment
    }
    recorder.finish(VerificationStepName.signedText)
    report.steps = recorder.steps
  }
}

extension StoreEnvironment {
  /// Environments in which nothing that Apple's roots vouch for is signed (signed-data 1.3).
  package var isLocal: Bool { self == .xcode || self == .localTesting }
}
