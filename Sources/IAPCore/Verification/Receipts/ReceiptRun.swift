/// One verification of one PKCS#7 app receipt (signed-data 2.3).
struct ReceiptRun {
  private let verifier: SignedDataVerifier
  private var recorder: StepRecorder
  private(set) var report = VerificationReport()

  private var mathematics: any SignatureVerifying { verifier.mathematics }

  /// The signer as the container names it, with everything needed to check it.
  private struct Claim {
    var container: [UInt8]
    var parts: SignedContainer
    var content: [UInt8]
    var signer: ContainerSigner
    var digest: DigestAlgorithm
    var certificate: [UInt8]
    var facts: CertificateFacts
  }

  init(verifier: SignedDataVerifier, explains: Bool) {
    self.verifier = verifier
    recorder = StepRecorder(isRecording: explains)
    report.kind = .receipt
  }

  mutating func verify(_ container: [UInt8]) {
    do throws(VerificationFailure) {
      let (parts, content) = try open(container)
      // Shown in the report in any case; believed only after the signature.
      let contents = Self.read(content)
      if case .success(let contents) = contents {
        report.payload = contents.json
        report.environment = contents.environment
      }
      let claim = try findSigner(container, parts, content)
      let date = try creationDate(contents)
      let isSignedByRoot = try judgeChain(claim, date, contents)
      try checkSignature(claim)
      report.isAuthentic = true
      var judge = ReceiptJudge(verifier: verifier, contents: try contents.get(), report: report)
      judge.judge(isSignedByRoot: isSignedByRoot, recorder: &recorder)
      report = judge.report
    } catch {
      // The recorder has it.
    }
    finish()
  }

  private mutating func open(
    _ container: [UInt8]
  ) throws(VerificationFailure) -> (SignedContainer, [UInt8]) {
    guard container.count <= ReceiptText.maximumBytes else {
      throw recorder.failing(
        .size,
        .tooLarge(part: "receipt", bytes: container.count, limit: ReceiptText.maximumBytes)
      )
    }
    recorder.pass(.size, "\(container.count) bytes")
    recorder.pass(.encoding)
    let parts: SignedContainer
    do throws(SignatureFailure) {
      parts = try mathematics.container(container)
    } catch {
      throw recorder.failing(.container, .invalidContainer)
    }
    guard parts.length == container.count else {
      throw recorder.failing(.container, .trailingBytes(count: container.count - parts.length))
    }
    guard parts.type == SignedContainer.signedData else {
      throw recorder.failing(.container, .notSignedData(type: parts.type))
    }
    recorder.pass(.container, "PKCS#7 signed data")
    guard parts.contentType == SignedContainer.data else {
      throw recorder.failing(.content, .notDataContent(type: parts.contentType))
    }
    guard let content = parts.content, !content.isEmpty else {
      throw recorder.failing(.content, .noContent)
    }
    recorder.pass(.content, "\(content.count) bytes")
    return (parts, content)
  }

  private static func read(_ content: [UInt8]) -> Result<ReceiptContents, VerificationFailure> {
    do throws(VerificationFailure) {
      return .success(try ReceiptContents(content))
    } catch {
      return .failure(error)
    }
  }

  /// The signer by issuer and serial number, wherever its certificate stands in the container.
  private mutating func findSigner(
    _ container: [UInt8],
    _ parts: SignedContainer,
    _ content: [UInt8]
  ) throws(VerificationFailure) -> Claim {
    guard parts.signers.count == 1 else {
      throw recorder.failing(.signer, .wrongSignerCount(found: parts.signers.count))
    }
    let signer = parts.signers[0]
    let certificates = signer.certificateIndexes.map { parts.certificates[$0] }
    guard Set(certificates).count == 1 else {
      throw recorder.failing(.signer, .signerNotFound(matches: certificates.count))
    }
    let facts: CertificateFacts
    do throws(SignatureFailure) {
      facts = try mathematics.certificate(certificates[0])
    } catch {
      throw recorder.failing(.signer, .invalidCertificate(index: signer.certificateIndexes[0]))
    }
    recorder.pass(.signer, "\(facts.subject), \(facts.serialNumber)")
    guard let digest = signer.digest, signer.isSignedWithRSA else {
      throw recorder.failing(.digest, .weakDigest)
    }
    recorder.pass(.digest, digest.rawValue)
    return Claim(
      container: container,
      parts: parts,
      content: content,
      signer: signer,
      digest: digest,
      certificate: certificates[0],
      facts: facts
    )
  }

  private mutating func creationDate(
    _ contents: Result<ReceiptContents, VerificationFailure>
  ) throws(VerificationFailure) -> Instant {
    do throws(VerificationFailure) {
      guard let date = try contents.get().creationDate else { throw .noSigningDate }
      guard Instant.clockLimits.contains(date) else {
        throw .signingDateOutOfRange(found: "\(date.milliseconds)")
      }
      recorder.pass(.signingDate, date.rfc3339)
      report.records.date = date
      return date
    } catch {
      throw recorder.failing(.signingDate, error)
    }
  }

  /// Answers whether the root itself is the signer, as with Xcode.
  private mutating func judgeChain(
    _ claim: Claim,
    _ date: Instant,
    _ contents: Result<ReceiptContents, VerificationFailure>
  ) throws(VerificationFailure) -> Bool {
    var judge = ReceiptChain(
      verifier: verifier,
      certificate: claim.certificate,
      facts: claim.facts,
      pool: claim.parts.certificates
    )
    let environment = (try? contents.get())?.environment
    do throws(VerificationFailure) {
      try judge.judge(at: date, environment: environment, recorder: &recorder)
    } catch {
      throw error
    }
    report.signer = judge.root?.signer ?? .none
    return judge.isSignedByRoot
  }

  private mutating func checkSignature(_ claim: Claim) throws(VerificationFailure) {
    let isUsual = ContainerShape.isUsual(
      claim.container,
      encoded: claim.parts.encoded,
      signer: claim.certificate
    )
    guard isUsual else { throw recorder.failing(.signature, .unusualContainer) }
    if let attributes = claim.signer.signedAttributes {
      guard attributes.contentType == SignedContainer.data,
        attributes.messageDigest == mathematics.digest(of: claim.content, by: claim.digest)
      else { throw recorder.failing(.signature, .wrongSignedAttributes) }
      guard mathematics.isAttributeSignature(in: claim.container, by: claim.certificate) else {
        throw recorder.failing(.signature, .wrongSignature)
      }
    } else {
      guard
        mathematics.isRSASignature(
          claim.signer.signature,
          over: claim.content,
          digest: claim.digest,
          by: claim.certificate
        )
      else { throw recorder.failing(.signature, .wrongSignature) }
    }
    recorder.pass(.signature, "RSA with \(claim.digest.rawValue)")
  }

  private mutating func finish() {
    report.failure = recorder.failure
    if !report.isAuthentic { report.signer = .none }
    if !report.isAccepted { report.records = PurchaseRecords() }
    recorder.finish(VerificationStepName.receipt)
    report.steps = recorder.steps
  }
}

extension ContainerSigner {
  /// `rsaEncryption`, or RSA with this very digest named in one, as newer tools write it.
  var isSignedWithRSA: Bool {
    switch signatureAlgorithm {
    case "1.2.840.113549.1.1.1": true
    case "1.2.840.113549.1.1.5": digest == .sha1
    case "1.2.840.113549.1.1.11": digest == .sha256
    default: false
    }
  }
}
