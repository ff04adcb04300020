/// The answer about one entitlement.
package struct Entitlement: Equatable, Sendable {
  /// A name of the map, or a product id.
  package var name: String
  /// The one field that decides; never to be combined with the dates again (case C07).
  package var isEntitled: Bool
  package var state: EntitlementState
  /// The product and transaction that decide; `nil`: nothing was ever bought.
  package var productID: ProductID?
  package var transactionID: TransactionID?
  /// The end of the deciding period, past or future; `nil`: none, or it never ends.
  package var expiresDate: Instant?
  /// When access ends if nothing more happens; `nil`: never, or there is no access.
  package var entitledUntilDate: Instant?
  /// Whether the subscription renews, as whichever product; `nil`: no subscription, or not known.
  package var willRenew: Bool?
  package var ownershipType: OwnershipType?
  /// Why it ended or is ending; `nil`: it is not, or nobody said.
  package var expirationIntent: ExpirationIntent?
  package var isOverridden: Bool
  /// The deciding one first.
  package var reasons: [EntitlementReason]

  init(name: String, decision: AccessDecision) {
    self.name = name
    isEntitled = decision.isEntitled
    state = decision.state
    productID = decision.finding?.productID ?? decision.pending?.productID
    transactionID = decision.finding?.transactionID
    expiresDate = decision.finding?.expiresDate
    entitledUntilDate = decision.accessEnd
    willRenew = decision.finding?.renewal?.willAutoRenew
    ownershipType = decision.finding?.ownershipType
    expirationIntent = decision.finding?.expirationIntent
    isOverridden = false
    reasons = []
  }
}

extension Finding {
  /// Present in grace and retry too: the billing error is why it may end (rule S-2).
  package var expirationIntent: ExpirationIntent? {
    switch verdict {
    case .inGracePeriod, .inBillingRetry: renewal?.expirationIntent ?? .billingError
    case .expired:
      renewal?.expirationIntent ?? (renewal?.isRetrying == true ? .billingError : nil)
    default: nil
    }
  }
}

extension ExpirationIntent {
  /// The words of case C11; a number that is not known is shown, never an error.
  package var name: String {
    switch self {
    case .customerCancelled: "customer-cancelled"
    case .billingError: "billing-error"
    case .priceIncreaseNotConsented: "price-increase-not-accepted"
    case .productNotAvailable: "product-unavailable"
    case .other: "unknown"
    default: "unknown (\(rawValue))"
    }
  }
}
