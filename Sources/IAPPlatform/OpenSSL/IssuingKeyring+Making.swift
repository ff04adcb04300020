package import IAPCore

extension OpenSSLKeyring {
  package func makeKeys() throws(SigningFailure) {
    guard try read(.signing) == nil else { return }
    try rotateKeys()
  }

  /// Keeps the root where there is one that can still sign.
  package func rotateKeys() throws(SigningFailure) {
    defer { forgetLoadedKeys() }
    if isXcode {
      try commit([(.signing, try selfSigned(key: IssuingKey.makeP256()).bundle)])
    } else {
      let authority = try IssuingAuthority(root: try usableRoot())
      let leaf = try credentials(key: IssuingKey.makeP256(), under: authority, name: Self.leafName)
      try commit([(.authority, authority.bundle), (.signing, leaf.bundle)])
    }
  }

  package func trustedRoots() throws(SigningFailure) -> [[UInt8]] {
    guard let root = try certificates(defect: nil).last else {
      throw .unusableKeys(file: KeyFile.signing.path)
    }
    guard isXcode, let receipt = try read(.receipt)?.certificates.last else { return [root] }
    return [root, receipt]
  }

  package func describeKeys() throws(SigningFailure) -> [KeyDescription] {
    let roles: [KeyDescription.Role] = isXcode ? [.leaf] : [.leaf, .intermediate, .root]
    let signing = try certificates(defect: nil)
    var descriptions: [KeyDescription] = []
    for (role, certificate) in zip(roles, signing) {
      descriptions.append(try describe(certificate, role: role, in: .signing))
    }
    if let receipt = try read(.receipt)?.certificates.first {
      descriptions.append(try describe(receipt, role: .receipt, in: .receipt))
    }
    return descriptions
  }

  /// The receipt signer, made and committed at its first use.
  func loadReceiptSigner() throws(SigningFailure) -> IssuingCredentials {
    if let existing = try read(.receipt) { return existing }
    let key = try IssuingKey.makeRSA2048()
    let made: IssuingCredentials
    if isXcode {
      made = try selfSigned(key: key)
    } else {
      guard let authority = try readAuthority() else {
        throw .noKeys(file: KeyFile.authority.path)
      }
      made = try credentials(key: key, under: authority, name: Self.receiptName)
    }
    try commit([(.receipt, made.bundle)])
    return made
  }

  /// The certificates with one thing wrong, for the same key.
  func broken(
    _ credentials: IssuingCredentials,
    by defect: CertificateDefect
  ) throws(SigningFailure) -> [[UInt8]] {
    guard let key = IssuingKey(credentials.privateKey) else {
      throw .unusableKeys(file: KeyFile.signing.path)
    }
    let validity: IssuingCertificate.Validity = defect == .expired ? .past : .always
    guard !isXcode else { return [try xcodeCertificate(key: key, validity: validity)] }
    guard let authority = try readAuthority() else {
      throw .noKeys(file: KeyFile.authority.path)
    }
    let leaf = IssuingCertificate(
      role: .leaf,
      commonName: Self.leafName,
      publicKey: key,
      validity: validity
    )
    // A key that nobody knows instead of the intermediate's: names and identifiers still match.
    let impostor = defect == .brokenLink ? try IssuingKey.makeP256() : nil
    let certificate = try leaf.signed(by: authority.intermediate, signingKey: impostor)
    return [certificate] + credentials.certificates.dropFirst()
  }

  func read(_ name: KeyFile) throws(SigningFailure) -> IssuingCredentials? {
    guard let bundle = try readBundle(name) else { return nil }
    guard let credentials = IssuingCredentials(bundle) else {
      throw .unusableKeys(file: name.path)
    }
    return credentials
  }

  /// The root to go on with; `nil`: its file is gone or broken, which only a new root can mend.
  private func usableRoot() throws(SigningFailure) -> IssuingAuthority.Issuer? {
    do throws(SigningFailure) {
      guard let root = try readAuthority()?.root, root.key.isKey(of: root.certificate) else {
        return nil
      }
      return root
    } catch {
      guard case .unusableKeys = error else { throw error }
      return nil
    }
  }

  func readAuthority() throws(SigningFailure) -> IssuingAuthority? {
    guard let bundle = try readBundle(.authority) else { return nil }
    guard let authority = IssuingAuthority(bundle) else {
      throw .unusableKeys(file: KeyFile.authority.path)
    }
    return authority
  }

  private func readBundle(_ name: KeyFile) throws(SigningFailure) -> PEMBundle? {
    do {
      guard let bytes = try storage.readIfPresent(name.file) else { return nil }
      guard let bundle = PEMBundle(reading: bytes) else {
        throw SigningFailure.unusableKeys(file: name.path)
      }
      return bundle
    } catch let failure as StorageFailure {
      throw .storage(failure)
    } catch {
      throw .unusableKeys(file: name.path)
    }
  }

  /// The receipt signer of an older intermediate goes with the commit that replaces the chain.
  private func commit(_ files: [(name: KeyFile, bundle: PEMBundle)]) throws(SigningFailure) {
    var changes = files.map { FileChange.replace($0.name.file, Array($0.bundle.text.utf8)) }
    if files.contains(where: { $0.name == .signing }) {
      changes.append(.remove(KeyFile.receipt.file))
    }
    do {
      try storage.commit(changes)
    } catch {
      throw .storage(error)
    }
  }

  private func credentials(
    key: IssuingKey,
    under authority: IssuingAuthority,
    name: String
  ) throws(SigningFailure) -> IssuingCredentials {
    let leaf = IssuingCertificate(role: .leaf, commonName: name, publicKey: key)
    return IssuingCredentials(
      privateKey: key.block,
      certificates: [
        try leaf.signed(by: authority.intermediate), authority.intermediate.certificate,
        authority.root.certificate,
      ]
    )
  }

  private func selfSigned(key: IssuingKey) throws(SigningFailure) -> IssuingCredentials {
    let certificate = try xcodeCertificate(key: key, validity: .always)
    return IssuingCredentials(privateKey: key.block, certificates: [certificate])
  }

  private func xcodeCertificate(
    key: IssuingKey,
    validity: IssuingCertificate.Validity
  ) throws(SigningFailure) -> [UInt8] {
    let certificate = IssuingCertificate(
      role: .xcode,
      commonName: "StoreKit Testing in Xcode",
      publicKey: key,
      validity: validity
    )
    return try certificate.signed(by: nil)
  }

  private func describe(
    _ certificate: [UInt8],
    role: KeyDescription.Role,
    in file: KeyFile
  ) throws(SigningFailure) -> KeyDescription {
    let checker = OpenSSLChecker()
    let facts: CertificateFacts
    do {
      facts = try checker.certificate(certificate)
    } catch {
      throw .unusableKeys(file: file.path)
    }
    let digest = checker.digest(of: certificate, by: .sha256)
    let fingerprint = digest.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return KeyDescription(
      role: role,
      facts: facts,
      fingerprint: fingerprint.joined(),
      file: file.path
    )
  }

  private static let leafName = "iap Store Signing"
  private static let receiptName = "iap Store Receipt Signing"
}
