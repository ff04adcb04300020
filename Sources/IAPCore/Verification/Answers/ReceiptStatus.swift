/// `status` of a verifyReceipt answer, by name (signed-data section 3, case I15).
package enum ReceiptStatus: Equatable, Sendable {
  case valid
  case notPosted
  case noLongerSent
  case malformedReceiptData
  case notAuthenticated
  case wrongSharedSecret
  case serverUnavailable
  /// Valid, and its subscription is expired; iOS 6 style only.
  case subscriptionExpired
  case sandboxReceipt
  case productionReceipt
  case internalError
  case accountNotFound
  /// 21100 to 21199; whether to retry, if the answer says so.
  case internalDataError(isRetryable: Bool?)
  case unknown(Int64)

  /// The name of a number.
  package init(_ number: Int64, isRetryable: Bool? = nil) {
    switch number {
    case 0: self = .valid
    case 21000: self = .notPosted
    case 21001: self = .noLongerSent
    case 21002: self = .malformedReceiptData
    case 21003: self = .notAuthenticated
    case 21004: self = .wrongSharedSecret
    case 21005: self = .serverUnavailable
    case 21006: self = .subscriptionExpired
    case 21007: self = .sandboxReceipt
    case 21008: self = .productionReceipt
    case 21009: self = .internalError
    case 21010: self = .accountNotFound
    case 21100...21199: self = .internalDataError(isRetryable: isRetryable)
    default: self = .unknown(number)
    }
  }

  /// The stable word.
  package var code: String {
    switch self {
    case .valid: "valid"
    case .notPosted: "notPosted"
    case .noLongerSent: "statusNoLongerSent"
    case .malformedReceiptData: "malformedReceiptData"
    case .notAuthenticated: "receiptNotAuthenticated"
    case .wrongSharedSecret: "wrongSharedSecret"
    case .serverUnavailable: "receiptServerUnavailable"
    case .subscriptionExpired: "subscriptionExpired"
    case .sandboxReceipt: "sandboxReceipt"
    case .productionReceipt: "productionReceipt"
    case .internalError: "receiptServerError"
    case .accountNotFound: "accountNotFound"
    case .internalDataError: "receiptServerDataError"
    case .unknown: "unknownStatus"
    }
  }

  /// Whether the same question may get another answer later.
  package var isRetryable: Bool {
    switch self {
    case .malformedReceiptData, .serverUnavailable, .internalError: true
    case .internalDataError(let isRetryable): isRetryable ?? true
    default: false
    }
  }

  /// Whether the answer carries a receipt that Apple found valid.
  var hasReceipt: Bool { self == .valid || self == .subscriptionExpired }
}
