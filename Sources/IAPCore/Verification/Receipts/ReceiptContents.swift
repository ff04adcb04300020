/// What an app receipt says, by its attributes (signed-data 2.4).
package struct ReceiptContents: Equatable, Sendable {
  /// Attribute 0; says which environment, and never how strictly to check.
  package var receiptType: String?
  package var appItemID: Int64?
  package var bundleID: String?
  /// The octets of attribute 2 with their tag and length: what the device hash is made over.
  var bundleIDOctets: [UInt8]?
  package var applicationVersion: String?
  var opaqueValue: [UInt8]?
  var deviceHash: [UInt8]?
  package var creationDate: Instant?
  package var purchases: [ReceiptPurchase] = []
  package var originalPurchaseDate: Instant?
  package var originalApplicationVersion: String?
  /// Volume Purchase Program: valid only until then; Xcode always writes the year 4001.
  package var expirationDate: Instant?
  package var ageRating: String?
  package var developerID: Int64?
  package var downloadID: Int64?
  package var versionExternalIdentifier: Int64?
  package var preorderDate: Instant?
  package var organizationName: String?
  /// Attributes of types that are not understood, and 4 to 7, as they are.
  var others: [ReceiptAttribute] = []
  /// Purchases that cannot be read.
  var problems: [FieldProblem] = []

  private static let purchaseType: Int64 = 17
  private static let known: Set<Int64> = [
    0, 1, 2, 3, 4, 5, 8, 10, 11, 12, 15, 16, 17, 18, 19, 21, 23, 32,
  ]

  init(_ payload: [UInt8]) throws(VerificationFailure) {
    let all = try ReceiptAttribute.readAll(payload[...])
    let repeatable = Set(all.map(\.type)).subtracting(Self.known).union([Self.purchaseType])
    let attributes = try ReceiptAttributes(all, name: "receipt", repeatable: repeatable)
    receiptType = try attributes.text(0)
    appItemID = try attributes.integer(1)
    bundleID = try attributes.text(2)
    bundleIDOctets = attributes.octets(2)
    applicationVersion = try attributes.text(3)
    opaqueValue = attributes.octets(4)
    deviceHash = attributes.octets(5)
    creationDate = try attributes.date(12)
    originalPurchaseDate = try attributes.date(18)
    originalApplicationVersion = try attributes.text(19)
    expirationDate = try attributes.date(21)
    try readRest(attributes)
    for (index, attribute) in attributes.all(Self.purchaseType).enumerated() {
      try readPurchase(attribute, index: index)
    }
  }

  private mutating func readRest(_ attributes: ReceiptAttributes) throws(VerificationFailure) {
    ageRating = try attributes.text(10)
    developerID = try attributes.integer(11)
    downloadID = try attributes.integer(15)
    versionExternalIdentifier = try attributes.integer(16)
    organizationName = try attributes.text(23)
    preorderDate = try attributes.date(32)
    others = attributes.others(than: Self.known)
  }

  private mutating func readPurchase(
    _ attribute: ReceiptAttribute,
    index: Int
  ) throws(VerificationFailure) {
    let inner = try ReceiptAttribute.readAll(attribute.value[...])
    let purchase = try ReceiptPurchase(inner, name: "in_app[\(index)]")
    purchases.append(purchase)
    if let missing = purchase.missingAttribute {
      problems.append(
        FieldProblem(path: "in_app[\(index)].\(missing)", expected: "a value", found: nil)
      )
    }
  }

  /// The environment that attribute 0 names.
  package var environment: StoreEnvironment? {
    switch receiptType {
    case "Production", "ProductionVPP": .production
    case "ProductionSandbox", "ProductionVPPSandbox", "Sandbox": .sandbox
    case let word?: StoreEnvironment(rawValue: word)
    case nil: nil
    }
  }

  /// Whether the receipt is of the Volume Purchase Program, where the expiration date counts.
  var isVolumePurchase: Bool { receiptType?.hasPrefix("ProductionVPP") == true }

  /// The purchases as transactions, signed when the receipt was made.
  package var transactions: [Transaction] {
    purchases.compactMap { purchase in
      guard var transaction = purchase.transaction else { return nil }
      transaction.bundleID = bundleID
      transaction.environment = environment
      transaction.signedDate = creationDate
      return transaction
    }
  }
}

