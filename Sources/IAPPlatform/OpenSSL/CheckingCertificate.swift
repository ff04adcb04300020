internal import COpenSSL
internal import Foundation
package import IAPCore

extension OpenSSLChecker {
  package func certificate(_ der: [UInt8]) throws(SignatureFailure) -> CertificateFacts {
    guard let (object, length) = LibcryptoObject.certificate(der) else { throw .unreadable }
    let pointer = object.pointer
    guard let notBefore = Instant(asn1: X509_get0_notBefore(pointer)),
      let notAfter = Instant(asn1: X509_get0_notAfter(pointer))
    else { throw .unreadable }
    let flags = X509_get_extension_flags(pointer)
    guard flags & UInt32(EXFLAG_INVALID) == 0 else {
      Libcrypto.drainErrors()
      throw .unreadable
    }
    return CertificateFacts(
      length: length,
      subject: nameText(X509_get_subject_name(pointer)),
      issuer: nameText(X509_get_issuer_name(pointer)),
      serialNumber: serialNumber(of: pointer),
      notBefore: notBefore,
      notAfter: notAfter,
      key: keyKind(of: pointer),
      signatureAlgorithm: signatureAlgorithm(of: pointer),
      extensions: extensions(of: pointer),
      isAuthority: X509_check_ca(pointer) == 1,
      keyUsage: keyUsage(of: pointer, flags: flags),
      isSelfIssued: flags & UInt32(EXFLAG_SI) != 0
    )
  }
}

extension Instant {
  /// A certificate's date, exact to the second; `nil` when libcrypto cannot read it.
  init?(asn1: UnsafePointer<ASN1_TIME>?) {
    var parts = tm()
    guard let asn1, ASN1_TIME_to_tm(asn1, &parts) == 1 else {
      Libcrypto.drainErrors()
      return nil
    }
    self.init(milliseconds: Int64(timegm(&parts)) * 1000)
  }
}

private func nameText(_ name: OpaquePointer?) -> String {
  guard let name, let memory = LibcryptoObject(BIO_new(BIO_s_mem()), free: { BIO_free($0) }) else {
    return ""
  }
  let flags = UInt(
    XN_FLAG_SEP_COMMA_PLUS | Int32(ASN1_STRFLGS_UTF8_CONVERT | ASN1_STRFLGS_ESC_CTRL)
  )
  X509_NAME_print_ex(memory.pointer, name, 0, flags)
  var text: UnsafeMutablePointer<CChar>?
  let count = BIO_ctrl(memory.pointer, BIO_CTRL_INFO, 0, &text)
  guard let text, count > 0 else { return "" }
  return text.withMemoryRebound(to: UInt8.self, capacity: count) {
    String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
  }
}

private func serialNumber(of certificate: OpaquePointer) -> String {
  guard let number = X509_get0_serialNumber(certificate) else { return "" }
  let count = Int(ASN1_STRING_length(number))
  guard let start = ASN1_STRING_get0_data(number) else { return "" }
  return UnsafeBufferPointer(start: start, count: count).map { byte in
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }.joined()
}

/// The kind of key, read from the algorithm's parameters: a curve written out is never decoded.
private func keyKind(of certificate: OpaquePointer) -> CertificateKey {
  var algorithm: OpaquePointer?
  var parameters: UnsafeMutablePointer<X509_ALGOR>?
  guard let holder = X509_get_X509_PUBKEY(certificate),
    X509_PUBKEY_get0_param(&algorithm, nil, nil, &parameters, holder) == 1
  else { return .other("") }
  switch OBJ_obj2nid(algorithm) {
  case NID_X9_62_id_ecPublicKey: return .ellipticCurve(curve: namedCurve(parameters))
  case NID_rsaEncryption:
    return .rsa(bits: Int(X509_get0_pubkey(certificate).map { EVP_PKEY_get_bits($0) } ?? 0))
  default: return .other(dottedText(algorithm))
  }
}

private func namedCurve(_ algorithm: UnsafePointer<X509_ALGOR>?) -> String? {
  var kind: Int32 = 0
  var value: UnsafeRawPointer?
  X509_ALGOR_get0(nil, &kind, &value, algorithm)
  guard kind == V_ASN1_OBJECT, let value else { return nil }
  return dottedText(OpaquePointer(value))
}

private func signatureAlgorithm(of certificate: OpaquePointer) -> String {
  var algorithm: UnsafePointer<X509_ALGOR>?
  X509_get0_signature(nil, &algorithm, certificate)
  return dottedText(of: algorithm)
}

private func extensions(of certificate: OpaquePointer) -> [String] {
  (0..<max(0, X509_get_ext_count(certificate))).map { index in
    dottedText(X509_EXTENSION_get_object(X509_get_ext(certificate, index)))
  }
}

private func keyUsage(of certificate: OpaquePointer, flags: UInt32) -> KeyUsage? {
  guard flags & UInt32(EXFLAG_KUSAGE) != 0 else { return nil }
  let bits = X509_get_key_usage(certificate)
  var usage: KeyUsage = []
  if bits & UInt32(KU_DIGITAL_SIGNATURE) != 0 { usage.insert(.digitalSignature) }
  if bits & UInt32(KU_KEY_CERT_SIGN) != 0 { usage.insert(.certificateSigning) }
  return usage
}
