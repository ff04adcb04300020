extension Transaction {
  /// Reads one element of `in_app` or `latest_receipt_info`, or an iOS 6 style receipt.
  ///
  /// `nil` without product, transaction or purchase date; the reader has the problem then.
  init?(answer reader: inout AnswerReader) {
    let product = reader.require("product_id", reader.filledText("product_id"))
    let id = reader.require("transaction_id", reader.filledText("transaction_id"))
    let purchaseDate = reader.require("purchase_date", reader.date("purchase_date"))
    let original = reader.filledText("original_transaction_id")
    var transaction = Transaction(
      id: TransactionID(id ?? ""),
      originalID: TransactionID(original ?? id ?? ""),
      productID: ProductID(product ?? ""),
      purchaseDate: purchaseDate ?? Instant(milliseconds: 0)
    )
    let problemsBefore = reader.problems.count
    transaction.readDates(&reader)
    transaction.readFacts(&reader)
    transaction.readOffer(&reader)
    // A date that is there but unreadable must not become "never expires" (cases I06, I08).
    guard product != nil, id != nil, purchaseDate != nil, reader.problems.count == problemsBefore
    else { return nil }
    self = transaction
  }

  private mutating func readDates(_ reader: inout AnswerReader) {
    originalPurchaseDate = reader.date("original_purchase_date")
    expiresDate = reader.date("expires_date") ?? reader.date("expires_date_formatted")
    revocationDate = reader.cancellation("cancellation_date")
    guard let reason = reader.integer("cancellation_reason") else { return }
    if revocationDate != nil {
      revocationReason = RevocationReason(rawValue: Int(reason))
    } else {
      reader.miss("cancellation_date")
    }
  }

  private mutating func readFacts(_ reader: inout AnswerReader) {
    quantity = reader.integer("quantity").map { Int($0) }
    // 0 is what receipts write for none.
    webOrderLineItemID = reader.filledText("web_order_line_item_id").flatMap {
      $0 == "0" ? nil : $0
    }
    subscriptionGroupID = reader.filledText("subscription_group_identifier")
      .map { SubscriptionGroupID($0) }
    appAccountToken = reader.filledText("app_account_token")
    ownershipType = reader.filledText("in_app_ownership_type")
      .map(OwnershipType.init(rawValue:))
    // Apple writes the text "true"; SwiftyStoreKit asks for a Bool and never sees it.
    isUpgraded = reader.flag("is_upgraded")
    let isSubscription =
      expiresDate != nil || webOrderLineItemID != nil || subscriptionGroupID != nil
    type = isSubscription ? .autoRenewable : nil
  }

  private mutating func readOffer(_ reader: inout AnswerReader) {
    setOffer(
      isTrial: reader.flag("is_trial_period") == true,
      isIntroductory: reader.flag("is_in_intro_offer_period") == true,
      promotional: reader.filledText("promotional_offer_id")
    )
    if let code = reader.filledText("offer_code_ref_name") {
      offerType = .offerCode
      offerIdentifier = OfferID(code)
    }
  }
}

extension RenewalInfo {
  /// Reads one element of `pending_renewal_info`.
  init?(answer reader: inout AnswerReader) {
    let original = reader.require(
      "original_transaction_id",
      reader.filledText("original_transaction_id")
    )
    self.init(originalID: TransactionID(original ?? ""))
    readStatus(&reader)
    guard original != nil else { return nil }
  }

  /// Reads what iOS 6 style answers have at their top.
  init(legacy reader: inout AnswerReader, originalID: TransactionID) {
    self.init(originalID: originalID)
    readStatus(&reader)
  }

  private mutating func readStatus(_ reader: inout AnswerReader) {
    productID = reader.filledText("product_id").map { ProductID($0) }
    autoRenewProductID = reader.filledText("auto_renew_product_id").map { ProductID($0) }
    autoRenewStatus = reader.integer("auto_renew_status").map { Int($0) }
    expirationIntent = reader.integer("expiration_intent")
      .map { ExpirationIntent(rawValue: Int($0)) }
    isInBillingRetryPeriod = reader.flag("is_in_billing_retry_period")
    gracePeriodExpiresDate = reader.date("grace_period_expires_date")
    priceIncreaseStatus =
      (reader.integer("price_increase_status") ?? reader.integer("price_consent_status"))
      .map { Int($0) }
    if let code = reader.filledText("offer_code_ref_name") {
      offerType = .offerCode
      offerIdentifier = OfferID(code)
    } else if let offer = reader.filledText("promotional_offer_id") {
      offerType = .promotional
      offerIdentifier = OfferID(offer)
    }
  }
}
