internal import COpenSSL
internal import IAPCore

/// Puts a receipt's payload into a PKCS#7 container, through the CMS functions of libcrypto.
///
/// As in genuine receipts there are no signed attributes: the RSA signature is over the payload.
enum IssuingContainer {
  /// Signs with the key of the first certificate; the others go along.
  ///
  /// `isIndefinite` gives Xcode's encoding: BER with open lengths around the payload.
  static func make(
    _ payload: [UInt8],
    key: IssuingKey,
    certificates: [[UInt8]],
    isIndefinite: Bool
  ) throws(SigningFailure) -> [UInt8] {
    let objects = certificates.compactMap { LibcryptoObject.certificate($0)?.object }
    let flags = UInt32(CMS_BINARY | CMS_NOSMIMECAP | CMS_NOATTR)
    let isStream = isIndefinite ? UInt32(CMS_STREAM) : UInt32(0)
    guard objects.count == certificates.count, let signer = objects.first,
      let content = LibcryptoObject(BIO_new(BIO_s_mem()), free: { BIO_free($0) }),
      BIO_write(content.pointer, payload, Int32(payload.count)) == payload.count,
      let container = LibcryptoObject(
        CMS_sign(nil, nil, nil, nil, flags | isStream | UInt32(CMS_PARTIAL)),
        free: CMS_ContentInfo_free
      ),
      CMS_add1_signer(container.pointer, signer.pointer, key.object.pointer, EVP_sha256(), flags)
        != nil
    else { throw .libcrypto("make a receipt") }
    for other in objects.dropFirst() where CMS_add1_cert(container.pointer, other.pointer) != 1 {
      throw .libcrypto("add a certificate to a receipt")
    }
    guard isIndefinite else {
      guard CMS_final(container.pointer, content.pointer, nil, flags) == 1 else {
        throw .libcrypto("sign a receipt")
      }
      return derBytes { i2d_CMS_ContentInfo(container.pointer, $0) }
    }
    return try streamed(container, content: content, flags: flags)
  }

  private static func streamed(
    _ container: LibcryptoObject,
    content: LibcryptoObject,
    flags: UInt32
  ) throws(SigningFailure) -> [UInt8] {
    guard let output = LibcryptoObject(BIO_new(BIO_s_mem()), free: { BIO_free($0) }),
      i2d_CMS_bio_stream(
        output.pointer,
        container.pointer,
        content.pointer,
        Int32(flags | UInt32(CMS_STREAM))
      ) == 1
    else { throw .libcrypto("sign a receipt") }
    var bytes = [UInt8](repeating: 0, count: Int(BIO_ctrl_pending(output.pointer)))
    guard BIO_read(output.pointer, &bytes, Int32(bytes.count)) == bytes.count else {
      throw .libcrypto("write a receipt")
    }
    return bytes
  }
}
