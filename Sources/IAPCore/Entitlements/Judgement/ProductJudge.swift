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
    chains = Self.chains(facts.products)
    renewals = Dictionary(
      facts.renewals.map { ($0.originalID, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    renewingProducts = Set(
      facts.renewals.flatMap { [$0.productID, $0.autoRenewProductID].compactMap(\.self) }
    )
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

  /// Neighbours mostly belong together: each run of them is looked up once.
  private static func chains(_ products: [ProductState]) -> [TransactionID: [Int]] {
    var chains: [TransactionID: [Int]] = [:]
    var start = 0
    for index in products.indices {
      let next = index + 1
      guard next == products.count || products[next].originalID != products[index].originalID
      else { continue }
      chains[products[index].originalID, default: []] += start..<next
      start = next
    }
    return chains
  }

  /// The purchases or subscriptions of neighbouring states, in order, each once.
  private static func originals(_ states: ArraySlice<ProductState>) -> [TransactionID] {
    var found: Set<TransactionID> = []
    for index in states.indices
    where index == states.startIndex || states[index].originalID != states[index - 1].originalID {
      found.insert(states[index].originalID)
    }
    return found.sorted()
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
    let renews =
      renewingProducts.contains(product)
      || known.contains { $0.looksAutoRenewable || renewals[$0.originalID] != nil }
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
    let findings = Self.originals(known).flatMap { id in
      SubscriptionChain(
        chains[id] ?? [],
        of: products,
        renewal: renewals[id],
        options: options,
        allowsRetryAccess: map?.allowsAccessDuringBillingRetry ?? false
      ).findings(of: product)
    }
    return (findings, malformed(known) + later(findings))
  }

  private func malformed(_ known: ArraySlice<ProductState>) -> [EntitlementWarning] {
    known.indices.compactMap { index in
      if let end = known[index].expiresDate, end > known[index].purchaseDate { return nil }
      let state = known[index]
      guard let end = state.expiresDate else {
        return .missingExpiry(state.transactionID, state.productID)
      }
      // A restored copy of a lapsed period is dated after its end, and is not malformed.
      let isCopy = state.transactionID != state.originalID
      return end == state.purchaseDate || !isCopy
        ? .zeroLengthPeriod(state.transactionID, state.productID) : nil
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
