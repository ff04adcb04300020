/// The app's entitlement cache: what it last knew, and what its developer overrode.
///
/// The content of `entitlements.json`, one flat object. It keeps product states, not answers: the
/// map and the time are applied when somebody asks.
package struct EntitlementCache: Equatable, Sendable {
  package var facts: PurchaseFacts
  package var overrides: EntitlementOverrides
  /// True: the app does not reach the store, so that this is all it can know.
  package var isOffline = false
  /// What arrived and was not believed, by transaction id; it comes again until it verifies.
  package var refused: [RefusedArrival] = []

  package init(facts: PurchaseFacts, overrides: EntitlementOverrides = EntitlementOverrides()) {
    self.facts = facts
    self.overrides = overrides
  }

  /// Notes what was refused; a later arrival of the same transaction takes its place.
  package mutating func refuse(_ arrival: RefusedArrival) {
    refused.removeAll { $0.transaction.id == arrival.transaction.id }
    refused.append(arrival)
    refused.sort { $0.transaction.id < $1.transaction.id }
  }

  /// A version of the transaction was believed: what was refused of it before does not come again.
  package mutating func believe(_ id: TransactionID) {
    refused.removeAll { $0.transaction.id == id }
  }
}

/// A transaction that the app received and did not believe: it grants nothing and is not finished.
package struct RefusedArrival: Equatable, Sendable, Codable {
  package var transaction: Transaction
  package var kind: QueueKind
  /// The failure code of the verification.
  package var code: String

  package init(transaction: Transaction, kind: QueueKind, code: String) {
    self.transaction = transaction
    self.kind = kind
    self.code = code
  }
}

extension EntitlementCache: Codable {
  private enum CodingKeys: String, CodingKey {
    case asOfDate
    case products
    case renewals
    case pending
    case overrides
    case isOffline
    case refused
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    facts = PurchaseFacts(
      asOf: try container.decode(Instant.self, forKey: .asOfDate),
      products: try container.decode([ProductState].self, forKey: .products),
      renewals: try container.decode([RenewalFacts].self, forKey: .renewals),
      pending: try container.decode([PendingPurchase].self, forKey: .pending)
    )
    overrides =
      try container.decodeIfPresent(EntitlementOverrides.self, forKey: .overrides)
      ?? EntitlementOverrides()
    isOffline = try container.decodeIfPresent(Bool.self, forKey: .isOffline) ?? false
    refused = try container.decodeIfPresent([RefusedArrival].self, forKey: .refused) ?? []
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(facts.asOfDate, forKey: .asOfDate)
    try container.encode(facts.products, forKey: .products)
    try container.encode(facts.renewals, forKey: .renewals)
    try container.encode(facts.pending, forKey: .pending)
    if !overrides.isEmpty { try container.encode(overrides, forKey: .overrides) }
    if isOffline { try container.encode(true, forKey: .isOffline) }
    if !refused.isEmpty { try container.encode(refused, forKey: .refused) }
  }
}
