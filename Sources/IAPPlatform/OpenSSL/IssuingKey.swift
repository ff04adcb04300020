internal import COpenSSL
internal import IAPCore

/// A private key of the store, with the public half inside.
struct IssuingKey {
  /// libcrypto's `EVP_PKEY`.
  let object: LibcryptoObject

  /// A new key on the curve P-256.
  static func makeP256() throws(SigningFailure) -> IssuingKey {
    Libcrypto.start()
    let curve = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1)
    guard let key = LibcryptoObject(curve, free: EC_KEY_free),
      EC_KEY_generate_key(key.pointer) == 1
    else { throw .libcrypto("generate a P-256 key") }
    return try IssuingKey(curveKey: key)
  }

  /// A new RSA key of 2048 bits.
  static func makeRSA2048() throws(SigningFailure) -> IssuingKey {
    Libcrypto.start()
    let made = EVP_PKEY_CTX_new_id(EVP_PKEY_RSA, nil)
    var key: OpaquePointer?
    guard let context = LibcryptoObject(made, free: EVP_PKEY_CTX_free),
      EVP_PKEY_keygen_init(context.pointer) == 1,
      EVP_PKEY_CTX_set_rsa_keygen_bits(context.pointer, 2048) == 1,
      EVP_PKEY_keygen(context.pointer, &key) == 1,
      let object = LibcryptoObject(key, free: EVP_PKEY_free)
    else { throw .libcrypto("generate an RSA key") }
    return IssuingKey(object: object)
  }

  /// Reads a block of a key file; `nil` for other blocks and broken keys.
  init?(_ block: PEMBundle.Block) {
    Libcrypto.start()
    let kind = block.label == Self.curveLabel ? EVP_PKEY_EC : EVP_PKEY_RSA
    guard block.label == Self.curveLabel || block.label == Self.rsaLabel else { return nil }
    let pointer = block.bytes.withUnsafeBufferPointer { buffer in
      var place = buffer.baseAddress
      return d2i_PrivateKey(kind, nil, &place, buffer.count)
    }
    guard let object = LibcryptoObject(pointer, free: EVP_PKEY_free) else { return nil }
    self.object = object
  }

  /// The key as it stands in a key file, in the form that `openssl pkey` reads.
  var block: PEMBundle.Block {
    let isCurve = EVP_PKEY_get_base_id(object.pointer) == EVP_PKEY_EC
    let bytes = derBytes { i2d_PrivateKey(object.pointer, $0) }
    return PEMBundle.Block(isCurve ? Self.curveLabel : Self.rsaLabel, bytes)
  }

  static let curveLabel = "EC PRIVATE KEY"
  static let rsaLabel = "RSA PRIVATE KEY"

  private init(object: LibcryptoObject) {
    self.object = object
  }

  private init(curveKey: LibcryptoObject) throws(SigningFailure) {
    guard let object = LibcryptoObject(EVP_PKEY_new(), free: EVP_PKEY_free),
      EVP_PKEY_set1_EC_KEY(object.pointer, curveKey.pointer) == 1
    else { throw .libcrypto("wrap a P-256 key") }
    self.object = object
  }
}

extension SigningFailure {
  /// The failure of an operation of libcrypto, whose queue of errors it empties.
  static func libcrypto(_ operation: String) -> SigningFailure {
    .cryptography(operation: operation, code: Libcrypto.drainErrors())
  }
}
