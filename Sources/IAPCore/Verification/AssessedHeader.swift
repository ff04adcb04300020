/// Everything about a signed text that its header alone decides, so that it is decided once.
///
/// All texts by one leaf have the same header, byte for byte. Only what does not depend on the time
/// of signing is kept: each text's own date is compared with the window (signed-data 1.5).
final class AssessedHeader {
  /// The steps up to the root, and those after the signing date.
  private(set) var stepsBeforeDate = StepRecorder(isRecording: true)
  private(set) var stepsAfterDate = StepRecorder(isRecording: true)
  private(set) var signer = Signer.none
  private(set) var root: TrustedRoots.Root?
  private(set) var certificates: [CertificateFacts] = []
  /// The whole chain is valid from the first to the second.
  private(set) var window = (from: Instant(milliseconds: 0), until: Instant(milliseconds: 0))
  /// `nil` when a step failed.
  private(set) var checker: (any ES256Checking)?
  /// True for the shape that Xcode signs in: the root itself is the only certificate.
  var isSignedByRoot: Bool { certificates.count == 1 }

  private let mathematics: any SignatureVerifying

  init(
    _ text: UnsafeBufferPointer<UInt8>,
    header: Range<Int>,
    roots: TrustedRoots,
    mathematics: any SignatureVerifying
  ) {
    self.mathematics = mathematics
    do throws(VerificationFailure) {
      let parsed = try SignedHeader(
        UnsafeBufferPointer(rebasing: text[header]),
        recorder: &stepsBeforeDate
      )
      try readCertificates(parsed.certificates)
      try findRoot(parsed.certificates, roots: roots)
      try judgeChain(parsed.certificates)
      let prefix = Array(text[header]) + [UInt8(ascii: ".")]
      try prepareChecker(leaf: parsed.certificates[0], prefix: prefix)
    } catch {
      // The recorders have it: the step that failed knows which half it belongs to.
    }
  }

  private func readCertificates(_ ders: [[UInt8]]) throws(VerificationFailure) {
    for (index, der) in ders.enumerated() {
      let facts: CertificateFacts
      do throws(SignatureFailure) {
        facts = try mathematics.certificate(der)
      } catch {
        throw stepsBeforeDate.failing(.certificates, .invalidCertificate(index: index))
      }
      guard facts.length == der.count else {
        throw stepsBeforeDate.failing(.certificates, .trailingCertificateBytes(index: index))
      }
      certificates.append(facts)
    }
    stepsBeforeDate.pass(.certificates, certificates.map(\.serialNumber).joined(separator: ", "))
  }

  /// The last certificate must be, byte for byte, a root that is trusted.
  private func findRoot(_ ders: [[UInt8]], roots: TrustedRoots) throws(VerificationFailure) {
    let hash = mathematics.digest(of: ders[ders.count - 1], by: .sha256)
    guard let root = roots.signedTextRoot(hash) else {
      throw stepsBeforeDate.failing(
        .root,
        isSignedByRoot ? .environmentNotAllowed(nil) : .untrustedRoot(sha256: hexText(hash))
      )
    }
    // Apple's root signs nothing but certificates.
    guard !isSignedByRoot || root.signer != .apple else {
      throw stepsBeforeDate.failing(.root, .wrongCertificateCount(found: 1))
    }
    self.root = root
    stepsBeforeDate.pass(.root, "\(root.signer.rawValue) \(hexText(hash))")
  }

  private func judgeChain(_ ders: [[UInt8]]) throws(VerificationFailure) {
    window = CertificateRules.window(certificates)
    if isSignedByRoot {
      stepsAfterDate.skip(.chain, .signedByRoot)
      stepsAfterDate.skip(.markers, .signedByRoot)
    } else {
      try buildChain(ders)
      do throws(VerificationFailure) {
        try CertificateRules.checkMarkers(leaf: certificates[0], intermediate: certificates[1])
      } catch {
        throw stepsAfterDate.failing(.markers, error)
      }
      stepsAfterDate.pass(.markers)
    }
    do throws(VerificationFailure) {
      try CertificateRules.checkSignedTextKey(
        leaf: certificates[0],
        others: Array(certificates.dropFirst().dropLast())
      )
      try CertificateRules.checkIssuerKeys(certificates)
    } catch {
      throw stepsAfterDate.failing(.key, error)
    }
    stepsAfterDate.pass(.key, "P-256")
  }

  private func buildChain(_ ders: [[UInt8]]) throws(VerificationFailure) {
    let chain: [[UInt8]]
    do throws(SignatureFailure) {
      chain = try mathematics.chain(
        from: ders[0],
        through: [ders[1]],
        to: ders[2],
        at: window.from,
        strictly: root?.demandsKeyIdentifiers != false
      )
    } catch {
      throw stepsAfterDate.failing(.chain, VerificationFailure(chain: error))
    }
    guard chain.count == ders.count else {
      throw stepsAfterDate.failing(.chain, .wrongChainLength(found: chain.count))
    }
    // The library writes what it read in DER: other bytes were in another encoding.
    if let index = ders.indices.first(where: { chain[$0] != ders[$0] }) {
      throw stepsAfterDate.failing(.chain, .invalidCertificate(index: index))
    }
    stepsAfterDate.pass(.chain, certificates.map(\.subject).joined(separator: " < "))
  }

  private func prepareChecker(leaf: [UInt8], prefix: [UInt8]) throws(VerificationFailure) {
    do throws(SignatureFailure) {
      checker = try mathematics.es256(by: leaf, prefix: prefix)
    } catch {
      throw stepsAfterDate.failing(.key, .wrongKey)
    }
    signer = root?.signer ?? .none
  }
}

extension VerificationFailure {
  init(chain failure: SignatureFailure) {
    switch failure {
    case .noChain(let reason, let depth): self = .brokenChain(reason: reason, depth: depth)
    case .unreadable, .wrongKey: self = .brokenChain(reason: 0, depth: 0)
    }
  }
}
