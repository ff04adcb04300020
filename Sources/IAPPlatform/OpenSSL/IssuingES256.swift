internal import COpenSSL
internal import IAPCore

/// Signs with one P-256 key by the shortest way through libcrypto.
///
/// A purchase signs once in a process, so that loading counts more than signing: the key is read
/// as SEC 1 without libcrypto's decoders, and the digest is taken without its providers.
final class IssuingES256 {
  private let key: LibcryptoObject

  /// Reads a SEC 1 private key (DER, named curve); `nil` for anything else.
  init?(privateKey: [UInt8]) {
    Libcrypto.start()
    let pointer = privateKey.withUnsafeBufferPointer { buffer in
      var place = buffer.baseAddress
      return d2i_ECPrivateKey(nil, &place, buffer.count)
    }
    guard let key = LibcryptoObject(pointer, free: EC_KEY_free),
      EC_GROUP_get_curve_name(EC_KEY_get0_group(key.pointer)) == NID_X9_62_prime256v1
    else { return nil }
    self.key = key
  }

  /// The signature of the message's SHA-256: `r` and `s` of 32 bytes each.
  func signature(of message: [UInt8]) throws(SigningFailure) -> [UInt8] {
    let digest = Self.sha256(message)
    let made = ECDSA_do_sign(digest, Int32(digest.count), key.pointer)
    guard let signature = LibcryptoObject(made, free: ECDSA_SIG_free) else {
      throw .libcrypto("sign")
    }
    var bytes = [UInt8](repeating: 0, count: 64)
    let counts = bytes.withUnsafeMutableBufferPointer { buffer in
      let start = buffer.baseAddress
      return (
        BN_bn2binpad(ECDSA_SIG_get0_r(signature.pointer), start, 32),
        BN_bn2binpad(ECDSA_SIG_get0_s(signature.pointer), start.map { $0 + 32 }, 32)
      )
    }
    guard counts == (32, 32) else { throw .libcrypto("write a signature") }
    return bytes
  }

  private static func sha256(_ message: [UInt8]) -> [UInt8] {
    var state = SHA256_CTX()
    SHA256_Init(&state)
    SHA256_Update(&state, message, message.count)
    return [UInt8](unsafeUninitializedCapacity: 32) { buffer, initialized in
      SHA256_Final(buffer.baseAddress, &state)
      initialized = 32
    }
  }
}
