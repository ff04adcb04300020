/// What the clock alone makes happen, in the order at one instant (rule X-2).
enum DueKind: Int, Comparable {
  case requestExpiry
  /// A period that was made early begins.
  case begin
  case graceEnd
  case retryEnd
  case renewal
  case expiry

  static func < (left: DueKind, right: DueKind) -> Bool { left.rawValue < right.rawValue }
}

/// One thing that is due: ordered by time, kind, creation of the account, product.
struct DueEntry: Comparable {
  enum Target: Equatable {
    case request(RequestID)
    /// Its place in the account, which no due event changes.
    case subscription(Int)

    var order: (Int, String) {
      switch self {
      case .request(let id): (0, id.rawValue)
      case .subscription(let index): (index, "")
      }
    }
  }

  var date: Instant
  var kind: DueKind
  var ordinal: Int
  var product: ProductID
  var account: AccountName
  var target: Target

  static func < (left: DueEntry, right: DueEntry) -> Bool {
    if left.date != right.date { return left.date < right.date }
    if left.kind != right.kind { return left.kind < right.kind }
    if left.ordinal != right.ordinal { return left.ordinal < right.ordinal }
    if left.product != right.product { return left.product < right.product }
    return left.target.order < right.target.order
  }
}

/// A binary heap of what is due, the earliest first; one entry for each live thing.
struct DueQueue {
  private var entries: [DueEntry] = []

  var first: DueEntry? { entries.first }

  mutating func insert(_ entry: DueEntry) {
    entries.append(entry)
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard precedes(child, parent) else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  mutating func removeFirst() {
    guard entries.count > 1 else { return entries.removeAll() }
    entries[0] = entries.removeLast()
    sink(0)
  }

  /// Puts the entry in the place of the first one; `nil`: nothing comes in its place.
  mutating func replaceFirst(with entry: DueEntry?) {
    guard let entry else { return removeFirst() }
    guard !entries.isEmpty else { return insert(entry) }
    entries[0] = entry
    sink(0)
  }

  /// Mostly the dates differ; then nothing else is read.
  private func precedes(_ left: Int, _ right: Int) -> Bool {
    if entries[left].date != entries[right].date {
      return entries[left].date < entries[right].date
    }
    return entries[left] < entries[right]
  }

  private mutating func sink(_ start: Int) {
    var parent = start
    while true {
      let left = 2 * parent + 1
      guard left < entries.count else { return }
      let right = left + 1
      let child = right < entries.count && precedes(right, left) ? right : left
      guard precedes(child, parent) else { return }
      entries.swapAt(child, parent)
      parent = child
    }
  }
}

extension Subscription {
  /// What the clock does to this subscription next; `nil`: nothing any more.
  ///
  /// Copies follow their payer's subscription and have nothing due of their own.
  func due(_ rules: StoreRules) -> (date: Instant, kind: DueKind)? {
    guard isOwn else { return nil }
    if running != nil { return (latest.purchaseDate, .begin) }
    switch phase {
    case .expired, .revoked: return nil
    case .billingRetry(let retry):
      guard let grace = retry.graceEndDate else { return (retry.endDate, .retryEnd) }
      return (min(grace, retry.endDate), .graceEnd)
    case .active(let renewal):
      if willEnd(rules) { return (expiresDate, .expiry) }
      if renewal.hasFailed { return (expiresDate, .renewal) }
      return (attemptDate(rules), .renewal)
    }
  }

  /// Whether the period ends without an attempt to charge.
  func willEnd(_ rules: StoreRules) -> Bool {
    endingIntent(rules) != nil
  }

  /// Why the period will end without an attempt to charge (rule S-2); `nil`: it will be charged.
  func endingIntent(_ rules: StoreRules) -> ExpirationIntent? {
    if !renewsNext { return .customerCancelled }
    // What the commitment owes is charged at its own price.
    if priceIncrease?.status == .pending, !isWithinCommitment { return .priceIncreaseNotConsented }
    if !rules.isForSale(upcomingPlan.productID) { return .productNotAvailable }
    if let limit = rules.settings.renewalLimit, renewals >= limit { return .customerCancelled }
    return nil
  }

  /// When the store tries to charge: lead before the expiry, lag after it (rules S-11, S-12).
  ///
  /// Never before the last paid period has begun, so that lead cannot run ahead for ever.
  private func attemptDate(_ rules: StoreRules) -> Instant {
    let shift = rules.settings.renewalLag - rules.settings.renewalLead
    return max(expiresDate.adding(milliseconds: shift), latest.purchaseDate)
  }
}

extension AccountState {
  /// The earliest thing due in this account.
  func nextDue(_ rules: StoreRules) -> Instant? {
    let requests = requests.compactMap(\.expiresDate)
    return (requests + subscriptions.compactMap { $0.due(rules)?.date }).min()
  }

  func dueEntries(_ rules: StoreRules) -> [DueEntry] {
    requests.compactMap(entry(of:)) + subscriptions.indices.compactMap { entry(of: $0, rules) }
  }

  private func entry(of request: PurchaseRequest) -> DueEntry? {
    request.expiresDate.map {
      DueEntry(
        date: $0,
        kind: .requestExpiry,
        ordinal: ordinal,
        product: request.purchase.id,
        account: name,
        target: .request(request.id)
      )
    }
  }

  func entry(of index: Int, _ rules: StoreRules) -> DueEntry? {
    guard let due = subscriptions[index].due(rules) else { return nil }
    return DueEntry(
      date: due.date,
      kind: due.kind,
      ordinal: ordinal,
      product: subscriptions[index].latest.productID,
      account: name,
      target: .subscription(index)
    )
  }
}
