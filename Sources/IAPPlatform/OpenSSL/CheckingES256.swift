internal import COpenSSL
internal import IAPCore

/// Checks ES256 signatures by one key, with everything that is equal for all of them done once.
///
/// Raw SHA-256 with the state after the common beginning kept, and `ECDSA_do_verify` with the key
/// reused: the fastest way that libcrypto has.
final class OpenSSLES256: ES256Checking {
  private let key: LibcryptoObject
  private var stateAfterPrefix = SHA256_CTX()
  private let signature: LibcryptoObject
  private let halves: (r: LibcryptoNumber, s: LibcryptoNumber)

  init(certificate: [UInt8], prefix: [UInt8]) throws(SignatureFailure) {
    guard let (object, _) = LibcryptoObject.certificate(certificate),
      let publicKey = LibcryptoObject.publicKey(of: object)
    else { throw .unreadable }
    guard EVP_PKEY_get_base_id(publicKey.pointer) == EVP_PKEY_EC,
      let key = LibcryptoObject(EVP_PKEY_get1_EC_KEY(publicKey.pointer), free: EC_KEY_free),
      EC_GROUP_get_curve_name(EC_KEY_get0_group(key.pointer)) == NID_X9_62_prime256v1
    else { throw .wrongKey }
    guard let signature = LibcryptoObject(ECDSA_SIG_new(), free: ECDSA_SIG_free),
      let r = BN_new(), let s = BN_new()
    else { throw .unreadable }
    self.key = key
    self.signature = signature
    // The signature object owns both numbers from here on; they are filled anew for each check.
    ECDSA_SIG_set0(signature.pointer, r, s)
    halves = (LibcryptoNumber(pointer: r), LibcryptoNumber(pointer: s))
    SHA256_Init(&stateAfterPrefix)
    SHA256_Update(&stateAfterPrefix, prefix, prefix.count)
  }

  func isSignature(_ raw: UnsafeRawBufferPointer, over rest: UnsafeRawBufferPointer) -> Bool {
    guard raw.count == 64, let start = raw.bindMemory(to: UInt8.self).baseAddress else {
      return false
    }
    var state = stateAfterPrefix
    SHA256_Update(&state, rest.baseAddress, rest.count)
    BN_bin2bn(start, 32, halves.r.pointer)
    BN_bin2bn(start + 32, 32, halves.s.pointer)
    let answer = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { digest in
      SHA256_Final(digest.baseAddress, &state)
      return ECDSA_do_verify(digest.baseAddress, 32, signature.pointer, key.pointer)
    }
    // Zero is a wrong signature, a negative answer numbers out of range: both refuse.
    if answer != 1 { Libcrypto.drainErrors() }
    return answer == 1
  }
}

/// A number that belongs to another libcrypto object.
struct LibcryptoNumber {
  let pointer: OpaquePointer
}
