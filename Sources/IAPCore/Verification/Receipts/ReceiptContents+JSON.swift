extension ReceiptContents {
  /// The receipt as `iap verify` shows it: Apple's names in the form of the other documents, dates in
  /// milliseconds, purchases in the keys of signed transactions.
  package var json: JSONValue {
    .object([
      "receiptType": text(receiptType),
      "appItemId": number(appItemID),
      "bundleId": text(bundleID),
      "applicationVersion": text(applicationVersion),
      "originalApplicationVersion": text(originalApplicationVersion),
      "receiptCreationDate": date(creationDate),
      "originalPurchaseDate": date(originalPurchaseDate),
      "expirationDate": date(expirationDate),
      "preorderDate": date(preorderDate),
      "ageRating": text(ageRating),
      "developerId": number(developerID),
      "downloadId": number(downloadID),
      "versionExternalIdentifier": number(versionExternalIdentifier),
      "organizationName": text(organizationName),
      "opaqueValue": hex(opaqueValue),
      "sha1Hash": hex(deviceHash),
      "inApp": .array(purchases.map(\.json)),
      "otherAttributes": attributes(others),
    ])
  }
}

extension ReceiptPurchase {
  /// Without the facts that stand for the whole receipt.
  fileprivate var json: JSONValue {
    .object([
      "transactionId": text(transactionID),
      "originalTransactionId": text(originalTransactionID),
      "webOrderLineItemId": text(webOrderLineItemID.map(String.init)),
      "productId": text(productID),
      "purchaseDate": date(purchaseDate),
      "originalPurchaseDate": date(originalPurchaseDate),
      "expiresDate": date(expiresDate),
      "quantity": number(quantity),
      "type": text(type?.rawValue),
      "revocationDate": date(cancellationDate),
      "isTrialPeriod": isTrialPeriod.map { .boolean($0) },
      "isInIntroOfferPeriod": isInIntroOfferPeriod.map { .boolean($0) },
      "promotionalOfferId": text(promotionalOfferID),
      "otherAttributes": attributes(others),
    ])
  }
}

private func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }
private func number(_ number: Int64?) -> JSONValue? { number.map { .integer($0) } }
private func date(_ date: Instant?) -> JSONValue? { date.map { .integer($0.milliseconds) } }
private func hex(_ bytes: [UInt8]?) -> JSONValue? {
  bytes.map { .string(hexText($0).lowercased()) }
}

/// What is not understood is shown in hexadecimal, not lost.
private func attributes(_ attributes: [ReceiptAttribute]) -> JSONValue? {
  guard !attributes.isEmpty else { return nil }
  return .array(
    attributes.map { attribute in
      .object([
        "type": .integer(attribute.type), "version": .integer(attribute.version),
        "value": hex(attribute.value),
      ])
    }
  )
}
