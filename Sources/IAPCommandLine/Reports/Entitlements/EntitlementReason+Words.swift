import IAPCore

extension EntitlementReason {
  /// One sentence: which transaction, which date, which clock.
  var words: String {
    switch self {
    case .decided(let finding): "\(finding.name) decides: \(finding.words)"
    case .didNotDecide(let finding): "\(finding.name) does not decide: \(finding.words)"
    case .notPurchased(let products):
      "no transaction of " + products.map(\.rawValue).joined(separator: ", ") + " counts"
    case .leftOut(let products):
      "a purchase that cannot be read may be of "
        + products.map(\.rawValue).joined(separator: " or ")
    case .pending(let purchase):
      "\(purchase.productID) waits for a decision"
        + (purchase.requestID.map { " about \($0)" } ?? "")
    case .continues(let finding, let until):
      "\(finding.name) follows, so that access lasts until \(until.forPeople)"
    case .overridden(let isOn, let state):
      "overridden: \(isOn ? "on" : "off") by hand, instead of \(state.rawValue)"
    case .clock(let source, let date): "as of \(date.forPeople), \(source.words)"
    }
  }
}

extension ClockSource {
  var words: String {
    switch self {
    case .store: "the store's clock"
    case .argument: "the time asked for"
    case .signed: "the time at which the data was signed"
    }
  }
}

extension Finding {
  fileprivate var name: String { "\(productID) (transaction \(transactionID))" }

  fileprivate var words: String {
    switch verdict {
    case .owned: "bought \(startDate.forPeople), never expires"
    case .running:
      (isTrial ? "free trial until " : "paid until ") + end + renewalWords
    case .renewedEarly: "renewed early, the period before still runs"
    case .inGracePeriod(let until):
      "payment failed, in the grace period until \(until.forPeople)"
    case .inBillingRetry(let until, let givesAccess):
      "payment failed, retried until \(until.forPeople), "
        + (givesAccess ? "the map allows access" : "no access meanwhile")
    case .expired: "expired \(end)" + intentWords
    case .revoked(let revocation):
      "revoked \(revocation.date.forPeople)" + Self.words(revocation)
    case .upgraded(let date, let product):
      "upgraded" + (product.map { " to \($0)" } ?? "")
        + (date.map { " \($0.forPeople)" } ?? "")
    case .purchasedLater: "bought later, \(startDate.forPeople)"
    case .mayHaveRenewed: "expired \(end), but it may have renewed: the store was not asked"
    case .noDuration: "a non-renewing subscription whose duration the map does not tell"
    case .otherAccountToken(let token):
      "bought for " + (token.map { "the account token \($0)" } ?? "no account token")
    }
  }

  private var end: String { expiresDate?.forPeople ?? "for ever" }

  private var renewalWords: String {
    guard let renewal else { return "" }
    guard renewal.willAutoRenew == true else { return ", does not renew" }
    guard let next = renewal.autoRenewProductID, next != productID else { return ", renews" }
    return ", renews as \(next)"
  }

  private var intentWords: String {
    expirationIntent.map { ", \($0.name)" } ?? ""
  }

  private static func words(_ revocation: Revocation) -> String {
    guard revocation.type != .familyRevoke else { return ", no longer shared" }
    let part = revocation.percentage.map { " (\(TransactionText.percentage($0)))" } ?? ""
    return switch revocation.reason {
    case .developerIssue?: ", refunded because of an issue in the app" + part
    case .other?: ", refunded for another reason" + part
    case let reason?: ", refunded for the unknown reason \(reason)" + part
    case nil: part
    }
  }
}
