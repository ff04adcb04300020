/// What will happen to a subscription next: Apple's `JWSRenewalInfoDecodedPayload`.
///
/// Dates are milliseconds, prices milliunits. `nil` means the key is absent.
package struct RenewalInfo: Equatable, Sendable, Codable {
  package var originalID: TransactionID
  /// The product now subscribed to.
  package var productID: ProductID?
  /// The product of the next period (rule S-4).
  package var autoRenewProductID: ProductID?
  /// 1 renews, 0 does not.
  package var autoRenewStatus: Int?
  package var expirationIntent: ExpirationIntent?
  /// True in billing retry and throughout grace (rule S-3).
  package var isInBillingRetryPeriod: Bool?
  package var gracePeriodExpiresDate: Instant?
  /// 0 the customer has not answered, 1 agreed or was only informed (rules B-21, B-22).
  package var priceIncreaseStatus: Int?
  /// The offer fields speak of the next period only (rule O-4).
  package var offerType: OfferType?
  package var offerIdentifier: OfferID?
  package var offerDiscountType: OfferDiscountType?
  package var offerPeriod: SubscriptionPeriod?
  package var signedDate: Instant?
  package var environment: StoreEnvironment?
  /// Start of the current run, gaps of up to 60 days ignored (rule S-5).
  package var recentSubscriptionStartDate: Instant?
  /// Expiry of the latest purchase, even when past (rule S-5).
  package var renewalDate: Instant?
  package var currency: String?
  /// Milliunits of the next period, offer included (rule S-6).
  package var renewalPrice: Int64?
  /// Best first; absent when empty (rule O-9).
  package var eligibleWinBackOfferIDs: [OfferID]?
  /// The token that the next renewal will carry (rule C-15).
  package var appAccountToken: String?
  package var appTransactionID: String?
  package var renewalBillingPlanType: BillingPlanType?
  package var commitmentInfo: RenewalCommitmentInfo?

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case originalID = "originalTransactionId"
    case productID = "productId"
    case autoRenewProductID = "autoRenewProductId"
    case autoRenewStatus
    case expirationIntent
    case isInBillingRetryPeriod
    case gracePeriodExpiresDate
    case priceIncreaseStatus
    case offerType
    case offerIdentifier
    case offerDiscountType
    case offerPeriod
    case signedDate
    case environment
    case recentSubscriptionStartDate
    case renewalDate
    case currency
    case renewalPrice
    case eligibleWinBackOfferIDs = "eligibleWinBackOfferIds"
    case appAccountToken
    case appTransactionID = "appTransactionId"
    case renewalBillingPlanType
    case commitmentInfo
  }

  package init(originalID: TransactionID) {
    self.originalID = originalID
  }

  package var willAutoRenew: Bool { autoRenewStatus == 1 }
}

/// What happens at the end of a commitment (rule P-9).
package struct RenewalCommitmentInfo: Equatable, Sendable, Codable {
  package var autoRenewProductID: ProductID?
  package var autoRenewStatus: Int?
  package var renewalBillingPlanType: BillingPlanType?
  package var renewalDate: Instant?
  package var renewalPrice: Int64?

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case autoRenewProductID = "commitmentAutoRenewProductId"
    case autoRenewStatus = "commitmentAutoRenewStatus"
    case renewalBillingPlanType = "commitmentRenewalBillingPlanType"
    case renewalDate = "commitmentRenewalDate"
    case renewalPrice = "commitmentRenewalPrice"
  }

  package init() {}
}

/// One entry of `Product.SubscriptionInfo.status`: the state of one subscription (rule E-9).
package struct SubscriptionStatus: Equatable, Sendable, Codable {
  package var state: RenewalState
  package var groupID: SubscriptionGroupID
  /// The latest transaction of the subscription.
  package var transaction: Transaction
  package var renewalInfo: RenewalInfo

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case state
    case groupID = "groupId"
    case transaction
    case renewalInfo
  }

  package init(
    state: RenewalState,
    groupID: SubscriptionGroupID,
    transaction: Transaction,
    renewalInfo: RenewalInfo
  ) {
    self.state = state
    self.groupID = groupID
    self.transaction = transaction
    self.renewalInfo = renewalInfo
  }
}
