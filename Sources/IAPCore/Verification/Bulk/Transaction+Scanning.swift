extension Transaction {
  /// The transaction in bytes that were just scanned; `nil` where the strict reader has to judge.
  init?(_ scanner: TransactionScanner, in bytes: UnsafeBufferPointer<UInt8>) {
    func text(_ member: TransactionMember) -> String? {
      let value = scanner[member]
      guard value.kind == .text else { return nil }
      let range = Int(value.start)..<Int(value.end)
      return String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }
    func number(_ member: TransactionMember) -> Int64? {
      let value = scanner[member]
      return value.kind == .integer ? value.number : nil
    }
    func date(_ member: TransactionMember) -> Instant? {
      number(member).flatMap { Instant(checkedMilliseconds: $0) }
    }
    func dateIsFine(_ member: TransactionMember) -> Bool {
      scanner[member].kind == .absent || date(member) != nil
    }
    guard let id = text(.transactionId), let product = text(.productId),
      let purchaseDate = date(.purchaseDate),
      dateIsFine(.originalPurchaseDate), dateIsFine(.expiresDate), dateIsFine(.signedDate),
      dateIsFine(.revocationDate)
    else { return nil }
    self.init(
      id: TransactionID(rawValue: id),
      originalID: TransactionID(rawValue: text(.originalTransactionId) ?? id),
      productID: ProductID(rawValue: product),
      purchaseDate: purchaseDate
    )
    webOrderLineItemID = text(.webOrderLineItemId)
    bundleID = text(.bundleId)
    subscriptionGroupID = text(.subscriptionGroupIdentifier)
      .map(SubscriptionGroupID.init(rawValue:))
    originalPurchaseDate = date(.originalPurchaseDate)
    expiresDate = date(.expiresDate)
    quantity = number(.quantity).map { Int($0) }
    type = text(.type).map(ProductType.init(rawValue:))
    appAccountToken = text(.appAccountToken)
    ownershipType = text(.inAppOwnershipType).map(OwnershipType.init(rawValue:))
    signedDate = date(.signedDate)
    environment = text(.environment).map(StoreEnvironment.init(rawValue:))
    storefront = text(.storefront)
    storefrontID = text(.storefrontId)
    reason = text(.transactionReason).map(TransactionReason.init(rawValue:))
    currency = text(.currency)
    price = number(.price)
    appTransactionID = text(.appTransactionId)
    billingPlanType = text(.billingPlanType).map(BillingPlanType.init(rawValue:))
    revocationReason = number(.revocationReason).map { RevocationReason(rawValue: Int($0)) }
    revocationDate = date(.revocationDate)
    revocationType = text(.revocationType).map(RevocationType.init(rawValue:))
    revocationPercentage = number(.revocationPercentage).map { Int($0) }
    let flag = scanner[.isUpgraded]
    isUpgraded = flag.kind == .flag ? flag.number == 1 : nil
    offerType = number(.offerType).map { OfferType(rawValue: Int($0)) }
    offerIdentifier = text(.offerIdentifier).map(OfferID.init(rawValue:))
    offerDiscountType = text(.offerDiscountType).map(OfferDiscountType.init(rawValue:))
    offerPeriod = text(.offerPeriod).flatMap { SubscriptionPeriod(iso8601: $0) }
  }
}
