internal import COpenSSL
package import IAPCore

/// Promotional offer signatures: ECDSA on P-256 over SHA-256, in DER (rule O-6).
package struct OpenSSLOfferSigning: OfferSigning {
  package init() {}

  package func sign(
    _ message: [UInt8],
    privateKey: [UInt8]
  ) throws(SigningFailure) -> [UInt8]? {
    guard let key = curveKey(privateKey) else { return nil }
    let digest = OpenSSLChecker().digest(of: message, by: .sha256)
    let made = ECDSA_do_sign(digest, Int32(digest.count), key.pointer)
    guard let signature = LibcryptoObject(made, free: ECDSA_SIG_free) else {
      throw .libcrypto("sign an offer")
    }
    return derBytes { i2d_ECDSA_SIG(signature.pointer, $0) }
  }

  package func isValid(
    _ signature: [UInt8],
    of message: [UInt8],
    privateKey: [UInt8]
  ) -> Bool {
    guard let key = curveKey(privateKey) else { return false }
    let digest = OpenSSLChecker().digest(of: message, by: .sha256)
    let answer = ECDSA_verify(
      0,
      digest,
      Int32(digest.count),
      signature,
      Int32(signature.count),
      key.pointer
    )
    if answer != 1 { Libcrypto.drainErrors() }
    return answer == 1
  }

  /// Reads a PKCS#8 private key on P-256 (libcrypto's `EC_KEY`); `nil` for anything else.
  private func curveKey(_ bytes: [UInt8]) -> LibcryptoObject? {
    Libcrypto.start()
    let pointer = bytes.withUnsafeBufferPointer { buffer in
      var place = buffer.baseAddress
      return d2i_AutoPrivateKey(nil, &place, buffer.count)
    }
    guard let object = LibcryptoObject(pointer, free: EVP_PKEY_free),
      EVP_PKEY_get_base_id(object.pointer) == EVP_PKEY_EC,
      let key = LibcryptoObject(EVP_PKEY_get1_EC_KEY(object.pointer), free: EC_KEY_free),
      EC_GROUP_get_curve_name(EC_KEY_get0_group(key.pointer)) == NID_X9_62_prime256v1
    else { return nil }
    return key
  }
}
