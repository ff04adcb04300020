/// Looking after the store's keys: what `init` and `iap store keys` do.
package protocol StoreKeyring: StoreSigning {
  /// Makes and commits the chain of a new store; what is there already is kept.
  func makeKeys() throws(SigningFailure)

  /// Makes and commits a new intermediate and leaf under the same root; the receipt signer follows
  /// when it is next needed.
  ///
  /// Apple does the same every two years: whoever trusts the root keeps working, whoever pinned a
  /// leaf or an intermediate does not. What was signed before stays valid. In Xcode's shape the one
  /// certificate is the root, so that rotation replaces it, as a new installation of Xcode does.
  func rotateKeys() throws(SigningFailure)

  /// The certificates (DER) to trust for what this store signs: the root that
  /// `export-root` writes, then, in Xcode's shape, that of the receipt signer where there is one.
  func trustedRoots() throws(SigningFailure) -> [[UInt8]]

  /// Every certificate of the store: leaf first, the receipt signer's last.
  func describeKeys() throws(SigningFailure) -> [KeyDescription]

  /// Everything that is wrong with the keys and their certificates, sorted by file.
  func examineKeys() -> [KeyProblem]
}

/// Something that is wrong with a file of the folder `keys`.
package struct KeyProblem: Equatable, Sendable {
  package enum Kind: String, Equatable, Sendable, CaseIterable {
    case missing = "keyMissing"
    /// It is no PEM, lacks a part, or holds one that is broken.
    case unreadable = "keyUnreadable"
    /// The private key is not that of its certificate.
    case mismatch = "keyMismatch"
    /// A certificate is not signed by the one that follows it.
    case brokenChain = "keyChainBroken"
    /// The chain does not lead to the store's own intermediate and root.
    case otherAuthority = "keyOfOtherAuthority"
  }

  /// Relative to the store folder.
  package var file: String
  package var kind: Kind

  package init(_ file: String, _ kind: Kind) {
    self.file = file
    self.kind = kind
  }
}

/// The files of the folder `keys`.
package enum KeyFileName {
  /// The keys of the root and the intermediate, which sign certificates only.
  package static let authority = "authority.pem"
  /// What signs (key, leaf, intermediate, root): all that a purchase reads.
  package static let signing = "signing.pem"
  /// The RSA signer of receipts with its chain, made when it is first needed.
  package static let receipt = "receipt.pem"
}

/// One certificate of the store as `iap store keys show` lists it.
package struct KeyDescription: Equatable, Sendable {
  package enum Role: String, Sendable, CaseIterable {
    case leaf
    case intermediate
    case root
    case receipt
  }

  package var role: Role
  package var facts: CertificateFacts
  /// Upper-case hexadecimal SHA-256 of the DER.
  package var fingerprint: String
  /// The file that holds the certificate, relative to the store folder.
  package var file: String

  package init(role: Role, facts: CertificateFacts, fingerprint: String, file: String) {
    self.role = role
    self.facts = facts
    self.fingerprint = fingerprint
    self.file = file
  }
}
