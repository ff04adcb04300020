import IAPCore

/// The products and the map of the case catalogue, and short ways to write what was received.
enum Shop {
  static let map = EntitlementMap(
    entitlements: [
      "pro": ["demo.gold.monthly", "demo.gold.yearly", "demo.max.yearly", "demo.lifetime"],
      "basic": ["demo.silver.monthly"],
      "pass": ["demo.pass.30d"],
    ],
    nonRenewing: ["demo.pass.30d": EntitlementMap.Duration(CalendarDuration(days: 30))]
  )

  static let types: [ProductID: ProductType] = [
    "demo.gold.monthly": .autoRenewable,
    "demo.gold.yearly": .autoRenewable,
    "demo.silver.monthly": .autoRenewable,
    "demo.max.yearly": .autoRenewable,
    "demo.coins.100": .consumable,
    "demo.lifetime": .nonConsumable,
    "demo.pass.30d": .nonRenewable,
  ]

  /// A period of a subscription; `chain` is the original transaction id.
  static func period(
    _ product: ProductID,
    _ id: TransactionID,
    of chain: TransactionID,
    _ start: String,
    _ end: String,
    _ change: (inout Transaction) -> Void = { _ in }
  ) -> Transaction {
    var transaction = Transaction(
      id: id,
      originalID: chain,
      productID: product,
      purchaseDate: at(start)
    )
    transaction.type = .autoRenewable
    transaction.expiresDate = at(end)
    transaction.subscriptionGroupID = product.rawValue.contains("max") ? "max" : "pro"
    transaction.ownershipType = .purchased
    transaction.reason = id == chain ? .purchase : .renewal
    change(&transaction)
    return transaction
  }

  /// A purchase without an end of its own.
  static func purchase(
    _ product: ProductID,
    _ id: TransactionID,
    _ date: String,
    _ change: (inout Transaction) -> Void = { _ in }
  ) -> Transaction {
    var transaction = Transaction(
      id: id,
      originalID: id,
      productID: product,
      purchaseDate: at(date)
    )
    transaction.type = types[product]
    transaction.ownershipType = .purchased
    change(&transaction)
    return transaction
  }

  static func renewal(
    of chain: TransactionID,
    _ product: ProductID,
    renews: Bool,
    _ change: (inout RenewalInfo) -> Void = { _ in }
  ) -> RenewalInfo {
    var info = RenewalInfo(originalID: chain)
    info.productID = product
    info.autoRenewProductID = product
    info.autoRenewStatus = renews ? 1 : 0
    info.isInBillingRetryPeriod = false
    change(&info)
    return info
  }

  static func revoked(_ date: String) -> (inout Transaction) -> Void {
    { transaction in
      transaction.revocationDate = at(date)
      transaction.revocationReason = .developerIssue
    }
  }

  /// Asks about everything that was received, at a time, by the store's clock or a named one.
  static func ask(
    _ names: String...,
    of transactions: [Transaction],
    _ renewals: [RenewalInfo] = [],
    at date: String,
    clock: ClockSource = .argument,
    map: EntitlementMap? = Shop.map,
    change: (inout EntitlementOptions) -> Void = { _ in }
  ) -> EntitlementAnswer {
    let facts = PurchaseFacts(transactions: transactions, renewalInfos: renewals, asOf: at(date))
    var options = EntitlementOptions(asOf: at(date), clock: clock)
    change(&options)
    let engine = EntitlementEngine(facts: facts, map: map, types: types, options: options)
    return engine.answer(EntitlementQuestion(required: names))
  }
}

/// Reads a time that stands in a test.
func at(_ text: String) -> Instant {
  guard let instant = Instant(rfc3339: text) else {
    preconditionFailure("'\(text)' in a test is no time")
  }
  return instant
}

extension Entitlement {
  /// Everything but the reasons on one line, so that a test compares all of it.
  var line: String {
    var words = ["\(name):", state.rawValue, isEntitled ? "yes" : "no"]
    if let productID { words.append(productID.rawValue) }
    if let transactionID { words.append("#\(transactionID)") }
    if let expiresDate { words.append("expires \(expiresDate.short)") }
    if let entitledUntilDate { words.append("until \(entitledUntilDate.short)") }
    if let willRenew { words.append(willRenew ? "renews" : "ends") }
    if ownershipType == .familyShared { words.append("shared") }
    if let expirationIntent { words.append("because \(expirationIntent.name)") }
    if isOverridden { words.append("overridden") }
    return words.joined(separator: " ")
  }
}

extension EntitlementAnswer {
  var lines: [String] { report.entitlements.map(\.line) }
}

extension Instant {
  /// The day, with the time only where it is not midnight.
  fileprivate var short: String {
    rfc3339.hasSuffix("T00:00:00Z") ? dateText : rfc3339
  }
}
