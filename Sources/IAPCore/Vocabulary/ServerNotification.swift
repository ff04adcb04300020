/// One App Store Server Notification V2, decoded (notifications.md, section 1).
package struct ServerNotification: Equatable, Sendable, Codable {
  package var type: NotificationType
  /// `nil`: the key is left out.
  package var subtype: NotificationSubtype?
  /// New for every notification, the same on every retry.
  package var uuid: String
  /// Always `2.0`.
  package var version: String
  package var signedDate: Instant
  /// Exactly one of `data`, `summary`, `externalPurchaseToken` and `appData` is present.
  package var data: NotificationData?
  package var summary: NotificationSummary?
  package var externalPurchaseToken: ExternalPurchaseToken?
  package var appData: NotificationAppData?

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case type = "notificationType"
    case subtype
    case uuid = "notificationUUID"
    case version
    case signedDate
    case data
    case summary
    case externalPurchaseToken
    case appData
  }

  package init(
    type: NotificationType,
    subtype: NotificationSubtype? = nil,
    uuid: String,
    signedDate: Instant
  ) {
    self.type = type
    self.subtype = subtype
    self.uuid = uuid
    version = "2.0"
    self.signedDate = signedDate
  }
}

/// The `data` object; the inner parts stand decoded here and are signed when it leaves the store.
package struct NotificationData: Equatable, Sendable, Codable {
  package var environment: StoreEnvironment
  /// Absent outside production.
  package var appAppleID: Int64?
  package var bundleID: String
  package var bundleVersion: String?
  package var transaction: Transaction?
  package var renewalInfo: RenewalInfo?
  /// Auto-renewable subscriptions only.
  package var status: RenewalState?
  package var consumptionRequestReason: String?

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case environment
    case appAppleID = "appAppleId"
    case bundleID = "bundleId"
    case bundleVersion
    case transaction = "signedTransactionInfo"
    case renewalInfo = "signedRenewalInfo"
    case status
    case consumptionRequestReason
  }

  package init(environment: StoreEnvironment, bundleID: String) {
    self.environment = environment
    self.bundleID = bundleID
  }
}

/// The end of a mass extension (rule N-93).
package struct NotificationSummary: Equatable, Sendable, Codable {
  package var requestIdentifier: String
  package var environment: StoreEnvironment
  package var appAppleID: Int64?
  package var bundleID: String
  package var productID: ProductID
  /// Absent: all storefronts.
  package var storefrontCountryCodes: [String]?
  package var succeededCount: Int
  package var failedCount: Int

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case requestIdentifier
    case environment
    case appAppleID = "appAppleId"
    case bundleID = "bundleId"
    case productID = "productId"
    case storefrontCountryCodes
    case succeededCount
    case failedCount
  }

  package init(
    requestIdentifier: String,
    environment: StoreEnvironment,
    bundleID: String,
    productID: ProductID,
    succeededCount: Int,
    failedCount: Int
  ) {
    self.requestIdentifier = requestIdentifier
    self.environment = environment
    self.bundleID = bundleID
    self.productID = productID
    self.succeededCount = succeededCount
    self.failedCount = failedCount
  }
}

/// A token of an external purchase that was not reported (rule N-97).
package struct ExternalPurchaseToken: Equatable, Sendable, Codable {
  package var externalPurchaseID: String
  package var tokenCreationDate: Instant
  package var appAppleID: Int64?
  package var bundleID: String

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case externalPurchaseID = "externalPurchaseId"
    case tokenCreationDate
    case appAppleID = "appAppleId"
    case bundleID = "bundleId"
  }

  package init(externalPurchaseID: String, tokenCreationDate: Instant, bundleID: String) {
    self.externalPurchaseID = externalPurchaseID
    self.tokenCreationDate = tokenCreationDate
    self.bundleID = bundleID
  }
}

