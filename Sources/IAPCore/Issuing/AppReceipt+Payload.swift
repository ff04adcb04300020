/// The signed octets of a receipt: a SET of attributes (signed-data 2.4).
extension AppReceipt {
  /// The payload for the app; `sha1` makes the device hash (attribute 5).
  package func payload(app: IssuedApp, sha1: ([UInt8]) -> [UInt8]) -> [UInt8] {
    let bundleID = DERWriter.utf8String(app.bundleID)
    let hash = sha1(deviceIdentifier + opaqueValue + bundleID)
    let attributes =
      app.isXcode
      ? xcodeAttributes(app: app, bundleID: bundleID, hash: hash)
      : attributes(app: app, bundleID: bundleID, hash: hash)
    return DERWriter.set(attributes)
  }

  /// Where the signature's last byte stands in a container, definite or indefinite in length.
  static func signatureEnd(of container: [UInt8]) -> Int {
    let isIndefinite = container.count > 1 && container[1] == 0x80
    // Xcode's form closes SignedData, its tag and ContentInfo with two zero bytes each.
    return container.count - 1 - (isIndefinite ? 6 : 0)
  }

  private func attributes(
    app: IssuedApp,
    bundleID: [UInt8],
    hash: [UInt8]
  ) -> [[UInt8]] {
    [
      Self.attribute(0, utf8: Self.receiptType(of: app.environment)),
      Self.attribute(1, integer: app.writtenAppleID ?? 0),
      Self.attribute(2, bundleID),
      Self.attribute(3, utf8: applicationVersion),
      Self.attribute(4, opaqueValue, version: 2),
      Self.attribute(5, hash),
      Self.attribute(8, ia5: app.isProduction ? creationDate.receiptText : ""),
      Self.attribute(10, ia5: "4+"),
      Self.attribute(11, integer: 0),
      Self.attribute(12, ia5: creationDate.receiptText),
      Self.attribute(15, integer: 0),
      Self.attribute(16, integer: 0),
    ] + transactions.map { Self.attribute(17, Self.inApp($0)) } + [
      Self.attribute(18, ia5: originalPurchaseDate.receiptText),
      Self.attribute(19, utf8: originalApplicationVersion),
      Self.attribute(20, utf8: ""),
    ]
  }

  private func xcodeAttributes(
    app: IssuedApp,
    bundleID: [UInt8],
    hash: [UInt8]
  ) -> [[UInt8]] {
    [
      Self.attribute(0, utf8: Self.receiptType(of: app.environment)),
      Self.attribute(2, bundleID),
      Self.attribute(3, utf8: applicationVersion),
      Self.attribute(4, opaqueValue),
      Self.attribute(5, hash),
      Self.attribute(8, ia5: ""),
      Self.attribute(12, ia5: creationDate.receiptText),
    ] + transactions.map { Self.attribute(17, Self.xcodeInApp($0)) } + [
      Self.attribute(21, ia5: Self.xcodeExpirationText)
    ]
  }

  private static func inApp(_ transaction: Transaction) -> [UInt8] {
    let original = transaction.originalPurchaseDate ?? transaction.purchaseDate
    var attributes = [
      attribute(1701, integer: Int64(transaction.quantity ?? 1)),
      attribute(1702, utf8: transaction.productID.rawValue),
      attribute(1703, utf8: transaction.id.rawValue),
      attribute(1704, ia5: transaction.purchaseDate.receiptText),
      attribute(1705, utf8: transaction.originalID.rawValue),
      attribute(1706, ia5: original.receiptText),
      attribute(1707, integer: productTypeNumber(of: transaction.type)),
      attribute(1708, ia5: transaction.expiresDate?.receiptText ?? ""),
      attribute(1709, utf8: ""),
      attribute(1710, integer: 0),
      attribute(1711, integer: transaction.webOrderLineItemID.flatMap { Int64($0) } ?? 0),
      attribute(1712, ia5: transaction.revocationDate?.receiptText ?? ""),
      attribute(1713, integer: transaction.isTrialPeriod ? 1 : 0),
    ]
    attributes += (1714...1718).map { attribute($0, utf8: "") }
    attributes.append(
      attribute(1719, integer: transaction.isInIntroductoryPricePeriod ? 1 : 0)
    )
    if let offer = transaction.promotionalOfferID {
      attributes.append(attribute(1721, utf8: offer.rawValue))
    }
    attributes.append(attribute(1722, integer: 0))
    return DERWriter.set(attributes)
  }

  /// Xcode names no original purchase; a refund is the one fact that must not be lost.
  private static func xcodeInApp(_ transaction: Transaction) -> [UInt8] {
    var attributes = [
      attribute(1701, integer: Int64(transaction.quantity ?? 1)),
      attribute(1702, utf8: transaction.productID.rawValue),
      attribute(1703, utf8: transaction.id.rawValue),
      attribute(1704, ia5: transaction.purchaseDate.receiptText),
      attribute(1708, ia5: transaction.expiresDate?.receiptText ?? ""),
    ]
    if let date = transaction.revocationDate {
      attributes.append(attribute(1712, ia5: date.receiptText))
    }
    attributes.append(attribute(1719, integer: transaction.offerType == .introductory ? 1 : 0))
    return DERWriter.set(attributes)
  }

  /// Attribute 1707, undocumented by Apple.
  private static func productTypeNumber(of type: ProductType?) -> Int64 {
    switch type {
    case .consumable: 1
    case .nonRenewable: 2
    case .autoRenewable: 3
    default: 0
    }
  }

  private static func attribute(_ type: Int, _ value: [UInt8], version: Int64 = 1) -> [UInt8] {
    DERWriter.sequence([
      DERWriter.integer(Int64(type)), DERWriter.integer(version), DERWriter.octetString(value),
    ])
  }

  private static func attribute(_ type: Int, integer: Int64) -> [UInt8] {
    attribute(type, DERWriter.integer(integer))
  }

  private static func attribute(_ type: Int, utf8: String) -> [UInt8] {
    attribute(type, DERWriter.utf8String(utf8))
  }

  private static func attribute(_ type: Int, ia5: String) -> [UInt8] {
    attribute(type, DERWriter.ia5String(ia5))
  }
}

extension Instant {
  /// The date as receipts write it: whole seconds, never rounded up.
  var receiptText: String {
    Instant(milliseconds: milliseconds - (milliseconds % 1000 + 1000) % 1000).rfc3339
  }
}
