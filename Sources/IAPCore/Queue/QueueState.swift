/// The app's transaction queue: what is not finished, and what somebody has still to decide.
///
/// The content of `queue.json`. Finished transactions leave it, so that it stays as small as what
/// is open, whatever the length of the history.
package struct QueueState: Equatable, Sendable, Codable {
  /// By (date, sequence), the order in which everything arrived (rule T-13).
  package private(set) var transactions: [QueueItem]
  /// The number of the last arrival.
  package private(set) var sequence: Int
  /// Hosted content of what stands in the queue.
  package var downloads: [Download]
  /// The ids in `transactions`: whether an arrival is new is asked once for each of many renewals.
  private var ids: Set<TransactionID>

  private enum CodingKeys: CodingKey {
    case transactions, sequence, downloads
  }

  package init() {
    transactions = []
    sequence = 0
    downloads = []
    ids = []
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    transactions = try container.decode([QueueItem].self, forKey: .transactions)
    sequence = try container.decode(Int.self, forKey: .sequence)
    downloads = try container.decode([Download].self, forKey: .downloads)
    ids = Set(transactions.compactMap { $0.transaction?.id })
  }

  /// Takes in what the store delivered or decided; total, and safe to repeat.
  package mutating func apply(_ event: QueueEvent, at date: Instant) {
    switch event {
    case .arrived(let transaction, let kind): arrive(transaction, kind, at: date)
    case .deferred(let product, let request): wait(.deferred, product, request, at: date)
    case .interrupted(let product, let request): wait(.interrupted, product, request, at: date)
    case .failed(let product, let code):
      append(.failed, .purchase, product, code: code, at: date)
    case .requestEnded(let request):
      transactions.removeAll { $0.isPending && $0.requestID == request }
    case .requestsOpen(let open):
      transactions.removeAll { item in
        item.isPending && !(item.requestID.map(open.contains) ?? false)
      }
    case .deleted(let id):
      ids.remove(id)
      transactions.removeAll { $0.transaction?.id == id }
      downloads.removeAll { $0.transactionID == id }
    case .cleared:
      ids = []
      transactions = []
      downloads = []
    }
  }

  /// Nothing is doubled: a later version of an unfinished transaction takes its place, and as news
  /// stands at its own date; the same version again changes nothing (rule E-8, case L07).
  private mutating func arrive(_ transaction: Transaction, _ kind: QueueKind, at date: Instant) {
    if !ids.insert(transaction.id).inserted,
      let index = transactions.firstIndex(where: { $0.transaction?.id == transaction.id })
    {
      let known = transactions[index]
      guard known.transaction != transaction || known.kind != kind else { return }
      if let old = known.transaction?.signedDate, let new = transaction.signedDate, new < old {
        return
      }
      transactions.remove(at: index)
    }
    let state: QueueItem.State = kind == .restore ? .restored : .purchased
    append(state, kind, transaction.productID, transaction: transaction, at: date)
  }

  private mutating func wait(
    _ state: QueueItem.State,
    _ product: ProductID,
    _ request: RequestID,
    at date: Instant
  ) {
    guard !transactions.contains(where: { $0.isPending && $0.requestID == request }) else {
      return
    }
    append(state, .purchase, product, request: request, at: date)
  }

  private mutating func append(
    _ state: QueueItem.State,
    _ kind: QueueKind,
    _ product: ProductID,
    request: RequestID? = nil,
    transaction: Transaction? = nil,
    code: String? = nil,
    at date: Instant
  ) {
    sequence += 1
    let item = QueueItem(
      state: state,
      kind: kind,
      productID: product,
      requestID: request,
      transaction: transaction,
      code: code,
      date: date,
      sequence: sequence
    )
    let place = transactions.lastIndex { ($0.date, $0.sequence) < (date, sequence) }
    transactions.insert(item, at: place.map { $0 + 1 } ?? 0)
  }

  /// What stands unfinished under the id; `nil`: it was finished, or never arrived.
  package func item(of id: TransactionID) -> QueueItem? {
    guard ids.contains(id) else { return nil }
    return transactions.first { $0.transaction?.id == id }
  }

  mutating func remove(_ items: [QueueItem]) {
    let sequences = Set(items.map(\.sequence))
    transactions.removeAll { sequences.contains($0.sequence) }
    let removed = Set(items.compactMap { $0.transaction?.id })
    ids.subtract(removed)
    downloads.removeAll { removed.contains($0.transactionID) }
  }

  /// Refuses to buy what stands in the queue unfinished (case F04).
  ///
  /// Only for non-consumables: another of a consumable may be bought unless `blocksConsumables`
  /// (rule E-22), and a subscription's purchase is the store's to judge. A revocation never blocks.
  package func checkPurchase(
    of product: Product,
    blocksConsumables: Bool = false
  ) throws(QueueError) {
    guard product.type == .nonConsumable || (product.type == .consumable && blocksConsumables)
    else { return }
    let blocking = transactions.first { item in
      item.productID == product.id && item.transaction != nil
        && item.transaction?.revocationDate == nil
    }
    if let id = blocking?.transaction?.id { throw .unfinishedTransaction(id, product.id) }
  }

  /// The products that wait for a decision, for the entitlement engine.
  package var pendingPurchases: [PendingPurchase] {
    transactions.filter(\.isPending).map {
      PendingPurchase(productID: $0.productID, requestID: $0.requestID)
    }
  }
}
