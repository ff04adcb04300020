/// One iOS 6 style transaction receipt (signed-data 2.6).
///
/// Its signature is RSA-1024 with SHA-1 under an authority that is not embedded: at best it is
/// consistent, never trusted.
struct TransactionReceiptRun {
  private let verifier: SignedDataVerifier
  private(set) var report = VerificationReport()

  init(verifier: SignedDataVerifier) {
    self.verifier = verifier
    report.kind = .receipt
  }

  mutating func verify(_ list: PropertyList) {
    guard let text = list["purchase-info"], let info = Base64Text.bytes(standard: text),
      let purchase = PropertyList(info)
    else {
      report.failure = .invalidAnswer(path: "purchase-info")
      return
    }
    report.environment = list["environment"].map(StoreEnvironment.init(rawValue:))
    report.payload = .object(
      purchase.values.map { JSONMember($0.key, .string($0.value)) }
        .sorted { $0.name.isBefore($1.name) }
    )
    var records = PurchaseRecords()
    var reader = AnswerReader(underscored(purchase))
    if let transaction = Transaction(answer: &reader) {
      records.add(transaction)
    } else {
      records.leftOut.add(purchase["product-id"])
    }
    report.warnings += reader.warnings + reader.problems.map { .unreadableRecord($0) }
    var judge = UnsignedJudge(
      verifier: verifier,
      kind: .receipt,
      environment: report.environment,
      bundleID: purchase["bid"],
      appAppleID: purchase["item-id"].flatMap { Int64($0) }
    )
    judge.failure = signatureFailure(list, info: info)
    report = judge.judged(report, records: records)
  }

  /// The keys have dashes where the others have underscores; `expires-date` is in milliseconds.
  private func underscored(_ list: PropertyList) -> JSONValue {
    .object(
      list.values.map { JSONMember($0.key.replacing("-", with: "_"), .string($0.value)) }
    )
  }

  /// What there is to say of the signature: none, wrong, or consistent but of an unknown signer.
  private func signatureFailure(_ list: PropertyList, info: [UInt8]) -> VerificationFailure {
    guard let text = list["signature"] else { return .unsigned }
    guard let blob = Base64Text.bytes(standard: text), let parts = SignatureBlob(blob) else {
      return .malformedSignature(bytes: text.utf8.count)
    }
    let isConsistent = verifier.mathematics.isRSASignature(
      parts.signature,
      over: [parts.version] + info,
      digest: .sha1,
      by: parts.certificate
    )
    return isConsistent ? .signerUnknown : .wrongSignature
  }
}

/// A version, 128 octets of signature, the certificate's length, the certificate; nothing else.
private struct SignatureBlob {
  let version: UInt8
  let signature: [UInt8]
  let certificate: [UInt8]

  init?(_ blob: [UInt8]) {
    guard blob.count > 133 else { return nil }
    let length = blob[129..<133].reduce(0) { $0 << 8 | Int($1) }
    guard length == blob.count - 133 else { return nil }
    version = blob[0]
    signature = Array(blob[1..<129])
    certificate = Array(blob[133...])
  }
}
