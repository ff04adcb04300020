/// The store's keys and certificates, as `iap store keys` asks for them.
extension Session {
  /// Every certificate, the leaf first.
  package func keys() throws(SessionFailure) -> [KeyDescription] {
    let keyring = try keyring()
    return try signing { () throws(SigningFailure) in try keyring.describeKeys() }
  }

  /// Makes and commits new keys; the root stays, except in Xcode's shape.
  package func rotateKeys() throws(SessionFailure) {
    let keyring = try keyring()
    try signing { () throws(SigningFailure) in try keyring.rotateKeys() }
  }

  /// The certificates (DER) that a verifier of this store's data has to trust; at least one.
  package func trustedRoots() throws(SessionFailure) -> [[UInt8]] {
    let keyring = try keyring()
    return try signing { () throws(SigningFailure) in try keyring.trustedRoots() }
  }

  private func keyring() throws(SessionFailure) -> any StoreKeyring {
    guard let keyring = services.keyring else {
      throw .signing(.noKeys(file: StateFile.key(KeyFileName.signing).path))
    }
    return keyring
  }
}
