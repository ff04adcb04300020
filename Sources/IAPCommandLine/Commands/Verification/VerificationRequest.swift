import IAPCore

/// What the options of `verify` and `entitlements --from` ask for: whom to trust, what to expect.
struct VerificationRequest {
  var roots: TrustedRoots
  var expectations: Expectations
  var explains: Bool
  let cryptography: any SignatureVerifying

  /// Reads the files of roots that were named, and the store's root with `--for-store`.
  init(_ context: CommandContext) throws {
    let options = context.options
    cryptography = context.environment.cryptography
    explains = options.has("explain")
    roots = .apple
    expectations = Self.expectations(options)
    if options.has("for-store") {
      let store = try StoreTrust(context)
      for root in store.roots { trust(root, as: .store) }
      expectations.bundleID = expectations.bundleID ?? store.bundleID
      expectations.environment = expectations.environment ?? store.environment
      if store.environment == .production {
        expectations.appAppleID = expectations.appAppleID ?? store.appAppleID
      }
    }
    for path in options.texts("trust-root") {
      let bytes = try context.read(path, limit: Self.maximumRootBytes)
      for root in try rootCertificates(bytes, path: path) { trust(root, as: .custom) }
    }
    if let text = options.text("device-id") {
      guard let device = DeviceIdentifier(text) else { throw Self.noDevice(text, options) }
      expectations.device = device
    }
  }

  private static let maximumRootBytes = 1024 * 1024

  /// A verifier for one thread.
  var verifier: SignedDataVerifier {
    SignedDataVerifier(
      roots: roots,
      expectations: expectations,
      explains: explains,
      mathematics: cryptography
    )
  }

  private mutating func trust(_ root: [UInt8], as signer: Signer) {
    roots = roots.adding(root, as: signer) { cryptography.digest(of: $0, by: .sha256) }
  }

  private static func expectations(_ options: ParsedOptions) -> Expectations {
    var expectations = Expectations()
    expectations.kind = options.text("kind").flatMap { SignedKind(option: $0) }
    expectations.environment = options.text("environment").map(StoreEnvironment.init(rawValue:))
    expectations.bundleID = options.text("bundle-id")
    expectations.appAppleID = options.integer("app-apple-id").map { Int64($0) }
    expectations.appAccountToken = options.text("app-account-token")
    expectations.asOf = options.time("as-of")
    expectations.allowsUnsigned = options.has("allow-unsigned")
    expectations.demandsOnlineChecks = options.has("online")
    return expectations
  }

  /// One certificate in DER, or all of a PEM file.
  private func rootCertificates(_ bytes: [UInt8], path: String) throws -> [[UInt8]] {
    let bundle = PEMBundle(reading: bytes)?.all("CERTIFICATE") ?? []
    let certificates = bundle.isEmpty ? [bytes] : bundle
    for certificate in certificates {
      let facts = try? cryptography.certificate(certificate)
      guard let facts, facts.length == certificate.count else {
        throw Diagnostic(
          code: "invalidRoot",
          message: "'\(path)' is no certificate, neither DER nor PEM",
          why: "--trust-root takes the root's certificate, not what it signed",
          hint: "iap help store keys export-root",
          exitCode: .invalid
        )
      }
    }
    return certificates
  }

  private static func noDevice(_ text: String, _ options: ParsedOptions) -> UsageError {
    UsageError(
      .invalidValue(
        place: "--device-id",
        found: text,
        expected: "a UUID, or the 12 hexadecimal digits of a network address"
      ),
      command: options.command
    )
  }
}

extension SignedKind {
  /// The kind that a word of `--kind` names.
  init?(option word: String) {
    switch word {
    case "transaction": self = .transaction
    case "renewal": self = .renewalInfo
    case "notification": self = .notification
    case "app-transaction": self = .appTransaction
    case "realtime-request": self = .realtimeRequest
    case "receipt": self = .receipt
    case "verify-receipt": self = .verifyReceipt
    default: return nil
    }
  }
}

extension CommandContext {
  /// A whole file, or standard input for `-`.
  func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
    guard path == "-" else { return try environment.files.read(path, limit: limit) }
    var bytes: [UInt8] = []
    while true {
      let piece = try environment.standardInput.read(limit: 64 * 1024)
      guard !piece.isEmpty else { return bytes }
      bytes += piece
      guard bytes.count <= limit else {
        throw FileFailure(path: path, reason: .tooLarge(limit: limit))
      }
    }
  }

  /// The bytes of a file, or of standard input for `-`, as they come.
  func source(_ path: String) throws(FileFailure) -> any ByteSource {
    path == "-" ? environment.standardInput : try environment.files.open(path)
  }
}
