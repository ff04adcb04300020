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
  /// `{"result","productId"?,"expiresDate"?,"entitledUntilDate"?,"revocationDate"?,
  /// "revocationReason"?,"expirationReason"?,"transactionIds","asOfDate"?,"clock"?}`.
  var document: JSONValue {
    .object([
      "result": .string(result.rawValue),
      "productId": productID.map { .string($0.rawValue) },
      "expiresDate": expiresDate.map { .integer($0.milliseconds) },
      "entitledUntilDate": entitledUntilDate.map { .integer($0.milliseconds) },
      "revocationDate": revocation.map { .integer($0.date.milliseconds) },
      "revocationReason": revocation?.reason.map { .integer(Int64($0.rawValue)) },
      "expirationReason": deciding?.expirationIntent.map { .string($0.name) },
      "transactionIds": .strings(transactionIDs.map(\.rawValue)),
      "asOfDate": asOf.map { .integer($0.milliseconds) },
      "clock": asOf.map { _ in .string(clock.rawValue) },
    ])
  }

  /// `purchased lifetime`, `notPurchased pro_monthly`; of several products with what was asked.
  var sentence: StyledText {
    let style: StyledText.Style = result == .purchased ? .good : .bad
    let asked = products.map(\.rawValue).joined(separator: ", ")
    var text = " " + (productID?.rawValue ?? (products.count > 1 ? "any of " : "") + asked)
    switch result {
    case .purchased: text += entitledUntilDate.map { " until \($0.forPeople)" } ?? ""
    case .revoked: text += revocation.map { " at \($0.date.forPeople)" } ?? ""
    case .expired: text += expiresDate.map { " at \($0.forPeople)" } ?? ""
    case .notPurchased: break
    }
    if productID != nil, products.count > 1 { text += " (asked for any of \(asked))" }
    return StyledText(result.rawValue, style) + StyledText(text)
  }

  /// `as of 2026-01-20 00:00 UTC, the time at which the data was signed`; `nil`: at any time.
  var time: String? { asOf.map { "as of \($0.forPeople), \(clock.words)" } }
}
