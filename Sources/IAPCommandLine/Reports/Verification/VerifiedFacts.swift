import IAPCore

/// The few facts of an input that people look for first.
struct VerifiedFacts {
  private let report: VerificationReport

  init(_ report: VerificationReport) { self.report = report }

  /// The payload, or the transaction inside a notification.
  var transaction: JSONValue? {
    let inner = report.payload?["data"]?["signedTransactionInfo"]
    return inner?.members == nil ? report.payload : inner
  }

  var rows: [(String, String)] {
    let payload = report.payload
    let data = payload?["data"]
    let transaction = transaction
    return [
      ("environment", report.environment?.rawValue),
      (
        "app",
        (payload?["bundleId"] ?? data?["bundleId"] ?? payload?["receipt"]?["bundle_id"])?.string
      ),
      ("notification", notification),
      ("product", transaction?["productId"]?.string),
      ("transaction", transaction?["transactionId"]?.string),
      ("original", original(of: transaction)),
      ("purchased", date(transaction, "purchaseDate")),
      ("expires", date(transaction, "expiresDate")),
      ("revoked", date(transaction, "revocationDate")),
      ("renews", renews),
      ("purchases", purchases),
      ("signed", date(payload, "signedDate") ?? date(payload, "receiptCreationDate")),
    ].compactMap { name, value in value.map { (name, $0) } }
  }

  /// Of what else the transaction is a version or a renewal; `nil`: it stands for itself.
  private func original(of transaction: JSONValue?) -> String? {
    let original = transaction?["originalTransactionId"]?.string
    return original == transaction?["transactionId"]?.string ? nil : original
  }

  private var notification: String? {
    guard let type = report.payload?["notificationType"]?.string else { return nil }
    return type + (report.payload?["subtype"]?.string.map { " \($0)" } ?? "")
  }

  private var renews: String? {
    guard let product = report.payload?["autoRenewProductId"]?.string else { return nil }
    let isOn = report.payload?["autoRenewStatus"] == 1
    return isOn ? product : "no (\(product))"
  }

  private var purchases: String? {
    report.payload?["inApp"]?.array.map { "\($0.count)" }
  }

  private func date(_ value: JSONValue?, _ name: String) -> String? {
    guard case .number(let text)? = value?[name] else { return nil }
    return Instant(millisecondsText: text)?.forPeople
  }
}

extension PurchaseCheck {
  /// `{"result","productId"?,"expiresDate"?,"transactionIds"}`.
  var document: JSONValue {
    .object([
      "result": .string(result.rawValue),
      "productId": productID.map { .string($0.rawValue) },
      "expiresDate": expiresDate.map { .integer($0.milliseconds) },
      "transactionIds": .strings(transactionIDs.map(\.rawValue)),
    ])
  }

  /// `purchased lifetime`, `notPurchased pro_monthly`; of several products with what was asked.
  var sentence: StyledText {
    let style: StyledText.Style = result == .purchased ? .good : .bad
    let asked = products.map(\.rawValue).joined(separator: ", ")
    var text = " " + (productID?.rawValue ?? (products.count > 1 ? "any of " : "") + asked)
    if let expiresDate {
      text +=
        (expiresDate > Instant(milliseconds: 0) && result == .purchased ? " until " : " at ")
        + expiresDate.forPeople
    }
    if productID != nil, products.count > 1 { text += " (asked for any of \(asked))" }
    return StyledText(result.rawValue, style) + StyledText(text)
  }
}
