internal import COpenSSL
internal import IAPCore

/// What one certificate of the store has to say, before it is signed.
struct IssuingCertificate {
  enum Role {
    case root
    /// Carries Apple's marker for intermediates.
    case intermediate
    /// Carries Apple's marker for signers of App Store data, also that of receipts.
    case leaf
    /// Xcode's one certificate, which signs itself and the data.
    case xcode
  }

  /// Two moments in the ASN.1 form `20000101000000Z`.
  struct Validity {
    var notBefore: String
    var notAfter: String

    /// All that the store's clock can show; libcrypto counts the last second as over.
    static let always = Validity(notBefore: "20000101000000Z", notAfter: "22000101000000Z")
    /// Over before the store's clock begins.
    static let past = Validity(notBefore: "19900101000000Z", notAfter: "19901231235959Z")
    /// Authorities cover the past as well, so that only the leaf of a tampered chain has expired.
    static let authority = Validity(notBefore: "19900101000000Z", notAfter: "22000101000000Z")
  }

  var role: Role
  var commonName: String
  var publicKey: IssuingKey
  var validity = Validity.always

  /// Signs as the issuer's certificate and key say; without an issuer it signs itself.
  ///
  /// `signingKey` stands in for the issuer's key where the link has to be broken.
  func signed(
    by issuer: (certificate: [UInt8], key: IssuingKey)?,
    signingKey: IssuingKey? = nil
  ) throws(SigningFailure) -> [UInt8] {
    guard let certificate = LibcryptoObject(X509_new(), free: X509_free),
      X509_set_version(certificate.pointer, 2) == 1,
      X509_set_pubkey(certificate.pointer, publicKey.object.pointer) == 1
    else { throw .libcrypto("make a certificate") }
    try setSerialNumber(certificate)
    try setValidity(certificate)
    try setSubject(certificate)
    var issuerCertificate = certificate
    if let issuer {
      guard let (object, _) = LibcryptoObject.certificate(issuer.certificate) else {
        throw .libcrypto("read an issuer")
      }
      issuerCertificate = object
    }
    let name = X509_get_subject_name(issuerCertificate.pointer)
    guard X509_set_issuer_name(certificate.pointer, name) == 1 else {
      throw .libcrypto("name an issuer")
    }
    try addExtensions(certificate, issuer: issuerCertificate)
    let key = signingKey ?? issuer?.key ?? publicKey
    guard X509_sign(certificate.pointer, key.object.pointer, EVP_sha256()) > 0 else {
      throw .libcrypto("sign a certificate")
    }
    return derBytes { i2d_X509(certificate.pointer, $0) }
  }

  /// 127 random bits, or 1 as Xcode has it.
  private func setSerialNumber(_ certificate: LibcryptoObject) throws(SigningFailure) {
    guard let number = LibcryptoObject(BN_new(), free: BN_free) else {
      throw .libcrypto("make a number")
    }
    let isMade =
      role == .xcode
      ? BN_set_word(number.pointer, 1)
      : BN_rand(number.pointer, 127, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY)
    guard isMade == 1,
      BN_to_ASN1_INTEGER(number.pointer, X509_get_serialNumber(certificate.pointer)) != nil
    else { throw .libcrypto("number a certificate") }
  }

  private func setValidity(_ certificate: LibcryptoObject) throws(SigningFailure) {
    let pointer = certificate.pointer
    guard ASN1_TIME_set_string_X509(X509_getm_notBefore(pointer), validity.notBefore) == 1,
      ASN1_TIME_set_string_X509(X509_getm_notAfter(pointer), validity.notAfter) == 1
    else { throw .libcrypto("date a certificate") }
  }

  private func setSubject(_ certificate: LibcryptoObject) throws(SigningFailure) {
    let name = X509_get_subject_name(certificate.pointer)
    let organization = role == .xcode ? commonName : "iap"
    for (field, text) in [("O", organization), ("CN", commonName)] {
      let bytes = Array(text.utf8)
      let isAdded = X509_NAME_add_entry_by_txt(
        name,
        field,
        MBSTRING_FLAG | 0,
        bytes,
        Int32(bytes.count),
        -1,
        0
      )
      guard isAdded == 1 else { throw .libcrypto("name a certificate") }
    }
  }

  private func addExtensions(
    _ certificate: LibcryptoObject,
    issuer: LibcryptoObject
  ) throws(SigningFailure) {
    var context = X509V3_CTX()
    X509V3_set_ctx(&context, issuer.pointer, certificate.pointer, nil, nil, 0)
    for (name, value) in extensions {
      let made = X509V3_EXT_conf(nil, &context, name, value)
      guard let object = LibcryptoObject(made, free: X509_EXTENSION_free),
        X509_add_ext(certificate.pointer, object.pointer, -1) == 1
      else { throw .libcrypto("add \(name) to a certificate") }
    }
  }

  /// The markers' value is ASN.1's NULL, as in Apple's certificates.
  private var extensions: [(name: String, value: String)] {
    let (ownKey, issuerKey) = (
      ("subjectKeyIdentifier", "hash"), ("authorityKeyIdentifier", "keyid:always")
    )
    let null = "DER:0500"
    switch role {
    case .root:
      return [
        ("basicConstraints", "critical,CA:TRUE"), ("keyUsage", "critical,keyCertSign,cRLSign"),
        ownKey,
      ]
    case .intermediate:
      return [
        ("basicConstraints", "critical,CA:TRUE,pathlen:0"),
        ("keyUsage", "critical,keyCertSign,cRLSign"), ownKey, issuerKey,
        (Self.intermediateMarker, null),
      ]
    case .leaf:
      return [
        ("basicConstraints", "critical,CA:FALSE"), ("keyUsage", "critical,digitalSignature"),
        ownKey, issuerKey, (Self.leafMarker, null),
      ]
    case .xcode:
      return [
        ("basicConstraints", "critical,CA:TRUE,pathlen:0"),
        ("keyUsage", "critical,digitalSignature,keyCertSign"), ownKey,
      ]
    }
  }

  /// Apple's two marker OIDs (signed-data 1.1).
  private static let leafMarker = "1.2.840.113635.100.6.11.1"
  private static let intermediateMarker = "1.2.840.113635.100.6.2.1"
}
