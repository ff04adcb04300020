internal import COpenSSL
package import IAPCore

extension OpenSSLKeyring {
  package func examineKeys() -> [KeyProblem] {
    var problems: [KeyProblem] = []
    let authority = isXcode ? nil : examineAuthority(&problems)
    examine(.receipt, isRequired: false, under: authority, &problems)
    examine(.signing, isRequired: true, under: authority, &problems)
    return problems
  }

  /// Answers the authority where it is sound, else what is wrong with it.
  private func examineAuthority(_ problems: inout [KeyProblem]) -> IssuingAuthority? {
    let path = KeyFile.authority.path
    guard let found = try? readAuthority() else {
      let isMissing = (try? storage.contains(KeyFile.authority.file)) == false
      problems.append(KeyProblem(path, isMissing ? .missing : .unreadable))
      return nil
    }
    let issuers = [found.intermediate, found.root]
    guard issuers.allSatisfy({ $0.key.isKey(of: $0.certificate) }) else {
      problems.append(KeyProblem(path, .mismatch))
      return nil
    }
    guard isChain(issuers.map(\.certificate)) else {
      problems.append(KeyProblem(path, .brokenChain))
      return nil
    }
    return found
  }

  private func examine(
    _ name: KeyFile,
    isRequired: Bool,
    under authority: IssuingAuthority?,
    _ problems: inout [KeyProblem]
  ) {
    guard (try? storage.contains(name.file)) != false else {
      if isRequired { problems.append(KeyProblem(name.path, .missing)) }
      return
    }
    if let kind = problem(of: name, under: authority) {
      problems.append(KeyProblem(name.path, kind))
    }
  }

  private func problem(of name: KeyFile, under authority: IssuingAuthority?) -> KeyProblem.Kind? {
    guard let found = try? read(name), let key = IssuingKey(found.privateKey) else {
      return .unreadable
    }
    guard key.isKey(of: found.certificates[0]) else { return .mismatch }
    guard isChain(found.certificates) else { return .brokenChain }
    guard let authority else { return nil }
    let own = [authority.intermediate.certificate, authority.root.certificate]
    return Array(found.certificates.dropFirst()) == own ? nil : .otherAuthority
  }

  /// Whether each certificate is signed by the next one, and the last by itself.
  private func isChain(_ certificates: [[UInt8]]) -> Bool {
    let issuers = certificates.dropFirst() + certificates.suffix(1)
    return zip(certificates, issuers).allSatisfy { certificate, issuer in
      guard let (signed, _) = LibcryptoObject.certificate(certificate),
        let (other, _) = LibcryptoObject.certificate(issuer),
        let key = LibcryptoObject.publicKey(of: other)
      else { return false }
      let isSigned = X509_verify(signed.pointer, key.pointer) == 1
      if !isSigned { Libcrypto.drainErrors() }
      return isSigned
    }
  }
}

extension IssuingKey {
  /// Whether the certificate is this key's own, and the secret half fits the public one.
  func isKey(of certificate: [UInt8]) -> Bool {
    guard let (object, _) = LibcryptoObject.certificate(certificate),
      let key = LibcryptoObject.publicKey(of: object)
    else { return false }
    let isSame =
      EVP_PKEY_eq(self.object.pointer, key.pointer) == 1
      && EVP_PKEY_CTX_new(self.object.pointer, nil).map { context in
        defer { EVP_PKEY_CTX_free(context) }
        return EVP_PKEY_pairwise_check(context) == 1
      } == true
    if !isSame { Libcrypto.drainErrors() }
    return isSame
  }
}
