internal import IAPCore

/// The root and the intermediate of a store, with their keys.
struct IssuingAuthority {
  typealias Issuer = (certificate: [UInt8], key: IssuingKey)

  let root: Issuer
  let intermediate: Issuer

  /// Makes a new intermediate, and a new root where none is handed in.
  init(root existing: Issuer?) throws(SigningFailure) {
    root = if let existing { existing } else { try Self.makeRoot() }
    let key = try IssuingKey.makeP256()
    let certificate = IssuingCertificate(
      role: .intermediate,
      commonName: "iap Store Intermediate",
      publicKey: key,
      validity: .authority
    )
    intermediate = (try certificate.signed(by: root), key)
  }

  /// Reads the file that `bundle` makes; `nil` for anything else.
  init?(_ bundle: PEMBundle) {
    let keys = bundle.blocks.filter { $0.label == IssuingKey.curveLabel }
    let certificates = bundle.all(IssuingCredentials.certificateLabel)
    guard keys.count == 2, certificates.count == 2, let rootKey = IssuingKey(keys[0]),
      let intermediateKey = IssuingKey(keys[1])
    else { return nil }
    root = (certificates[0], rootKey)
    intermediate = (certificates[1], intermediateKey)
  }

  var bundle: PEMBundle {
    PEMBundle(
      [root, intermediate].flatMap { issuer in
        [
          issuer.key.block,
          PEMBundle.Block(IssuingCredentials.certificateLabel, issuer.certificate),
        ]
      }
    )
  }

  private static func makeRoot() throws(SigningFailure) -> Issuer {
    let key = try IssuingKey.makeP256()
    let certificate = IssuingCertificate(
      role: .root,
      commonName: "iap Store Root",
      publicKey: key,
      validity: .authority
    )
    return (try certificate.signed(by: nil), key)
  }
}
