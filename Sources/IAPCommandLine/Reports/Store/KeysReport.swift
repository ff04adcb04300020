import IAPCore

/// The certificates of a store.
struct KeysReport: Report {
  let keys: [KeyDescription]

  var json: JSONValue {
    .object(["certificates": .array(keys.map(object))])
  }

  func write(to page: inout TextPage) {
    var table = TextTable("ROLE", "SUBJECT", "KEY", "VALID UNTIL", "SHA-256")
    for key in keys {
      table.add(
        StyledText(key.role.rawValue),
        StyledText(key.facts.subject),
        StyledText(keyText(key.facts.key)),
        StyledText(key.facts.notAfter.forPeople),
        StyledText(key.fingerprint)
      )
    }
    page.table(table)
  }

  private func object(_ key: KeyDescription) -> JSONValue {
    .object([
      "role": .string(key.role.rawValue),
      "subject": .string(key.facts.subject),
      "issuer": .string(key.facts.issuer),
      "serialNumber": .string(key.facts.serialNumber),
      "key": .string(keyText(key.facts.key)),
      "notBeforeDate": .integer(key.facts.notBefore.milliseconds),
      "notAfterDate": .integer(key.facts.notAfter.milliseconds),
      "sha256": .string(key.fingerprint),
      "file": .string(key.file),
    ])
  }

  private func keyText(_ key: CertificateKey) -> String {
    switch key {
    case .p256: "P-256"
    case .ellipticCurve(let curve): "EC \(curve ?? "with a curve of its own")"
    case .rsa(let bits): "RSA-\(bits)"
    case .other(let identifier): identifier
    }
  }
}

/// Where a root went, and how to recognise it.
struct ExportedRootReport: Report {
  let file: String
  let fingerprint: String

  var json: JSONValue {
    .object(["file": .string(file), "sha256": .string(fingerprint)])
  }

  func write(to page: inout TextPage) {
    page.line(StyledText("wrote \(file), SHA-256 \(fingerprint)"))
  }
}