/// One purchase of a receipt: attribute 17.
package struct ReceiptPurchase: Equatable, Sendable {
  package var quantity: Int64?
  package var productID: String?
  package var transactionID: String?
  package var originalTransactionID: String?
  package var purchaseDate: Instant?
  package var originalPurchaseDate: Instant?
  /// Attribute 1707, undocumented: 0 non-consumable, 1 consumable, 2 non-renewing, 3 auto-renewable.
  package var productType: Int64?
  package var expiresDate: Instant?
  /// `nil` where the receipt says 0.
  package var webOrderLineItemID: Int64?
  package var cancellationDate: Instant?
  package var isTrialPeriod: Bool?
  package var isInIntroOfferPeriod: Bool?
  package var promotionalOfferID: String?
  var others: [ReceiptAttribute] = []

  private static let known: Set<Int64> = [
    1701, 1702, 1703, 1704, 1705, 1706, 1707, 1708, 1711, 1712, 1713, 1719, 1721,
  ]

  init(_ all: [ReceiptAttribute], name: String) throws(VerificationFailure) {
    let unknown = Set(all.map(\.type)).subtracting(Self.known)
    let attributes = try ReceiptAttributes(all, name: name, repeatable: unknown)
    quantity = try attributes.integer(1701)
    productID = try attributes.text(1702)
    transactionID = try attributes.text(1703)
    purchaseDate = try attributes.date(1704)
    originalTransactionID = try attributes.text(1705)
    originalPurchaseDate = try attributes.date(1706)
    productType = try attributes.integer(1707)
    expiresDate = try attributes.date(1708)
    let lineItem = try attributes.integer(1711)
    webOrderLineItemID = lineItem == 0 ? nil : lineItem
    cancellationDate = try attributes.date(1712)
    isTrialPeriod = try attributes.integer(1713).map { $0 != 0 }
    isInIntroOfferPeriod = try attributes.integer(1719).map { $0 != 0 }
    promotionalOfferID = try attributes.text(1721)
    others = attributes.others(than: Self.known)
  }

  /// The attribute without which a purchase says nothing; `nil`: all are there.
  var missingAttribute: Int64? {
    if productID == nil { return 1702 }
    if transactionID == nil { return 1703 }
    return purchaseDate == nil ? 1704 : nil
  }

  var transaction: Transaction? {
    guard let productID, let transactionID, let purchaseDate else { return nil }
    // Xcode writes no original transaction.
    let original = originalTransactionID.flatMap { $0.isEmpty ? nil : $0 } ?? transactionID
    var transaction = Transaction(
      id: TransactionID(transactionID),
      originalID: TransactionID(original),
      productID: ProductID(productID),
      purchaseDate: purchaseDate
    )
    transaction.originalPurchaseDate = originalPurchaseDate
    transaction.expiresDate = expiresDate
    transaction.quantity = quantity.map { Int($0) }
    transaction.type = type ?? (expiresDate == nil ? nil : .autoRenewable)
    transaction.webOrderLineItemID = webOrderLineItemID.map(String.init)
    transaction.revocationDate = cancellationDate
    transaction.setOffer(
      isTrial: isTrialPeriod == true,
      isIntroductory: isInIntroOfferPeriod == true,
      promotional: promotionalOfferID
    )
    return transaction
  }

  /// What attribute 1707 says; `nil` where it is missing or a number that is not known.
  var type: ProductType? {
    switch productType {
    case 0: .nonConsumable
    case 1: .consumable
    case 2: .nonRenewable
    case 3: .autoRenewable
    default: nil
    }
  }
}

extension Transaction {
  /// The offer in the words of receipts, which know three facts only.
  mutating func setOffer(isTrial: Bool, isIntroductory: Bool, promotional: String?) {
    if let promotional, !promotional.isEmpty {
      offerType = .promotional
      offerIdentifier = OfferID(promotional)
      if isTrial { offerDiscountType = .freeTrial }
    } else if isTrial || isIntroductory {
      offerType = .introductory
      if isTrial { offerDiscountType = .freeTrial }
    }
  }
}
