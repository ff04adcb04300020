/// A signed transaction that was verified on the fast way: every check of the slow one, without its
/// report.
package struct QuickTransaction {
  /// The payload as it was signed: one strict JSON object, valid until the next line.
  package var payload: UnsafeBufferPointer<UInt8>
  package var signer: Signer
  /// Printable ASCII of the payload, like `productID`.
  package var transactionID: UnsafeBufferPointer<UInt8>?
  package var productID: UnsafeBufferPointer<UInt8>?
  /// Text of the payload; `nil`: absent.
  package var environment: UnsafeBufferPointer<UInt8>?
  package var warnings: [VerificationWarning]
}

/// Verifies one line after the other; belongs to one thread.
///
/// Lines of the usual shape (a transaction by the same leaf as the line before) go a fast way that
/// accepts a subset of what the slow way accepts and refuses nothing: whatever it does not accept is
/// verified again in full.
package final class LineVerifier {
  package let verifier: SignedDataVerifier
  private let scanner = TransactionScanner()
  private let texts = TransactionTexts()
  private let payload = UnsafeMutableBufferPointer<UInt8>.allocate(
    capacity: SignedText.maximumBytes
  )
  private let signature = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 66)
  private let environment: [UInt8]?
  private let bundleID: [UInt8]?
  /// Environments in which nobody's root vouches for anything (signed-data 1.3).
  private let local = [StoreEnvironment.xcode, .localTesting].map { Array($0.rawValue.utf8) }
  private let plainEnvironments = ["Production", "Sandbox"].map { Array($0.utf8) }
  private let plainOwnerships = ["PURCHASED", "FAMILY_SHARED"].map { Array($0.utf8) }
  private let plainTypes = [
    "Auto-Renewable Subscription", "Non-Consumable", "Consumable", "Non-Renewing Subscription",
  ].map { Array($0.utf8) }
  private let warnings: QuickWarnings
  private let isUsual: Bool

  package init(_ verifier: SignedDataVerifier) {
    self.verifier = verifier
    let expected = verifier.expectations
    environment = expected.environment.map { Array($0.rawValue.utf8) }
    bundleID = expected.bundleID.map { Array($0.utf8) }
    warnings = QuickWarnings(expected)
    isUsual =
      (expected.kind ?? .transaction) == .transaction && expected.appAccountToken == nil
      && expected.device == nil && !expected.demandsOnlineChecks && !verifier.explains
  }

  deinit {
    payload.deallocate()
    signature.deallocate()
  }

  /// Everything in the line, with full reports.
  package func verify(_ line: UnsafeBufferPointer<UInt8>) -> [VerificationReport] {
    verifier.verify(Array(line))
  }

  /// The fast way; `nil`: use the other one.
  package func verifyQuickly(_ line: UnsafeBufferPointer<UInt8>) -> QuickTransaction? {
    guard isUsual, line.count <= SignedText.maximumBytes,
      let (header, length) = verifier.latestHeader(startingIn: line),
      let checker = header.checker, !header.isSignedByRoot
    else { return nil }
    let rest = UnsafeBufferPointer(rebasing: line[(length + 1)...])
    // The signature always has 86 characters, and a dot within the payload is none of base64url.
    let dot = rest.count - 87
    guard dot > 0, rest[dot] == UInt8(ascii: "."),
      Base64Text.decodeURL(UnsafeBufferPointer(rebasing: rest[(dot + 1)...]), into: signature)
        == 64,
      let count = Base64Text.decodeURL(UnsafeBufferPointer(rebasing: rest[..<dot]), into: payload)
    else { return nil }
    let bytes = UnsafeBufferPointer(rebasing: UnsafeBufferPointer(payload)[..<count])
    guard scanner.scan(bytes), let warnings = judge(bytes, header: header) else { return nil }
    let signed = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rest[..<dot]))
    let raw = UnsafeRawBufferPointer(
      UnsafeBufferPointer(rebasing: UnsafeBufferPointer(signature)[..<64])
    )
    guard checker.isSignature(raw, over: signed) else { return nil }
    return QuickTransaction(
      payload: bytes,
      signer: header.signer,
      transactionID: text(.transactionId, bytes),
      productID: text(.productId, bytes),
      environment: text(.environment, bytes),
      warnings: warnings
    )
  }

  /// Appends the payload of the line that was verified on the fast way, its members in the order in
  /// which they stand in every other document.
  package func writePayload(of quick: QuickTransaction, to output: inout [UInt8]) {
    scanner.write(quick.payload, to: &output)
  }

  /// The decoded transaction of a line without a signature; `nil`: use the strict reader.
  package func readTransaction(_ line: UnsafeBufferPointer<UInt8>) -> Transaction? {
    guard scanner.scan(line) else { return nil }
    return texts.transaction(from: scanner, in: line)
  }

  /// An object in its usual form as it stands in documents; `nil`: it is not in that form.
  package func canonical(_ object: [UInt8]) -> [UInt8]? {
    object.withUnsafeBufferPointer { bytes in
      guard scanner.scan(bytes) else { return nil }
      var output: [UInt8] = []
      scanner.write(bytes, to: &output)
      return output
    }
  }

  private func text(
    _ member: TransactionMember,
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8>? {
    let value = scanner[member]
    guard value.kind == .text else { return nil }
    return UnsafeBufferPointer(rebasing: bytes[value.content])
  }

  /// The rules of `PayloadJudge` for a transaction in its usual form; `nil` where one is not met.
  private func judge(
    _ bytes: UnsafeBufferPointer<UInt8>,
    header: AssessedHeader
  ) -> [VerificationWarning]? {
    guard scanner[.signedDate].kind == .integer,
      let date = Instant(checkedMilliseconds: scanner[.signedDate].number),
      SignedTextRun.signingDates.contains(date),
      (try? CertificateRules.checkValidity(header.window, at: date)) != nil
    else { return nil }
    guard scanner[.transactionId].kind == .text, scanner[.productId].kind == .text,
      scanner[.purchaseDate].kind == .integer, datesAreFine
    else { return nil }
    let found = text(.environment, bytes)
    guard let found, !local.contains(where: found.isSame),
      environment.map(found.isSame) ?? true,
      bundleID.map({ text(.bundleId, bytes)?.isSame(as: $0) == true }) ?? true
    else { return nil }
    let expires = scanner[.expiresDate]
    if expires.kind == .integer, expires.number <= scanner[.purchaseDate].number { return nil }
    guard isPlain(bytes) else { return nil }
    return warnings.list(
      hasToken: scanner[.appAccountToken].kind == .text,
      hasDevice: scanner[.deviceVerification].kind == .text
    )
  }

  /// True: the slow way would find nothing to remark on, as undocumented words and refunds.
  private func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    func isOne(_ member: TransactionMember, of words: [[UInt8]]) -> Bool {
      guard let found = text(member, bytes) else { return true }
      return words.contains(where: found.isSame)
    }
    return scanner[.revocationReason].kind == .absent && scanner[.revocationType].kind == .absent
      && isOne(.environment, of: plainEnvironments)
      && isOne(.inAppOwnershipType, of: plainOwnerships) && isOne(.type, of: plainTypes)
  }

  private var datesAreFine: Bool {
    dateIsFine(.purchaseDate) && dateIsFine(.originalPurchaseDate) && dateIsFine(.expiresDate)
      && dateIsFine(.revocationDate)
  }

  private func dateIsFine(_ member: TransactionMember) -> Bool {
    let value = scanner[member]
    return value.kind == .absent || Instant(checkedMilliseconds: value.number) != nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func isSame(as bytes: [UInt8]) -> Bool {
    count == bytes.count && elementsEqual(bytes)
  }
}

/// The four lists of warnings that a verified transaction can have, made once.
private struct QuickWarnings {
  private let lists: [[VerificationWarning]]

  init(_ expected: Expectations) {
    lists = (0..<4).map { number in
      var list: [VerificationWarning] = []
      if expected.environment == nil { list.append(.environmentNotChecked) }
      if expected.bundleID == nil { list.append(.bundleIDNotChecked) }
      if expected.appAppleID != nil { list.append(.notInData(.appAppleID)) }
      if number & 1 != 0 { list.append(.appAccountTokenNotChecked) }
      if number & 2 != 0 { list.append(.deviceNotChecked) }
      return list + [.revocationNotChecked]
    }
  }

  func list(hasToken: Bool, hasDevice: Bool) -> [VerificationWarning] {
    lists[(hasToken ? 1 : 0) | (hasDevice ? 2 : 0)]
  }
}
