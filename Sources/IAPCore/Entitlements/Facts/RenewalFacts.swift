/// What the app knows of a subscription's next renewal: the part that decides about access.
package struct RenewalFacts: Equatable, Sendable, Codable {
  package var originalID: TransactionID
  package var productID: ProductID?
  package var autoRenewProductID: ProductID?
  /// 1 renews, 0 does not.
  package var autoRenewStatus: Int?
  package var expirationIntent: ExpirationIntent?
  package var isInBillingRetryPeriod: Bool?
  package var gracePeriodExpiresDate: Instant?
  /// When this version was signed or read; the later version wins.
  package var knownDate: Instant

  package enum CodingKeys: String, CodingKey {
    case originalID = "originalTransactionId"
    case productID = "productId"
    case autoRenewProductID = "autoRenewProductId"
    case autoRenewStatus
    case expirationIntent
    case isInBillingRetryPeriod
    case gracePeriodExpiresDate
    case knownDate
  }

  /// Takes the deciding part of a renewal info; `date` stands in for a missing signing date.
  package init(_ info: RenewalInfo, knownAt date: Instant) {
    originalID = info.originalID
    productID = info.productID
    autoRenewProductID = info.autoRenewProductID
    autoRenewStatus = info.autoRenewStatus
    expirationIntent = info.expirationIntent
    isInBillingRetryPeriod = info.isInBillingRetryPeriod
    gracePeriodExpiresDate = info.gracePeriodExpiresDate
    knownDate = info.signedDate ?? date
  }

  package var willAutoRenew: Bool? { autoRenewStatus.map { $0 == 1 } }

  /// Rule S-3 and its absent members: grace and retry last only while the store still tries.
  var isRetrying: Bool {
    isInBillingRetryPeriod ?? (gracePeriodExpiresDate != nil && autoRenewStatus != 0)
  }
}

/// A purchase that waits for a parent or for the customer; there is no transaction yet (rule T-4).
package struct PendingPurchase: Equatable, Sendable, Codable {
  package var productID: ProductID
  /// `nil`: the data does not name the request.
  package var requestID: RequestID?

  package enum CodingKeys: String, CodingKey {
    case productID = "productId"
    case requestID = "requestId"
  }

  package init(productID: ProductID, requestID: RequestID? = nil) {
    self.productID = productID
    self.requestID = requestID
  }
}
