import IAPCore

/// The states of subscriptions with what happens next.
struct StatusReport: Report {
  let statuses: [SubscriptionStatus]

  /// `state` is StoreKit's word.
  var json: JSONValue {
    .object([
      "subscriptions": .array(
        statuses.map { status in
          .object([
            "state": .string(status.state.name),
            "groupId": .string(status.groupID.rawValue),
            "transaction": JSONValueEncoder.encode(status.transaction),
            "renewalInfo": JSONValueEncoder.encode(status.renewalInfo),
          ])
        }
      )
    ])
  }

  func write(to page: inout TextPage) {
    if statuses.isEmpty { return page.line("no subscriptions") }
    var table = TextTable("STATE", "PRODUCT", "SUBSCRIPTION", "EXPIRES", "NEXT")
    for status in statuses {
      table.add(
        StyledText(status.state.name, status.state.style),
        StyledText(status.transaction.productID.rawValue),
        StyledText(status.transaction.originalID.rawValue),
        StyledText(status.transaction.expiresDate?.forPeople ?? ""),
        StyledText(Self.next(status))
      )
    }
    page.table(table)
  }

  private static func next(_ status: SubscriptionStatus) -> String {
    let info = status.renewalInfo
    if let end = info.gracePeriodExpiresDate, info.isInBillingRetryPeriod == true {
      return "grace until \(end.forPeople), billing is retried"
    }
    if info.isInBillingRetryPeriod == true { return "billing is retried" }
    if info.willAutoRenew {
      var words = "renews"
      if let product = info.autoRenewProductID, product != status.transaction.productID {
        words += " as \(product)"
      }
      if let price = info.renewalPrice {
        words += " for \(Price(milliunits: price).text) \(info.currency ?? "")"
      }
      return info.priceIncreaseStatus == 0 ? words + ", waits for consent" : words
    }
    guard status.state == .subscribed else {
      return info.expirationIntent.map { "ended: \($0.name)" } ?? ""
    }
    return "does not renew"
  }
}
