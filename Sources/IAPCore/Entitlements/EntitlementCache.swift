/// The app's entitlement cache: what it last knew, and what its developer overrode.
///
/// The content of `entitlements.json`, one flat object. It keeps product states, not answers: the
/// map and the time are applied when somebody asks.
package struct EntitlementCache: Equatable, Sendable {
  package var facts: PurchaseFacts
  package var overrides: EntitlementOverrides

  package init(facts: PurchaseFacts, overrides: EntitlementOverrides = EntitlementOverrides()) {
    self.facts = facts
    self.overrides = overrides
  }
}

extension EntitlementCache: Codable {
  private enum CodingKeys: String, CodingKey {
    case asOfDate
    case products
    case renewals
    case pending
    case overrides
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
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(facts.asOfDate, forKey: .asOfDate)
    try container.encode(facts.products, forKey: .products)
    try container.encode(facts.renewals, forKey: .renewals)
    try container.encode(facts.pending, forKey: .pending)
    if !overrides.isEmpty { try container.encode(overrides, forKey: .overrides) }
  }
}