/// The `appData` object of RESCIND_CONSENT (rule N-96).
package struct NotificationAppData: Equatable, Sendable, Codable {
  package var appAppleID: Int64?
  package var bundleID: String
  package var environment: StoreEnvironment
  package var appTransaction: AppTransaction?

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case appAppleID = "appAppleId"
    case bundleID = "bundleId"
    case environment
    case appTransaction = "signedAppTransactionInfo"
  }

  package init(environment: StoreEnvironment, bundleID: String) {
    self.environment = environment
    self.bundleID = bundleID
  }
}

/// `notificationType`.
package struct NotificationType: OpenWord {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let subscribed = NotificationType(rawValue: "SUBSCRIBED")
  package static let didRenew = NotificationType(rawValue: "DID_RENEW")
  package static let didChangeRenewalPref = NotificationType(rawValue: "DID_CHANGE_RENEWAL_PREF")
  package static let didChangeRenewalStatus = NotificationType(
    rawValue: "DID_CHANGE_RENEWAL_STATUS"
  )
  package static let offerRedeemed = NotificationType(rawValue: "OFFER_REDEEMED")
  package static let didFailToRenew = NotificationType(rawValue: "DID_FAIL_TO_RENEW")
  package static let gracePeriodExpired = NotificationType(rawValue: "GRACE_PERIOD_EXPIRED")
  package static let expired = NotificationType(rawValue: "EXPIRED")
  package static let priceIncrease = NotificationType(rawValue: "PRICE_INCREASE")
  package static let refund = NotificationType(rawValue: "REFUND")
  package static let refundDeclined = NotificationType(rawValue: "REFUND_DECLINED")
  package static let refundReversed = NotificationType(rawValue: "REFUND_REVERSED")
  package static let consumptionRequest = NotificationType(rawValue: "CONSUMPTION_REQUEST")
  package static let revoke = NotificationType(rawValue: "REVOKE")
  package static let renewalExtended = NotificationType(rawValue: "RENEWAL_EXTENDED")
  package static let renewalExtension = NotificationType(rawValue: "RENEWAL_EXTENSION")
  package static let test = NotificationType(rawValue: "TEST")
  package static let oneTimeCharge = NotificationType(rawValue: "ONE_TIME_CHARGE")
  package static let rescindConsent = NotificationType(rawValue: "RESCIND_CONSENT")
  package static let externalPurchaseToken = NotificationType(rawValue: "EXTERNAL_PURCHASE_TOKEN")
}

/// `subtype`.
package struct NotificationSubtype: OpenWord {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let initialBuy = NotificationSubtype(rawValue: "INITIAL_BUY")
  package static let resubscribe = NotificationSubtype(rawValue: "RESUBSCRIBE")
  package static let upgrade = NotificationSubtype(rawValue: "UPGRADE")
  package static let downgrade = NotificationSubtype(rawValue: "DOWNGRADE")
  package static let autoRenewEnabled = NotificationSubtype(rawValue: "AUTO_RENEW_ENABLED")
  package static let autoRenewDisabled = NotificationSubtype(rawValue: "AUTO_RENEW_DISABLED")
  package static let voluntary = NotificationSubtype(rawValue: "VOLUNTARY")
  package static let billingRetry = NotificationSubtype(rawValue: "BILLING_RETRY")
  package static let priceIncrease = NotificationSubtype(rawValue: "PRICE_INCREASE")
  package static let productNotForSale = NotificationSubtype(rawValue: "PRODUCT_NOT_FOR_SALE")
  package static let gracePeriod = NotificationSubtype(rawValue: "GRACE_PERIOD")
  package static let billingRecovery = NotificationSubtype(rawValue: "BILLING_RECOVERY")
  package static let pending = NotificationSubtype(rawValue: "PENDING")
  package static let accepted = NotificationSubtype(rawValue: "ACCEPTED")
  package static let summary = NotificationSubtype(rawValue: "SUMMARY")
  package static let failure = NotificationSubtype(rawValue: "FAILURE")
  package static let unreported = NotificationSubtype(rawValue: "UNREPORTED")
}
