/// The exit statuses of all commands, in text and JSON mode alike.
///
/// README, `iap help exit-codes` and a test read the same table.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  case no = 1
  case usage = 2
  case refused = 3
  case pending = 4
  case invalid = 5
  case notFound = 6
  case cannotTell = 7
  case unusableStore = 8

  package var meaning: String {
    switch self {
    case .success: "done; or the answer is yes"
    case .no:
      "the answer is no: not entitled, not purchased, an expectation of a scenario is not met"
    case .usage: "usage error"
    case .refused:
      "refused: the store failed or rejected the operation (the StoreKit error code is printed)"
    case .pending: "pending: Ask to Buy, interrupted purchase"
    case .invalid:
      "invalid: malformed, not authentic, not for this app or environment, or unsigned"
    case .notFound:
      "not found: product, transaction, account, entitlement, file (or no permission for it), store"
    case .cannotTell:
      "cannot tell now: no network (simulated), missing data, Apple's retryable statuses"
    case .unusableStore:
      "the store folder cannot be used: exists, locked, unreadable, corrupt, newer format (of any file), disk full"
    }
  }
}
