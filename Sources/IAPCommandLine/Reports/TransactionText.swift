import IAPCore

/// How transactions and their parts are shown to people.
enum TransactionText {
  /// `9.99 USD`; nothing where the payload has no price.
  static func price(_ transaction: Transaction) -> String {
    guard let price = transaction.price else { return "" }
    return [Price(milliunits: price).text, transaction.currency ?? ""]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// `33.333 %`, of thousandths of a percent.
  static func percentage(_ thousandths: Int) -> String {
    let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
    var digits = rest == 0 ? "" : "." + String(1000 + rest).dropFirst()
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(whole)\(digits) %"
  }

  /// What else a reader must know: refunds, upgrades, families, offers, quantities.
  static func notes(_ transaction: Transaction) -> String {
    var notes: [String] = []
    if let quantity = transaction.quantity, quantity > 1 { notes.append("\(quantity) of it") }
    // Restoring makes a transaction of its own: it is no second purchase (rule T-14).
    if transaction.type == .nonConsumable, transaction.id != transaction.originalID {
      notes.append("restored from \(transaction.originalID)")
    }
    if transaction.reason == .renewal { notes.append("renewal") }
    if let offer = transaction.offerType { notes.append(offerName(offer, transaction)) }
    // Redeemed outside the app, which alone knows whose it is.
    if transaction.offerType == .offerCode, transaction.appAccountToken == nil {
      notes.append("no account token")
    }
    if transaction.ownershipType == .familyShared { notes.append("family shared") }
    if transaction.isUpgraded == true { notes.append("upgraded") }
    if let date = transaction.revocationDate { notes.append("revoked \(date.forPeople)") }
    return notes.joined(separator: ", ")
  }

  private static func offerName(_ type: OfferType, _ transaction: Transaction) -> String {
    let kind =
      switch type {
      case .introductory: "introductory offer"
      case .promotional: "promotional offer"
      case .offerCode: "offer code"
      case .winBack: "win-back offer"
      default: "offer type \(type)"
      }
    return transaction.offerIdentifier.map { "\(kind) \($0)" } ?? kind
  }

  /// The columns of every list of transactions.
  static func table(_ transactions: [Transaction]) -> TextTable {
    var table = TextTable([
      .init("ID"), .init("PRODUCT"), .init("PURCHASED"), .init("EXPIRES"), .init("PRICE", .right),
      .init("NOTES"),
    ])
    for transaction in transactions {
      table.add(
        StyledText(transaction.id.rawValue),
        StyledText(transaction.productID.rawValue),
        StyledText(transaction.purchaseDate.forPeople),
        StyledText(transaction.expiresDate?.forPeople ?? ""),
        StyledText(price(transaction)),
        StyledText(notes(transaction))
      )
    }
    return table
  }
}

extension RenewalState {
  /// Good where the customer has access.
  var style: StyledText.Style {
    switch self {
    case .subscribed: .good
    case .inGracePeriod, .inBillingRetryPeriod: .warning
    default: .bad
    }
  }
}

extension EntitlementState {
  var style: StyledText.Style {
    switch self {
    case .active: .good
    case .inGracePeriod, .inBillingRetryPeriod, .pending, .unknown: .warning
    default: .bad
    }
  }
}
