/// The app receipt of one customer's device: which purchases it lists (signed-data section 2).
package struct AppReceipt: Equatable, Sendable {
  /// The app's version on the device.
  package var applicationVersion = "1.0"
  /// The version that was bought; the sandbox always says `1.0`.
  package var originalApplicationVersion = "1.0"
  /// When the app was bought; the sandbox always says 2013-08-01T07:00:00Z.
  package var originalPurchaseDate = AppReceipt.sandboxPurchaseDate
  /// When the receipt was made, which is also when its certificates must be valid.
  package var creationDate: Instant
  /// What the device hash is mixed with: 16 bytes, Xcode's 8.
  package var opaqueValue: [UInt8]
  /// The device's 16 bytes of `identifierForVendor`, or 6 of a Mac's network address.
  package var deviceIdentifier: [UInt8]
  /// What was bought, in the order of the payload.
  package var transactions: [Transaction]

  package init(
    creationDate: Instant,
    opaqueValue: [UInt8],
    deviceIdentifier: [UInt8],
    transactions: [Transaction]
  ) {
    self.creationDate = creationDate
    self.opaqueValue = opaqueValue
    self.deviceIdentifier = deviceIdentifier
    self.transactions = transactions
  }

  /// What a receipt lists of an account's purchases, by (purchaseDate, id).
  ///
  /// A consumable stands in it until it is finished (case H03); everything else stays for ever,
  /// refunded or not.
  package static func listed(
    of history: [Transaction],
    unfinished: Set<TransactionID>
  ) -> [Transaction] {
    history.filter { $0.type != .consumable || unfinished.contains($0.id) }
      .sorted { ($0.purchaseDate, $0.id) < ($1.purchaseDate, $1.id) }
  }

  /// The `receipt_type` word of an environment.
  package static func receiptType(of environment: StoreEnvironment) -> String {
    switch environment {
    case .sandbox: "ProductionSandbox"
    default: environment.rawValue
    }
  }

  /// Xcode's receipts end in year 4001; others have no end unless bought by an organisation.
  static let xcodeExpirationText = "4001-01-01T00:00:00Z"

  package static let sandboxPurchaseDate = Instant(milliseconds: 1_375_340_400_000)
}

extension Transaction {
  /// True: paid nothing, in the introductory offer (attribute 1713).
  var isTrialPeriod: Bool {
    offerType == .introductory && offerDiscountType == .freeTrial
  }

  /// True: paid a reduced price, in the introductory offer (attribute 1719).
  var isInIntroductoryPricePeriod: Bool {
    offerType == .introductory && offerDiscountType != .freeTrial
  }

  /// The promotional offer's or win-back offer's id; codes and introductory offers have none here.
  var promotionalOfferID: OfferID? {
    offerType == .promotional || offerType == .winBack ? offerIdentifier : nil
  }
}
