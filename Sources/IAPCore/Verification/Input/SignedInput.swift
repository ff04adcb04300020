/// One input, recognised by its content.
package enum SignedInput: Equatable, Sendable {
  /// A JSON Web Signature.
  case signedText([UInt8])
  /// A PKCS#7 container.
  case receipt([UInt8])
  /// An iOS 6 style transaction receipt.
  case transactionReceipt([UInt8])
  /// An answer of verifyReceipt.
  case answer(JSONValue)
  /// A payload that somebody decoded.
  case decoded(JSONValue)
  /// None of these, and why.
  case unreadable(VerificationFailure)
}

extension SignedInput {
  /// What is in a file or a line: one input, or several in an array or an answer of Apple's server.
  ///
  /// None: an array or an answer that holds nothing at all.
  package static func recognize(_ bytes: [UInt8]) -> [SignedInput] {
    let text = trimmed(bytes)
    guard let first = text.first else { return [.unreadable(.empty)] }
    // Nothing of Apple's begins with it, so it is no part of what was signed or answered.
    guard !text.starts(with: [0xEF, 0xBB, 0xBF]) else { return [.unreadable(.byteOrderMark)] }
    switch first {
    case UInt8(ascii: "{") where PropertyList(Array(text)) != nil:
      return [.transactionReceipt(Array(text))]
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): return json(Array(text))
    default: return [plain(bytes, trimmed: text)]
    }
  }

  private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
    let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    return bytes[start..<max(start, end)]
  }

  /// Text that is no JSON: a JSON Web Signature, base64, or the container itself.
  private static func plain(_ bytes: [UInt8], trimmed text: ArraySlice<UInt8>) -> SignedInput {
    if ReceiptText.isContainer(bytes) { return .receipt(bytes) }
    if text.contains(UInt8(ascii: ".")) || SignedText.isLikely(text) {
      if let list = propertyList(text) { return list }
      return .signedText(Array(text))
    }
    guard ReceiptText.isLikelyBase64(text) else { return .unreadable(.notRecognized) }
    guard text.count <= ReceiptText.maximumTextBytes else {
      return .unreadable(
        .tooLarge(part: "receipt", bytes: text.count, limit: ReceiptText.maximumTextBytes)
      )
    }
    guard let decoded = ReceiptText.decode(text) else { return .unreadable(.notRecognized) }
    if ReceiptText.isContainer(decoded) { return .receipt(decoded) }
    return propertyList(text) ?? .unreadable(.notRecognized)
  }

  /// Base64 of a property list begins with `ew`, as a JSON Web Signature may.
  private static func propertyList(_ text: ArraySlice<UInt8>) -> SignedInput? {
    guard text.count <= 1024 * 1024, let decoded = ReceiptText.decode(text),
      PropertyList(decoded) != nil
    else { return nil }
    return .transactionReceipt(decoded)
  }

  private static func json(_ text: [UInt8]) -> [SignedInput] {
    do throws(JSONSyntaxError) {
      return list(try JSONParser.parse(text), depth: 0)
    } catch {
      return [.unreadable(.invalidPayload(error))]
    }
  }

  /// The inputs of nested arrays, each of whose elements is an input, or several: one that holds
  /// nothing beside others that do is named, as it is not judged.
  private static func list(_ value: JSONValue, depth: Int) -> [SignedInput] {
    guard depth < 8, case .array(let elements) = value else { return expand(value, depth: depth) }
    let parts = elements.map { list($0, depth: depth + 1) }
    guard parts.contains(where: { !$0.isEmpty }) else { return [] }
    return parts.flatMap { $0.isEmpty ? [.unreadable(.empty)] : $0 }
  }

  private static func expand(_ value: JSONValue, depth: Int) -> [SignedInput] {
    guard depth < 8 else { return [.unreadable(.notRecognized)] }
    switch value {
    case .string(let text):
      let bytes = Array(text.utf8)
      guard let first = bytes.first, first != UInt8(ascii: "\""), first != UInt8(ascii: "[") else {
        return [.unreadable(.notRecognized)]
      }
      return recognize(bytes)
    case .array(let elements): return elements.flatMap { expand($0, depth: depth + 1) }
    case .object: return object(value, depth: depth)
    default: return [.unreadable(.notRecognized)]
    }
  }

  /// Members that hold inputs, in bodies and answers of Apple's server and in our own documents.
  private static let containers = [
    "signedPayload", "signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo",
    "signedTransactions", "notificationHistory", "lastTransactions", "receipt-data",
    "transactions", "transaction", "renewalInfo", "subscriptions", "notifications",
    "unified_receipt", "payload",
  ]

  private static func object(_ value: JSONValue, depth: Int) -> [SignedInput] {
    if isAnswer(value) { return [.answer(value)] }
    if isPayload(value) { return [.decoded(value)] }
    var found: [SignedInput] = []
    var isContainer = false
    for member in value.members ?? [] {
      let isStatusList = member.name == "data" && member.value.array != nil
      guard containers.contains(member.name) || isStatusList, !member.value.isNull else { continue }
      isContainer = true
      found += expand(member.value, depth: depth + 1)
    }
    return isContainer ? found : [.unreadable(.notRecognized)]
  }

  private static func isAnswer(_ value: JSONValue) -> Bool {
    func has(_ names: String...) -> Bool { names.contains { value[$0] != nil } }
    if has("latest_receipt_info", "latest_expired_receipt_info", "pending_renewal_info") {
      return true
    }
    if value["receipt"]?.members != nil { return true }
    // A status alone, with which Apple refuses; our own documents have none of that name.
    return has("status") && !has("signedTransactionInfo", "signedRenewalInfo", "data")
      && value["originalTransactionId"] == nil
  }

  private static func isPayload(_ value: JSONValue) -> Bool {
    [
      "transactionId", "productId", "notificationType", "receiptCreationDate", "autoRenewStatus",
      "requestIdentifier", "originalApplicationVersion",
    ].contains { value[$0] != nil }
  }
}

extension SignedInput {
  /// Whether this is one signed text a line, which `--lines` reads.
  package static func isLines(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.split(separator: 0x0A).filter { line in
      line.contains { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }
    }
    return lines.count > 1
      && lines.prefix(20).allSatisfy { SignedText.isLikely($0) && $0.contains(0x2E) }
  }
}

extension SignedDataVerifier {
  /// Verifies one recognised input.
  package func verify(_ input: SignedInput) -> VerificationReport {
    switch input {
    case .signedText(let text): return verify(signedText: text)
    case .receipt(let container): return verify(receipt: container)
    case .transactionReceipt(let bytes):
      var run = TransactionReceiptRun(verifier: self)
      if let list = PropertyList(bytes) { run.verify(list) }
      return run.report
    case .answer(let value):
      var run = ReceiptAnswerRun(verifier: self)
      run.read(value)
      return run.report
    case .decoded(let value):
      var run = DecodedRun(verifier: self)
      run.read(value)
      return run.report
    case .unreadable(let failure):
      var report = VerificationReport()
      report.failure = failure
      return report
    }
  }

  /// Recognises and verifies everything in a file or a line.
  package func verify(_ bytes: [UInt8]) -> [VerificationReport] {
    SignedInput.recognize(bytes).map(verify)
  }
}
