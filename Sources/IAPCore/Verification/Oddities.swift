/// What is strange in signed data although nothing is wrong with it.
extension Transaction {
  /// Words that Apple had not documented, and a refund without its date (cases I16, B14).
  var oddities: [VerificationWarning] {
    var oddities: [VerificationWarning] = []
    if let type, !type.isKnown {
      oddities.append(.unknownValue(path: "type", value: type.rawValue))
    }
    if let ownershipType, ![.purchased, .familyShared].contains(ownershipType) {
      oddities.append(.unknownValue(path: "inAppOwnershipType", value: ownershipType.rawValue))
    }
    if revocationDate == nil, revocationReason != nil || revocationType != nil {
      oddities.append(.missingField(path: "revocationDate"))
    }
    if let reason = revocationReason, ![.other, .developerIssue].contains(reason) {
      oddities.append(.unknownValue(path: "revocationReason", value: "\(reason.rawValue)"))
    }
    if let kind = revocationType,
      ![.refundFull, .refundProrated, .familyRevoke].contains(kind)
    {
      oddities.append(.unknownValue(path: "revocationType", value: kind.rawValue))
    }
    return oddities
  }
}

extension RenewalState {
  /// Whether Apple documents the number (signed-schemas 3.2).
  var isDocumented: Bool { (1...5).contains(rawValue) }

  /// Whether the transaction says something else: that it is not revoked, or that it still runs.
  func contradicts(_ transaction: Transaction, at date: Instant?) -> Bool {
    switch self {
    case .revoked: return transaction.revocationDate == nil
    case .expired:
      guard let end = transaction.expiresDate, let date else { return false }
      return date < end && transaction.revocationDate == nil
    default: return false
    }
  }
}

extension StoreEnvironment {
  /// Whether Apple documents the word.
  var isDocumented: Bool { isLocal || self == .production || self == .sandbox }
}

extension SignedKind {
  /// Whether the payload has anything that this kind has besides a date.
  ///
  /// What has nothing of any kind falls to the last ones: it is none of them.
  func isRecognised(in payload: JSONValue) -> Bool {
    func has(_ names: String...) -> Bool { names.contains { payload[$0] != nil } }
    switch self {
    case .transaction: return has("transactionId", "purchaseDate", "productId")
    case .renewalInfo:
      return has(
        "originalTransactionId",
        "autoRenewStatus",
        "autoRenewProductId",
        "renewalDate",
        "expirationIntent",
        "productId",
        "environment"
      )
    default: return true
    }
  }
}
