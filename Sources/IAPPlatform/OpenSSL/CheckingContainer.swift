internal import COpenSSL
package import IAPCore

extension OpenSSLChecker {
  package func container(_ bytes: [UInt8]) throws(SignatureFailure) -> SignedContainer {
    guard let (object, length) = LibcryptoObject.container(bytes) else { throw .unreadable }
    let type = dottedText(CMS_get0_type(object.pointer))
    guard type == SignedContainer.signedData else {
      return SignedContainer(
        length: length,
        encoded: [],
        type: type,
        contentType: "",
        content: nil,
        certificates: [],
        signers: []
      )
    }
    let certificates = certificates(in: object)
    return SignedContainer(
      length: length,
      encoded: derBytes { i2d_CMS_ContentInfo(object.pointer, $0) },
      type: type,
      contentType: dottedText(CMS_get0_eContentType(object.pointer)),
      content: content(of: object),
      certificates: CertificateStack.contents(of: certificates.pointer),
      signers: signers(of: object).map { signer($0, certificates: certificates.pointer) }
    )
  }

  package func isAttributeSignature(in bytes: [UInt8], by certificate: [UInt8]) -> Bool {
    guard let (object, _) = LibcryptoObject.container(bytes),
      let (signerCertificate, _) = LibcryptoObject.certificate(certificate),
      let signer = signers(of: object).first, signers(of: object).count == 1
    else { return false }
    CMS_SignerInfo_set1_signer_cert(signer, signerCertificate.pointer)
    let isValid = CMS_SignerInfo_verify(signer) == 1
    Libcrypto.drainErrors()
    return isValid
  }
}

extension LibcryptoObject {
  /// Reads one CMS container; `length` is how many of the bytes it takes.
  static func container(_ bytes: [UInt8]) -> (object: LibcryptoObject, length: Int)? {
    Libcrypto.start()
    var length = 0
    let pointer = bytes.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var place = buffer.baseAddress
      let pointer = d2i_CMS_ContentInfo(nil, &place, buffer.count)
      if let place, let start = buffer.baseAddress { length = place - start }
      return pointer
    }
    guard let object = LibcryptoObject(pointer, free: CMS_ContentInfo_free) else { return nil }
    return (object, length)
  }
}

/// The embedded certificates, in a stack of their own.
private func certificates(in container: LibcryptoObject) -> OwnedStack {
  OwnedStack(CMS_get1_certs(container.pointer))
}

/// A stack that libcrypto made for us: freed with the certificates in it.
private final class OwnedStack {
  let pointer: OpaquePointer?

  init(_ pointer: OpaquePointer?) {
    self.pointer = pointer
    if pointer == nil { Libcrypto.drainErrors() }
  }

  deinit {
    guard let pointer else { return }
    OPENSSL_sk_pop_free(pointer) { X509_free($0.map { OpaquePointer($0) }) }
  }
}

private func content(of container: LibcryptoObject) -> [UInt8]? {
  guard let holder = CMS_get0_content(container.pointer), let string = holder.pointee,
    let start = ASN1_STRING_get0_data(string)
  else { return nil }
  return Array(UnsafeBufferPointer(start: start, count: Int(ASN1_STRING_length(string))))
}

private func signers(of container: LibcryptoObject) -> [OpaquePointer] {
  let stack = CMS_get0_SignerInfos(container.pointer)
  return (0..<max(0, OPENSSL_sk_num(stack))).compactMap { index in
    OPENSSL_sk_value(stack, index).map { OpaquePointer($0) }
  }
}

private func signer(_ signer: OpaquePointer, certificates: OpaquePointer?) -> ContainerSigner {
  var digest: UnsafeMutablePointer<X509_ALGOR>?
  var algorithm: UnsafeMutablePointer<X509_ALGOR>?
  CMS_SignerInfo_get0_algs(signer, nil, nil, &digest, &algorithm)
  let indexes = (0..<max(0, OPENSSL_sk_num(certificates))).filter { index in
    let certificate = OPENSSL_sk_value(certificates, index).map { OpaquePointer($0) }
    return CMS_SignerInfo_cert_cmp(signer, certificate) == 0
  }
  return ContainerSigner(
    certificateIndexes: indexes.map(Int.init),
    digest: digestAlgorithm(dottedText(of: digest)),
    signatureAlgorithm: dottedText(of: algorithm),
    signature: bytes(of: CMS_SignerInfo_get0_signature(signer)),
    signedAttributes: signedAttributes(of: signer)
  )
}

private func digestAlgorithm(_ identifier: String) -> DigestAlgorithm? {
  switch identifier {
  case "1.3.14.3.2.26": .sha1
  case "2.16.840.1.101.3.4.2.1": .sha256
  default: nil
  }
}

private func bytes(of string: UnsafePointer<ASN1_OCTET_STRING>?) -> [UInt8] {
  guard let string, let start = ASN1_STRING_get0_data(string) else { return [] }
  return Array(UnsafeBufferPointer(start: start, count: Int(ASN1_STRING_length(string))))
}

private func signedAttributes(of signer: OpaquePointer) -> SignedAttributes? {
  guard CMS_signed_get_attr_count(signer) > 0 else { return nil }
  let once = Int32(-3)
  let type = CMS_signed_get0_data_by_OBJ(
    signer,
    OBJ_nid2obj(NID_pkcs9_contentType),
    once,
    V_ASN1_OBJECT
  )
  let digest = CMS_signed_get0_data_by_OBJ(
    signer,
    OBJ_nid2obj(NID_pkcs9_messageDigest),
    once,
    V_ASN1_OCTET_STRING
  )
  Libcrypto.drainErrors()
  return SignedAttributes(
    contentType: type.map { dottedText(OpaquePointer($0)) },
    messageDigest: digest.map { bytes(of: $0.assumingMemoryBound(to: ASN1_OCTET_STRING.self)) }
  )
}
