internal import COpenSSL
package import IAPCore

/// The keys and certificates of one store, in the folder `keys` of its storage.
///
/// `signing.pem` holds what signs (key, leaf, intermediate, root) and is all that a purchase reads.
/// `authority.pem` holds the keys of the root and the intermediate, `receipt.pem` the RSA signer of
/// receipts with its chain. In Xcode's shape there is no authority: each signer signs itself.
package final class OpenSSLKeyring: StoreKeyring {
  let storage: any StateStorage
  let isXcode: Bool
  private var signing: (credentials: IssuingCredentials, key: IssuingES256)?

  package init(storage: any StateStorage, isXcode: Bool) {
    self.storage = storage
    self.isXcode = isXcode
  }

  package func certificates(defect: CertificateDefect?) throws(SigningFailure) -> [[UInt8]] {
    let credentials = try loadSigning().credentials
    guard let defect else { return credentials.certificates }
    return try broken(credentials, by: defect)
  }

  package func signature(of message: [UInt8]) throws(SigningFailure) -> [UInt8] {
    try loadSigning().key.signature(of: message)
  }

  package func signedReceipt(
    _ payload: [UInt8],
    defect: CertificateDefect?
  ) throws(SigningFailure) -> [UInt8] {
    let credentials = try loadReceiptSigner()
    guard let key = IssuingKey(credentials.privateKey) else {
      throw .unusableKeys(file: KeyFile.receipt.path)
    }
    let certificates = try defect.map { defect throws(SigningFailure) in
      try broken(credentials, by: defect)
    }
    return try IssuingContainer.make(
      payload,
      key: key,
      certificates: certificates ?? credentials.certificates,
      isIndefinite: isXcode
    )
  }

  package func sha1(of bytes: [UInt8]) -> [UInt8] {
    OpenSSLChecker().digest(of: bytes, by: .sha1)
  }

  package func sha384(of bytes: [UInt8]) -> [UInt8] {
    OpenSSLChecker().digest(of: bytes, by: .sha384)
  }

  private func loadSigning() throws(SigningFailure) -> (
    credentials: IssuingCredentials, key: IssuingES256
  ) {
    if let signing { return signing }
    guard let credentials = try read(.signing) else {
      throw .noKeys(file: KeyFile.signing.path)
    }
    guard let key = IssuingES256(privateKey: credentials.privateKey.bytes) else {
      throw .unusableKeys(file: KeyFile.signing.path)
    }
    signing = (credentials, key)
    return (credentials, key)
  }

  func forgetLoadedKeys() { signing = nil }
}

/// The three files of the folder `keys`.
enum KeyFile {
  case authority
  case signing
  case receipt

  var file: StateFile {
    switch self {
    case .authority: .key(KeyFileName.authority)
    case .signing: .key(KeyFileName.signing)
    case .receipt: .key(KeyFileName.receipt)
    }
  }

  var path: String { file.path }
}

/// A private key and the certificates that go with its signatures, the key's own first.
struct IssuingCredentials {
  var privateKey: PEMBundle.Block
  var certificates: [[UInt8]]

  init(privateKey: PEMBundle.Block, certificates: [[UInt8]]) {
    self.privateKey = privateKey
    self.certificates = certificates
  }

  /// `nil`: the bundle has no private key or no certificate.
  init?(_ bundle: PEMBundle) {
    let certificates = bundle.all(Self.certificateLabel)
    guard !certificates.isEmpty,
      let key = bundle.blocks.first(where: { $0.label.hasSuffix("PRIVATE KEY") })
    else { return nil }
    self.init(privateKey: key, certificates: certificates)
  }

  var bundle: PEMBundle {
    PEMBundle([privateKey] + certificates.map { PEMBundle.Block(Self.certificateLabel, $0) })
  }

  static let certificateLabel = "CERTIFICATE"
}
