extension RenewalInfo {
  /// Reads Apple's `JWSRenewalInfoDecodedPayload`; `nil` when it names no subscription.
  init?(foreign reader: inout FieldReader) {
    let originalID: TransactionID? = reader.identifier("originalTransactionId")
    var info = RenewalInfo(originalID: originalID ?? "")
    info.readRenewal(&reader)
    info.readOffer(&reader)
    guard originalID != nil else { return nil }
    self = info
  }

  private mutating func readRenewal(_ reader: inout FieldReader) {
    productID = reader.identifier("productId")
    autoRenewProductID = reader.identifier("autoRenewProductId")
    autoRenewStatus = reader.integer("autoRenewStatus").map { Int($0) }
    expirationIntent = reader.word("expirationIntent")
    isInBillingRetryPeriod = reader.flag("isInBillingRetryPeriod")
    gracePeriodExpiresDate = reader.date("gracePeriodExpiresDate")
    priceIncreaseStatus = reader.integer("priceIncreaseStatus").map { Int($0) }
    signedDate = reader.date("signedDate")
    environment = reader.word("environment")
    recentSubscriptionStartDate = reader.date("recentSubscriptionStartDate")
    renewalDate = reader.date("renewalDate")
    currency = reader.text("currency")
    renewalPrice = reader.integer("renewalPrice")
    appAccountToken = reader.text("appAccountToken")
    appTransactionID = reader.text("appTransactionId")
    renewalBillingPlanType = reader.word("renewalBillingPlanType")
    commitmentInfo = reader.object("commitmentInfo") { RenewalCommitmentInfo(foreign: &$0) }
  }

  private mutating func readOffer(_ reader: inout FieldReader) {
    offerType = reader.word("offerType")
    offerIdentifier = reader.identifier("offerIdentifier")
    offerDiscountType = reader.word("offerDiscountType")
    offerPeriod = reader.period("offerPeriod")
    eligibleWinBackOfferIDs = reader.texts("eligibleWinBackOfferIds")?.map { OfferID($0) }
  }
}

extension RenewalCommitmentInfo {
  fileprivate init?(foreign reader: inout FieldReader) {
    self.init()
    autoRenewProductID = reader.identifier("commitmentAutoRenewProductId")
    autoRenewStatus = reader.integer("commitmentAutoRenewStatus").map { Int($0) }
    renewalBillingPlanType = reader.word("commitmentRenewalBillingPlanType")
    renewalDate = reader.date("commitmentRenewalDate")
    renewalPrice = reader.integer("commitmentRenewalPrice")
  }
}

extension AppTransaction {
  /// Reads Apple's `AppTransaction`.
  init(foreign reader: inout FieldReader) {
    self.init()
    receiptType = reader.word("receiptType")
    appAppleID = reader.integer("appAppleId")
    bundleID = reader.text("bundleId")
    applicationVersion = reader.text("applicationVersion")
    versionExternalIdentifier = reader.integer("versionExternalIdentifier")
    receiptCreationDate = reader.date("receiptCreationDate")
    originalPurchaseDate = reader.date("originalPurchaseDate")
    originalApplicationVersion = reader.text("originalApplicationVersion")
    deviceVerification = reader.text("deviceVerification")
    deviceVerificationNonce = reader.text("deviceVerificationNonce")
    preorderDate = reader.date("preorderDate")
    appTransactionID = reader.text("appTransactionId")
    originalPlatform = reader.text("originalPlatform")
  }
}
