/// Judges everything that is known of a product at one time.
struct ProductJudge {
  private let map: EntitlementMap?
  private let types: [ProductID: ProductType]
  private let options: EntitlementOptions
  private let products: [ProductState]
  /// Where each product's states stand; they are in the order of products.
  private let ranges: [ProductID: Range<Int>]
  /// Where the states of each purchase or subscription stand.
  private let chains: [TransactionID: [Int]]
  private let renewals: [TransactionID: RenewalFacts]
  private let renewingProducts: Set<ProductID>

  init(
    _ facts: PurchaseFacts,
    map: EntitlementMap?,
    types: [ProductID: ProductType],
    options: EntitlementOptions
  ) {
    self.map = map
    self.types = types
    self.options = options
    products = facts.products
    ranges = Self.ranges(facts.products)
    chains = Dictionary(grouping: facts.products.indices) { facts.products[$0].originalID }
    renewals = Dictionary(
      facts.renewals.map { ($0.originalID, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    renewingProducts = Set(facts.renewals.compactMap(\.productID))
  }

  private static func ranges(_ products: [ProductState]) -> [ProductID: Range<Int>] {
    var ranges: [ProductID: Range<Int>] = [:]
    var start = 0
    for index in products.indices {
      let isLast = index + 1 == products.count
      guard isLast || products[index + 1].productID != products[index].productID else { continue }
      ranges[products[index].productID] = start..<(index + 1)
      start = index + 1
    }
    return ranges
  }

  private func states(of product: ProductID) -> ArraySlice<ProductState> {
    products[ranges[product] ?? 0..<0]
  }

  /// What the product is, by its transactions, the catalogue, the map, and at last its looks.
  ///
  /// `nil`: nothing tells, so that it counts as lasting.
  func type(of product: ProductID) -> ProductType? {
    let known = states(of: product)
    if let type = known.lazy.compactMap(\.type).first(where: \.isKnown) ?? types[product] {
      return type
    }
    if map?.nonRenewing[product] != nil { return .nonRenewable }
    let renews = renewingProducts.contains(product) || known.contains(where: \.looksAutoRenewable)
    return renews ? .autoRenewable : nil
  }

  /// What each transaction of the product says, and what its reader should know.
  func judge(_ product: ProductID) -> (findings: [Finding], warnings: [EntitlementWarning]) {
    let known = states(of: product)
    switch type(of: product) {
    case .consumable?: return ([], [.consumable(product)])
    case .autoRenewable?: return judgeSubscription(product, known)
    case .nonRenewable?:
      let rule = map?.nonRenewing[product]
      let findings = NonRenewingPurchases(known, rule: rule, options: options).findings()
      let isUntold = rule == nil && !known.isEmpty
      return (findings, (isUntold ? [.noDuration(product)] : []) + later(findings))
    case let type:
      let findings = LastingPurchases(known, options: options).findings()
      let isUntold = type == nil && !known.isEmpty
      return (findings, (isUntold ? [.typeUnknown(product)] : []) + later(findings))
    }
  }

  private func judgeSubscription(
    _ product: ProductID,
    _ known: ArraySlice<ProductState>
  ) -> (findings: [Finding], warnings: [EntitlementWarning]) {
    let findings = Set(known.map(\.originalID)).sorted().flatMap { id in
      SubscriptionChain(
        (chains[id] ?? []).map { products[$0] },
        renewal: renewals[id],
        options: options,
        allowsRetryAccess: map?.allowsAccessDuringBillingRetry ?? false
      ).findings(of: product)
    }
    return (findings, malformed(known) + later(findings))
  }

  private func malformed(_ known: ArraySlice<ProductState>) -> [EntitlementWarning] {
    known.compactMap { state in
      guard let end = state.expiresDate else {
        return .missingExpiry(state.transactionID, state.productID)
      }
      // A restored copy of a lapsed period is dated after its end, and is not malformed.
      let isCopy = state.transactionID != state.originalID
      let isEmpty = end == state.purchaseDate || (end < state.purchaseDate && !isCopy)
      return isEmpty ? .zeroLengthPeriod(state.transactionID, state.productID) : nil
    }
  }

  /// Purchases after the present; after a time that the user named they are no surprise.
  private func later(_ findings: [Finding]) -> [EntitlementWarning] {
    guard options.clock != .argument else { return [] }
    return findings.compactMap { finding in
      guard finding.verdict == .purchasedLater,
        finding.startDate.milliseconds(since: options.asOf) > Instant.day
          || finding.transactionID == finding.originalID
      else { return nil }
      return .purchasedLater(finding.transactionID, finding.productID, finding.startDate)
    }
  }
}
