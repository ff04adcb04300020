/// What Apple's verifyReceipt would have answered for a receipt of this store.
///
/// It carries no signature: whoever reads it believes the one who hands it over.
package struct VerifyReceiptAnswer {
  package var app: IssuedApp
  package var receipt: AppReceipt
  /// The receipt's container, which comes back as `latest_receipt`.
  package var container: [UInt8]
  /// What the store knows now, in any order; finished consumables are not among it.
  package var latest: [Transaction]
  /// One for each subscription.
  package var renewals: [RenewalInfo]
  package var requestDate: Instant

  package init(
    app: IssuedApp,
    receipt: AppReceipt,
    container: [UInt8],
    latest: [Transaction],
    renewals: [RenewalInfo],
    requestDate: Instant
  ) {
    self.app = app
    self.receipt = receipt
    self.container = container
    self.latest = latest
    self.renewals = renewals
    self.requestDate = requestDate
  }

  /// The answer in its iOS 7 style.
  ///
  /// Xcode's receipts were never known to verifyReceipt: their answer is 21002. Subscriptions bring
  /// `latest_receipt`, `latest_receipt_info` and `pending_renewal_info` along.
  package var json: JSONValue {
    guard !app.isXcode else { return Self.unknownToApple }
    var members = [
      JSONMember("status", 0), JSONMember("environment", .string(app.environment.rawValue)),
      JSONMember("receipt", receiptObject),
    ]
    if latest.contains(where: { $0.type == .autoRenewable }) {
      let newestFirst = latest.sorted { ($1.purchaseDate, $1.id) < ($0.purchaseDate, $0.id) }
      let pending = renewals.sorted { $0.originalID < $1.originalID }
      members += [
        JSONMember("latest_receipt", .string(Base64Text.standard(container))),
        JSONMember("latest_receipt_info", .array(newestFirst.map(latestObject))),
        JSONMember("pending_renewal_info", .array(pending.map(pendingObject))),
      ]
    }
    return .object(members)
  }

  /// What Apple answers to a receipt that it cannot read.
  package static let unknownToApple = JSONValue.object(["status": 21002])

  private var receiptObject: JSONValue {
    let appID = app.writtenAppleID ?? 0
    return .object(
      [
        JSONMember("receipt_type", .string(AppReceipt.receiptType(of: app.environment))),
        JSONMember("adam_id", .integer(appID)),
        JSONMember("app_item_id", .integer(appID)),
        JSONMember("bundle_id", .string(app.bundleID)),
        JSONMember("application_version", .string(receipt.applicationVersion)),
        JSONMember("download_id", 0),
        JSONMember("version_external_identifier", 0),
      ] + ReceiptDate(date: receipt.creationDate).members("receipt_creation_date")
        + ReceiptDate(date: requestDate).members("request_date")
        + ReceiptDate(date: receipt.originalPurchaseDate).members("original_purchase_date")
        + [
          JSONMember("original_application_version", .string(receipt.originalApplicationVersion)),
          JSONMember("in_app", .array(receipt.transactions.map { .object(inAppMembers($0)) })),
        ]
    )
  }

  private func inAppMembers(_ transaction: Transaction) -> [JSONMember] {
    let original = transaction.originalPurchaseDate ?? transaction.purchaseDate
    var members = [
      JSONMember("quantity", .string(String(transaction.quantity ?? 1))),
      JSONMember("product_id", .string(transaction.productID.rawValue)),
      JSONMember("transaction_id", .string(transaction.id.rawValue)),
      JSONMember("original_transaction_id", .string(transaction.originalID.rawValue)),
    ]
    members += ReceiptDate(date: transaction.purchaseDate).members("purchase_date")
    members += ReceiptDate(date: original).members("original_purchase_date")
    if let date = transaction.expiresDate {
      members += ReceiptDate(date: date).members("expires_date")
    }
    if let item = transaction.webOrderLineItemID {
      members.append(JSONMember("web_order_line_item_id", .string(item)))
    }
    members.append(JSONMember("is_trial_period", Self.word(transaction.isTrialPeriod)))
    if transaction.type == .autoRenewable {
      let isIntroductory = Self.word(transaction.isInIntroductoryPricePeriod)
      members.append(JSONMember("is_in_intro_offer_period", isIntroductory))
    }
    if let date = transaction.revocationDate {
      let isIssue = transaction.revocationReason == .developerIssue
      members += ReceiptDate(date: date).members("cancellation_date")
      members.append(JSONMember("cancellation_reason", isIssue ? "1" : "0"))
    }
    return members + offerMembers(transaction.offerType, transaction.offerIdentifier)
  }

  /// `latest_receipt_info` knows more of a purchase than the receipt on the device.
  private func latestObject(_ transaction: Transaction) -> JSONValue {
    var members = inAppMembers(transaction)
    if let group = transaction.subscriptionGroupID {
      members.append(JSONMember("subscription_group_identifier", .string(group.rawValue)))
    }
    let ownership = transaction.ownershipType ?? .purchased
    members.append(JSONMember("in_app_ownership_type", .string(ownership.rawValue)))
    if transaction.isUpgraded == true { members.append(JSONMember("is_upgraded", "true")) }
    if let token = transaction.appAccountToken {
      members.append(JSONMember("app_account_token", .string(token)))
    }
    return .object(members)
  }

  private func pendingObject(_ renewal: RenewalInfo) -> JSONValue {
    let product = renewal.productID ?? renewal.autoRenewProductID
    let next = renewal.autoRenewProductID ?? renewal.productID
    var members = [
      ("auto_renew_product_id", next?.rawValue), ("product_id", product?.rawValue),
      ("original_transaction_id", renewal.originalID.rawValue),
      ("auto_renew_status", renewal.willAutoRenew ? "1" : "0"),
      ("expiration_intent", renewal.expirationIntent.map { String($0.rawValue) }),
      ("is_in_billing_retry_period", renewal.isInBillingRetryPeriod.map { $0 ? "1" : "0" }),
      ("price_increase_status", renewal.priceIncreaseStatus.map(String.init)),
      // Only an increase that needs consent can wait for an answer.
      ("price_consent_status", renewal.priceIncreaseStatus == 0 ? "0" : nil),
    ].compactMap { name, text in text.map { JSONMember(name, .string($0)) } }
    if let date = renewal.gracePeriodExpiresDate {
      members += ReceiptDate(date: date).members("grace_period_expires_date")
    }
    return .object(members + offerMembers(renewal.offerType, renewal.offerIdentifier))
  }

  private func offerMembers(_ type: OfferType?, _ offer: OfferID?) -> [JSONMember] {
    guard let offer else { return [] }
    switch type {
    case .promotional, .winBack:
      return [JSONMember("promotional_offer_id", .string(offer.rawValue))]
    case .offerCode: return [JSONMember("offer_code_ref_name", .string(offer.rawValue))]
    default: return []
    }
  }

  /// Truth as text, which is how verifyReceipt writes it.
  private static func word(_ flag: Bool) -> JSONValue { flag ? "true" : "false" }
}
