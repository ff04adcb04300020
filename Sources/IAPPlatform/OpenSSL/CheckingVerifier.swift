internal import COpenSSL
package import IAPCore

/// The system's libcrypto behind the core's port: the checking half.
package struct OpenSSLChecker: SignatureVerifying {
  package init() {}

  package func digest(of bytes: [UInt8], by algorithm: DigestAlgorithm) -> [UInt8] {
    switch algorithm {
    case .sha1:
      Libcrypto.start()
      return hash(bytes, count: Int(SHA_DIGEST_LENGTH)) { SHA1($0, $1, $2) }
    case .sha256: return sha256(bytes)
    case .sha384:
      Libcrypto.start()
      return hash(bytes, count: Int(SHA384_DIGEST_LENGTH)) { SHA384($0, $1, $2) }
    }
  }

  package func es256(
    by certificate: [UInt8],
    prefix: [UInt8]
  ) throws(SignatureFailure) -> any ES256Checking {
    try OpenSSLES256(certificate: certificate, prefix: prefix)
  }

  package func isRSASignature(
    _ signature: [UInt8],
    over bytes: [UInt8],
    digest: DigestAlgorithm,
    by certificate: [UInt8]
  ) -> Bool {
    guard let (object, _) = LibcryptoObject.certificate(certificate),
      let key = LibcryptoObject.publicKey(of: object),
      EVP_PKEY_get_base_id(key.pointer) == EVP_PKEY_RSA,
      let context = LibcryptoObject(EVP_MD_CTX_new(), free: EVP_MD_CTX_free),
      EVP_DigestVerifyInit(context.pointer, nil, digest.method, nil, key.pointer) == 1
    else {
      Libcrypto.drainErrors()
      return false
    }
    let answer = EVP_DigestVerify(
      context.pointer,
      signature,
      signature.count,
      bytes,
      bytes.count
    )
    // Zero is a wrong signature, anything negative a malformed one.
    if answer != 1 { Libcrypto.drainErrors() }
    return answer == 1
  }
}

extension DigestAlgorithm {
  var method: OpaquePointer? {
    switch self {
    case .sha1: EVP_sha1()
    case .sha256: EVP_sha256()
    case .sha384: EVP_sha384()
    }
  }
}

/// libcrypto's own function in steps: `SHA256` at once looks for providers first, which takes longer
/// than the whole of `iap entitlements`, and neither needs the library's start.
private func sha256(_ bytes: [UInt8]) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { buffer, initialized in
    var context = SHA256_CTX()
    SHA256_Init(&context)
    bytes.withUnsafeBytes { _ = SHA256_Update(&context, $0.baseAddress, $0.count) }
    SHA256_Final(buffer.baseAddress, &context)
    initialized = Int(SHA256_DIGEST_LENGTH)
  }
}

private func hash(
  _ bytes: [UInt8],
  count: Int,
  by function: (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?) -> UnsafeMutablePointer<
    UInt8
  >?
) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
    bytes.withUnsafeBufferPointer { _ = function($0.baseAddress, $0.count, buffer.baseAddress) }
    initialized = count
  }
}
