/// The chain from a receipt's signer to a trusted root, and the rules for its certificates.
struct ReceiptChain {
  private let verifier: SignedDataVerifier
  private let certificate: [UInt8]
  private let facts: CertificateFacts
  private let pool: [[UInt8]]
  private(set) var root: TrustedRoots.Root?
  private(set) var isSignedByRoot = false

  private var mathematics: any SignatureVerifying { verifier.mathematics }

  init(
    verifier: SignedDataVerifier,
    certificate: [UInt8],
    facts: CertificateFacts,
    pool: [[UInt8]]
  ) {
    self.verifier = verifier
    self.certificate = certificate
    self.facts = facts
    self.pool = pool
  }

  /// The steps from the root to the key.
  mutating func judge(
    at date: Instant,
    environment: StoreEnvironment?,
    recorder: inout StepRecorder
  ) throws(VerificationFailure) {
    let candidates = rootCandidates()
    guard let first = candidates.first else {
      throw recorder.failing(.root, refusal(environment))
    }
    if first.der == certificate {
      root = first.root
      isSignedByRoot = true
      chainBytes = [certificate]
      recorder.pass(.root, describe(first.root))
      recorder.skip(.chain, .signedByRoot)
    } else {
      try buildChain(candidates, at: date, environment: environment, recorder: &recorder)
    }
    try checkPool(&recorder)
    try checkValidity(at: date, &recorder)
    try checkMarkers(&recorder)
    do throws(VerificationFailure) {
      try CertificateRules.checkReceiptKey(leaf: facts)
      try CertificateRules.checkIssuerKeys(chain)
    } catch {
      throw recorder.failing(.key, error)
    }
    recorder.pass(.key, "RSA")
  }

  /// The whole chain's certificates, leaf first.
  private var chain: [CertificateFacts] = []
  private var chainBytes: [[UInt8]] = []
  private typealias Candidate = (root: TrustedRoots.Root, der: [UInt8], isEmbedded: Bool)

  /// Trusted roots that are at hand: named ones, and those that the container brings along.
  private func rootCandidates() -> [Candidate] {
    var candidates: [Candidate] = []
    let own = mathematics.digest(of: certificate, by: .sha256)
    if let root = verifier.roots.receiptRoot(own), root.signer != .apple {
      return [(root, certificate, true)]
    }
    for der in pool {
      let hash = mathematics.digest(of: der, by: .sha256)
      if let root = verifier.roots.receiptRoot(hash), !candidates.contains(where: { $0.der == der })
      {
        candidates.append((root, der, true))
      }
    }
    for root in verifier.roots.receiptRoots {
      guard let der = root.certificate, !candidates.contains(where: { $0.der == der }) else {
        continue
      }
      candidates.append((root, der, false))
    }
    return candidates
  }

  /// Words only: Xcode's receipts bring one self-signed certificate.
  private func refusal(_ environment: StoreEnvironment?) -> VerificationFailure {
    if pool.count == 1, facts.isSelfIssued, environment?.isLocal == true {
      return .environmentNotAllowed(environment)
    }
    let roots = pool.filter { der in (try? mathematics.certificate(der))?.isSelfIssued == true }
    let hash = mathematics.digest(of: roots.first ?? certificate, by: .sha256)
    return .untrustedRoot(sha256: hexText(hash))
  }

  private func describe(_ root: TrustedRoots.Root) -> String {
    "\(root.signer.rawValue) \(hexText(root.sha256))"
  }

  private mutating func buildChain(
    _ candidates: [Candidate],
    at date: Instant,
    environment: StoreEnvironment?,
    recorder: inout StepRecorder
  ) throws(VerificationFailure) {
    var failure: VerificationFailure?
    for candidate in candidates {
      do throws(SignatureFailure) {
        let ders = try chain(to: candidate, at: date)
        guard ders.count == 3 else {
          failure = failure ?? .wrongChainLength(found: ders.count)
          continue
        }
        chainBytes = ders
        chain = []
        for der in ders { chain.append(try mathematics.certificate(der)) }
        root = candidate.root
        recorder.pass(.root, describe(candidate.root))
        return
      } catch {
        if candidate.isEmbedded || !CertificateRules.isAboutUnknownIssuer(error) {
          failure = failure ?? VerificationFailure(chain: error)
        }
      }
    }
    guard let failure else { throw recorder.failing(.root, refusal(environment)) }
    recorder.pass(.root, candidates.first.map { describe($0.root) })
    throw recorder.failing(.chain, failure)
  }

  /// The chain at the date, or else at a time when its certificates may all be valid: that the date
  /// is outside is a failure of its own, with words of its own.
  private func chain(
    to candidate: Candidate,
    at date: Instant
  ) throws(SignatureFailure) -> [[UInt8]] {
    let isStrict = candidate.root.demandsKeyIdentifiers
    do throws(SignatureFailure) {
      return try mathematics.chain(
        from: certificate,
        through: pool,
        to: candidate.der,
        at: date,
        strictly: isStrict
      )
    } catch {
      guard case .noChain(let reason, _) = error, CertificateRules.isAboutDates(reason) else {
        throw error
      }
      return try mathematics.chain(
        from: certificate,
        through: pool,
        to: candidate.der,
        at: latestStart(root: candidate.der),
        strictly: isStrict
      )
    }
  }

  private func latestStart(root: [UInt8]) -> Instant {
    let starts = ([root] + pool).compactMap { try? mathematics.certificate($0) }
      .filter { $0.notBefore <= facts.notAfter && $0.notAfter >= facts.notBefore }
      .map(\.notBefore)
    return starts.max() ?? facts.notBefore
  }

  /// Genuine receipts hold their chain and nothing else.
  private func checkPool(_ recorder: inout StepRecorder) throws(VerificationFailure) {
    let foreign = pool.count { !chainBytes.contains($0) }
    guard foreign == 0 else {
      throw recorder.failing(.chain, .foreignCertificates(count: foreign))
    }
    if !isSignedByRoot {
      recorder.pass(.chain, chain.map(\.subject).joined(separator: " < "))
    }
  }

  private func checkValidity(
    at date: Instant,
    _ recorder: inout StepRecorder
  ) throws(VerificationFailure) {
    let window = CertificateRules.window(isSignedByRoot ? [facts] : chain)
    do throws(VerificationFailure) {
      try CertificateRules.checkValidity(window, at: date)
    } catch {
      throw recorder.failing(.validity, error)
    }
    recorder.pass(.validity, "\(window.from.rfc3339)...\(window.until.rfc3339)")
  }

  private func checkMarkers(_ recorder: inout StepRecorder) throws(VerificationFailure) {
    guard !isSignedByRoot else { return recorder.skip(.markers, .signedByRoot) }
    do throws(VerificationFailure) {
      try CertificateRules.checkMarkers(leaf: chain[0], intermediate: chain[1])
    } catch {
      throw recorder.failing(.markers, error)
    }
    recorder.pass(.markers)
  }
}
