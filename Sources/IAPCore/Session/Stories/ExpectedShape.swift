/// Which members the documents of expectations have, so that a misspelt one is an error.
///
/// Without it `"revocationDat": null` would be met for ever.
indirect enum ExpectedShape: Sendable {
  /// Any value.
  case value
  /// One of these texts.
  case word([String])
  case object([(String, ExpectedShape)])
  /// A list whose elements have that shape.
  case list(ExpectedShape)

  func check(_ value: JSONValue, at path: JSONPath) throws(ScenarioError) {
    switch (self, value) {
    case (.object(let known), .object(let members)):
      for member in members {
        guard let shape = known.first(where: { $0.0 == member.name })?.1 else {
          throw .shape(.unknown(member.name, among: known.map(\.0), at: path))
        }
        try shape.check(member.value, at: path.member(member.name))
      }
    case (.word(let words), .string(let text)) where !words.contains(text):
      let known = words.joined(separator: ", ")
      throw .shape(.init(path: "\(path)", problem: .expected(known, found: text)))
    case (.object, .null), (.value, _), (.word, .string), (.word, .null): break
    case (.list(let shape), .array(let elements)):
      for (index, element) in elements.enumerated() {
        try shape.check(element, at: path.element(index))
      }
    case (.object, _):
      throw .shape(.init(path: "\(path)", problem: .expected("an object", found: value.kindName)))
    case (.word, _):
      throw .shape(.init(path: "\(path)", problem: .expected("text", found: value.kindName)))
    case (.list, _):
      throw .shape(.init(path: "\(path)", problem: .expected("an array", found: value.kindName)))
    }
  }

  static func element(of list: ExpectedList) -> ExpectedShape {
    switch list {
    case .queue:
      .object([
        ("state", .word(QueueItem.State.allCases.map(\.rawValue))),
        ("kind", .word(QueueKind.allCases.map(\.rawValue))), ("productId", .value),
        ("requestId", .value),
        ("code", .value), ("date", .value), ("transaction", transaction),
      ])
    case .status:
      .object([
        ("state", .word(RenewalState.known.map(\.name))), ("groupId", .value),
        ("transaction", transaction),
        ("renewalInfo", renewalInfo),
      ])
    case .notifications:
      .object([
        ("payload", payload),
        ("attempts", .list(values(["attemptDate", "sendAttemptResult"]))),
      ])
    }
  }

  static let transaction = object(
    Transaction.CodingKeys.allCases.map { key in
      let commitment = values([
        "billingPeriodNumber", "totalBillingPeriods", "commitmentExpiresDate", "commitmentPrice",
      ])
      return (key.stringValue, key == .commitmentInfo ? commitment : .value)
    }
  )

  private static let renewalInfo = object(
    RenewalInfo.CodingKeys.allCases.map { key in
      let commitment = values([
        "commitmentAutoRenewProductId", "commitmentAutoRenewStatus",
        "commitmentRenewalBillingPlanType", "commitmentRenewalDate", "commitmentRenewalPrice",
      ])
      return (key.stringValue, key == .commitmentInfo ? commitment : .value)
    }
  )

  private static let payload = object([
    ("notificationType", .word(NotificationType.known.map(\.rawValue))),
    ("subtype", .word(NotificationSubtype.known.map(\.rawValue))), ("notificationUUID", .value),
    ("version", .value), ("signedDate", .value),
    (
      "data",
      .object([
        ("environment", .value), ("appAppleId", .value), ("bundleId", .value),
        ("bundleVersion", .value), ("signedTransactionInfo", transaction),
        ("signedRenewalInfo", renewalInfo), ("status", .value),
        ("consumptionRequestReason", .value),
      ])
    ),
    (
      "summary",
      values([
        "requestIdentifier", "environment", "appAppleId", "bundleId", "productId",
        "storefrontCountryCodes", "succeededCount", "failedCount",
      ])
    ),
    (
      "externalPurchaseToken",
      values(["externalPurchaseId", "tokenCreationDate", "appAppleId", "bundleId"])
    ),
    (
      "appData",
      .object([
        ("appAppleId", .value), ("bundleId", .value), ("environment", .value),
        (
          "signedAppTransactionInfo",
          values(AppTransaction.CodingKeys.allCases.map(\.stringValue))
        ),
      ])
    ),
  ])

  private static func values(_ names: [String]) -> ExpectedShape {
    .object(names.map { ($0, .value) })
  }
}

extension Expectation {
  /// The members of one element of `iap entitlements --json`, besides its name.
  static let entitlementNames = [
    "entitled", "state", "productId", "transactionId", "expiresDate", "entitledUntilDate",
    "willRenew", "ownership", "expirationReason", "overridden", "reasons",
  ]
}
