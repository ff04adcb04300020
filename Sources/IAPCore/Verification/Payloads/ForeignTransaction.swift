extension Transaction {
  /// Reads Apple's `JWSTransactionDecodedPayload`.
  ///
  /// `nil` when it does not say which transaction, of what, when: it can grant nothing then.
  init?(foreign reader: inout FieldReader) {
    let id: TransactionID? = reader.identifier("transactionId")
    let product: ProductID? = reader.identifier("productId")
    let purchaseDate = reader.date("purchaseDate")
    var transaction = Transaction(
      id: id ?? "",
      originalID: reader.identifier("originalTransactionId") ?? id ?? "",
      productID: product ?? "",
      purchaseDate: purchaseDate ?? Instant(milliseconds: 0)
    )
    transaction.readPurchase(&reader)
    transaction.readOffer(&reader)
    transaction.readRevocation(&reader)
    guard id != nil, product != nil, purchaseDate != nil else { return nil }
    self = transaction
  }

  private mutating func readPurchase(_ reader: inout FieldReader) {
    webOrderLineItemID = reader.text("webOrderLineItemId")
    bundleID = reader.text("bundleId")
    subscriptionGroupID = reader.identifier("subscriptionGroupIdentifier")
    originalPurchaseDate = reader.date("originalPurchaseDate")
    expiresDate = reader.date("expiresDate")
    quantity = reader.integer("quantity").map { Int($0) }
    type = reader.word("type")
    appAccountToken = reader.text("appAccountToken")
    ownershipType = reader.word("inAppOwnershipType")
    signedDate = reader.date("signedDate")
    environment = reader.word("environment")
    storefront = reader.text("storefront")
    storefrontID = reader.text("storefrontId")
    reason = reader.word("transactionReason")
    currency = reader.text("currency")
    price = reader.integer("price")
    appTransactionID = reader.text("appTransactionId")
    billingPlanType = reader.word("billingPlanType")
    commitmentInfo = reader.object("commitmentInfo") { TransactionCommitmentInfo(foreign: &$0) }
  }

  private mutating func readOffer(_ reader: inout FieldReader) {
    offerType = reader.word("offerType")
    offerIdentifier = reader.identifier("offerIdentifier")
    offerDiscountType = reader.word("offerDiscountType")
    offerPeriod = reader.period("offerPeriod")
  }

  private mutating func readRevocation(_ reader: inout FieldReader) {
    revocationReason = reader.word("revocationReason")
    revocationDate = reader.date("revocationDate")
    revocationType = reader.word("revocationType")
    revocationPercentage = reader.integer("revocationPercentage").map { Int($0) }
    isUpgraded = reader.flag("isUpgraded")
  }
}

extension TransactionCommitmentInfo {
  fileprivate init?(foreign reader: inout FieldReader) {
    let number = reader.integer("billingPeriodNumber")
    let total = reader.integer("totalBillingPeriods")
    let expires = reader.date("commitmentExpiresDate")
    let price = reader.integer("commitmentPrice")
    guard let number, let total, let expires, let price else { return nil }
    self.init(
      billingPeriodNumber: Int(number),
      totalBillingPeriods: Int(total),
      commitmentExpiresDate: expires,
      commitmentPrice: price
    )
  }
}
