import IAPCore

/// What an event changed.
struct ChangesReport: LongReport {
  let event: Event
  /// The store's clock before and after.
  let fromDate: Instant
  let toDate: Instant
  let changes: Changes
  /// What a purchase came to; `nil`: the event is none.
  var purchase: PurchaseReport?

  private var isAdvance: Bool { event.verb == .advance }

  let listName = "changes"

  var frame: JSONValue {
    .object([
      "event": JSONValueEncoder.encode(event),
      "date": .integer(toDate.milliseconds),
      "result": purchase.map { .string($0.result.result.rawValue) },
      "fromDate": isAdvance ? .integer(fromDate.milliseconds) : nil,
      "toDate": isAdvance ? .integer(toDate.milliseconds) : nil,
      "changes": .array([]),
    ])
  }

  func visitElements(_ visit: (JSONValue) -> Void) {
    changes.visit { visit(Self.json($0)) }
  }

  static func json(_ change: StoreChange) -> JSONValue {
    .object([
      "date": .integer(change.date.milliseconds),
      "account": .string(change.account.rawValue),
      "kind": .string(change.kind.rawValue),
      "transactionId": change.concerned.map { .string($0.id.rawValue) },
      "productId": change.product.map { .string($0.rawValue) },
      "requestId": change.requestID.map { .string($0.rawValue) },
      "key": change.subject?.key.map { .string($0) },
      "value": change.subject?.value.map { .string($0) },
      "notificationType": change.notification.map { .string($0.type.rawValue) },
      "notificationSubtype": change.notification?.subtype.map { .string($0.rawValue) },
    ])
  }

  var heading: [StyledText] {
    isAdvance ? [StyledText("\(fromDate.forPeople) to \(toDate.forPeople)")] : []
  }

  var emptyText: StyledText { purchase?.headline ?? StyledText("nothing happened") }

  let columns = ["DATE", "ACCOUNT", "WHAT", "PRODUCT", "ID", "DETAILS", "NOTIFICATION"].map {
    TextTable.Column($0)
  }

  func visitRows(_ visit: ([StyledText]) -> Void) {
    changes.visit { change in
      visit([
        StyledText(change.date.forPeople),
        StyledText(change.account.rawValue),
        StyledText(change.kind.rawValue),
        StyledText(change.product?.rawValue ?? ""),
        StyledText(change.concerned?.id.rawValue ?? change.requestID?.rawValue ?? ""),
        StyledText(change.details),
        StyledText(Self.name(change.notification)),
      ])
    }
  }

  private static func name(_ notification: ServerNotification?) -> String {
    guard let notification else { return "" }
    return [notification.type.rawValue, notification.subtype?.rawValue].compactMap(\.self)
      .joined(separator: "/")
  }
}

extension ChangesReport {
  init(_ performance: Performance) {
    self.init(
      event: performance.event,
      fromDate: performance.fromDate,
      toDate: performance.toDate,
      changes: performance.changes
    )
    if case .buy(let event) = performance.event, case .purchase(let result) = performance.result {
      purchase = PurchaseReport(product: event.id, result: result, isFinished: false)
    }
  }
}

extension StoreChange {
  /// The transaction that was made or changed, else the one that the server is told about.
  fileprivate var concerned: Transaction? { transaction ?? notification?.data?.transaction }

  fileprivate var product: ProductID? { subject?.productID ?? concerned?.productID }

  /// What was set to which value, else what the kind alone does not tell: `ask-to-buy on`.
  fileprivate var details: String {
    if let subject {
      return [subject.key, subject.value].compactMap(\.self).joined(separator: " ")
    }
    switch kind {
    case .extended, .shortened:
      return concerned?.expiresDate.map { "until \($0.forPeople)" } ?? ""
    case .refunded:
      return concerned?.revocationPercentage.map(TransactionText.percentage) ?? ""
    case .planChangeScheduled, .offerRedeemed:
      return renewalInfo?.autoRenewProductID.map { "next \($0)" } ?? ""
    case .priceIncreaseAccepted:
      return renewalInfo?.renewalPrice.map { price in
        "next "
          + [Price(milliunits: price).text, renewalInfo?.currency ?? ""]
          .filter { !$0.isEmpty }.joined(separator: " ")
      } ?? ""
    default: return ""
    }
  }

  private var renewalInfo: RenewalInfo? { notification?.data?.renewalInfo }
}
