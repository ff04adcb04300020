/// All that is known of one customer's purchases, each transaction once, in one order.
///
/// The entitlement cache keeps it: product states and the store time that they are from.
package struct PurchaseFacts: Equatable, Sendable {
  /// The time of the snapshot.
  package var asOfDate: Instant
  /// By (productId, purchaseDate, transactionId).
  package private(set) var products: [ProductState]
  /// By originalTransactionId.
  package private(set) var renewals: [RenewalFacts]
  /// By (productId, requestId).
  package private(set) var pending: [PendingPurchase]

  package init(asOf date: Instant) {
    asOfDate = date
    products = []
    renewals = []
    pending = []
  }

  /// Facts that were kept, put in order again.
  init(
    asOf date: Instant,
    products: [ProductState],
    renewals: [RenewalFacts],
    pending: [PendingPurchase]
  ) {
    asOfDate = date
    self.products = products
    self.renewals = renewals
    self.pending = pending
    putInOrder()
  }

  /// A snapshot of the store's own state.
  package init(
    transactions: [Transaction],
    renewalInfos: [RenewalInfo] = [],
    pending: [PendingPurchase] = [],
    asOf date: Instant
  ) {
    let data = PurchaseData(
      transactionLists: [transactions],
      renewalLists: [renewalInfos],
      pending: pending
    )
    self = PurchaseFacts.gather(data, asOf: date).facts
  }

  /// Puts received data in order: every transaction once, in its latest version.
  ///
  /// Transactions are told apart by their own id, never by the subscription's (case A11) nor by
  /// the signed text.
  package static func gather(
    _ data: PurchaseData,
    asOf date: Instant
  ) -> (facts: PurchaseFacts, warnings: [EntitlementWarning]) {
    let copies = RecordCopies(data.rankedTransactions) { $0.id }
    var facts = PurchaseFacts(asOf: date)
    facts.products = copies.map { $0.state(knownAt: date) }
    let renewals = data.renewalLists.enumerated().map { RankedRecords(rank: $0, records: $1) }
    facts.renewals = RecordCopies(renewals) { $0.originalID }
      .map { RenewalFacts($0, knownAt: date) }
    facts.pending = data.pending
    facts.putInOrder()
    var warnings = copies.contradicting.map { EntitlementWarning.conflictingCopies($0) }
    if copies.repeated > 0 { warnings.append(.recordsInSeveralLists(copies.repeated)) }
    return (facts, warnings)
  }

  /// What both snapshots know together, each transaction in its later version.
  ///
  /// A refund stays even when an older snapshot without it arrives afterwards; a later version
  /// without it, from a reversed refund, clears it. Between versions of one date the stricter wins.
  /// The order of the two does not matter, and merging again changes nothing.
  package func merged(with other: PurchaseFacts) -> PurchaseFacts {
    var merged = self
    merged.asOfDate = max(asOfDate, other.asOfDate)
    var places: [TransactionID: Int] = [:]
    for (index, state) in products.enumerated() { places[state.transactionID] = index }
    for state in other.products {
      if let index = places[state.transactionID] {
        if state.isLater(than: merged.products[index]) { merged.products[index] = state }
      } else {
        merged.products.append(state)
      }
    }
    var renewalPlaces: [TransactionID: Int] = [:]
    for (index, renewal) in renewals.enumerated() { renewalPlaces[renewal.originalID] = index }
    for renewal in other.renewals {
      if let index = renewalPlaces[renewal.originalID] {
        if renewal.isLater(than: merged.renewals[index]) { merged.renewals[index] = renewal }
      } else {
        merged.renewals.append(renewal)
      }
    }
    if other.asOfDate > asOfDate { merged.pending = other.pending }
    if other.asOfDate == asOfDate {
      merged.pending += other.pending.filter { !pending.contains($0) }
    }
    merged.putInOrder()
    return merged
  }

  /// The products that anything was ever bought of.
  var boughtProducts: Set<ProductID> {
    var found: Set<ProductID> = []
    var latest: ProductID?
    // The states are in the order of products, so that each is hashed once.
    for index in products.indices where products[index].productID != latest {
      found.insert(products[index].productID)
      latest = products[index].productID
    }
    return found
  }

  private mutating func putInOrder() {
    // Numbers are sorted, not the states: moving those is what would take the time. Histories come
    // in order mostly.
    let isInOrder = products.indices.dropFirst().allSatisfy { index in
      !products[index].isBefore(products[index - 1])
    }
    if !isInOrder {
      let order = products.indices.sorted { products[$0].isBefore(products[$1]) }
      products = order.map { products[$0] }
    }
    renewals.sort { $0.originalID < $1.originalID }
    pending.sort {
      ($0.productID, $0.requestID ?? "") < ($1.productID, $1.requestID ?? "")
    }
  }
}

extension ProductState {
  /// The one order in which product states are kept and shown.
  func isBefore(_ other: ProductState) -> Bool {
    if productID != other.productID { return productID < other.productID }
    if purchaseDate != other.purchaseDate { return purchaseDate < other.purchaseDate }
    return transactionID < other.transactionID
  }

  /// True: of two versions of one transaction this one counts.
  fileprivate func isLater(than other: ProductState) -> Bool {
    if knownDate != other.knownDate { return knownDate > other.knownDate }
    if strictness != other.strictness { return strictness > other.strictness }
    return self != other && canonicalText(self) > canonicalText(other)
  }

  /// The greater, the less access it gives.
  var strictness: Int {
    (revocationDate == nil ? 0 : 2) + (isUpgraded == true ? 1 : 0)
  }
}

extension RenewalFacts {
  fileprivate func isLater(than other: RenewalFacts) -> Bool {
    if knownDate != other.knownDate { return knownDate > other.knownDate }
    return self != other && canonicalText(self) > canonicalText(other)
  }
}

/// Decides between versions that nothing else tells apart, so that their order never does.
func canonicalText(_ value: some Encodable) -> String {
  JSONWriter.text(JSONValueEncoder.encode(value), layout: .line)
}
