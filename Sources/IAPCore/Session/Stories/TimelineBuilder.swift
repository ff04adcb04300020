/// Puts transactions and changes of one account on a time axis.
package struct TimelineBuilder {
  private let now: Instant
  private let transactions: [Transaction]
  private let events: [TimelineEvent]

  /// `transactions` in their latest versions, `events` in the order in which they happened.
  package init(now: Instant, transactions: [Transaction], events: [TimelineEvent]) {
    self.now = now
    self.transactions = transactions.sorted { ($0.purchaseDate, $0.id) < ($1.purchaseDate, $1.id) }
    self.events = events
  }

  package func timeline() -> Timeline {
    var lanes: [Timeline.Lane] = []
    var seen: Set<String> = []
    for transaction in transactions {
      let id = Self.laneID(of: transaction)
      guard seen.insert(id).inserted else { continue }
      lanes.append(lane(id, isSubscription: transaction.expiresDate != nil))
    }
    return Timeline(now: now, lanes: lanes)
  }

  /// A subscription is one lane for ever; of other products, all purchases share one.
  private static func laneID(of transaction: Transaction) -> String {
    transaction.expiresDate == nil
      ? transaction.productID.rawValue : transaction.originalID.rawValue
  }

  private func lane(_ id: String, isSubscription: Bool) -> Timeline.Lane {
    let own = transactions.filter { Self.laneID(of: $0) == id }
    let originals = Set(own.map(\.originalID))
    let events = events.filter { event in event.originalID.map(originals.contains) ?? false }
    // A restored copy stands for the same period as its original (rule C-3).
    let charged = own.enumerated().filter { index, transaction in
      !own[..<index].contains { $0.isCopied(by: transaction) }
    }.map(\.element)
    let had = charged.map { Self.sinceShared($0, by: events) }
    var periods = had.indices.flatMap { index in
      charged[index].isOvertaken(among: charged)
        ? [] : self.periods(of: had[index], next: had[(index + 1)...].first)
    }
    if isSubscription {
      periods += troubles(events, after: periods)
      periods += lapses(between: periods)
    }
    periods += reversals(in: events)
    periods.sort { ($0.start, $0.end ?? .distantFuture) < ($1.start, $1.end ?? .distantFuture) }
    return Timeline.Lane(
      id: id,
      products: Self.unique(charged.map(\.productID)),
      isSubscription: isSubscription,
      periods: periods,
      marks: marks(events, transactions: charged)
    )
  }

  /// A copy as the member has it: from the moment of sharing, not from the payer's period on.
  private static func sinceShared(
    _ transaction: Transaction,
    by events: [TimelineEvent]
  ) -> Transaction {
    let shared = events.first { $0.kind == .shared && $0.transactionID == transaction.id }
    guard let shared, shared.date > transaction.purchaseDate else { return transaction }
    var copy = transaction
    copy.purchaseDate = shared.date
    return copy
  }

  private func periods(of transaction: Transaction, next: Transaction?) -> [Timeline.Period] {
    guard transaction.type != .consumable else { return [] }
    var end = transaction.expiresDate
    // An upgrade ends the old period at once (rule S-30), and so does a reversed refund.
    if transaction.isUpgraded == true,
      let replaced = marking(of: transaction) ?? next?.purchaseDate,
      replaced < (end ?? .distantFuture)
    {
      end = max(replaced, transaction.purchaseDate)
    }
    var period = Timeline.Period(
      product: transaction.productID,
      kind: transaction.periodKind,
      start: transaction.purchaseDate,
      end: end,
      price: transaction.price.map {
        Timeline.Charge(milliunits: $0, currency: transaction.currency)
      }
    )
    guard let revocation = transaction.revocationDate,
      revocation < (end ?? .distantFuture)
    else { return [period] }
    // It was charged early (rule C-4) and given back before anybody had it.
    if revocation < period.start { return [] }
    period.end = max(revocation, period.start)
    guard let end, let lostUntil = period.end.map({ max($0, min(end, next?.purchaseDate ?? end)) })
    else { return [period] }
    guard lostUntil > max(revocation, period.start) else { return [period] }
    // What is bought or shared anew takes the place of what was taken back.
    let lost = Timeline.Period(
      product: transaction.productID,
      kind: .revoked,
      start: max(revocation, period.start),
      end: lostUntil
    )
    return [period, lost]
  }

  /// When another transaction took over the service; `nil`: no event tells.
  private func marking(of transaction: Transaction) -> Instant? {
    events.last { $0.kind == .planChanged && $0.transactionID == transaction.id }?.date
  }

  /// The time between a refund and its reversal, which the transaction itself no longer tells.
  ///
  /// A member's copy is revoked by the payer's refund, and comes back with it.
  private func reversals(in events: [TimelineEvent]) -> [Timeline.Period] {
    var found: [Timeline.Period] = []
    for (index, event) in events.enumerated()
    where event.kind == .refunded || event.kind == .revoked {
      let reversal = events[(index + 1)...].first { later in
        later.kind == .refundReversed && later.transactionID == event.transactionID
      }
      guard let reversal, let product = event.product else { continue }
      // What was charged early takes nothing away before it begins.
      let start = max(event.date, event.transaction?.purchaseDate ?? event.date)
      guard start < reversal.date else { continue }
      found.append(.init(product: product, kind: .revoked, start: start, end: reversal.date))
    }
    return found
  }

  /// Grace and billing retry: from a failed renewal to what ended it.
  private func troubles(
    _ events: [TimelineEvent],
    after periods: [Timeline.Period]
  ) -> [Timeline.Period] {
    var found: [Timeline.Period] = []
    for (index, event) in events.enumerated() where event.kind == .renewalFailed {
      let product = event.product ?? periods.last?.product ?? ""
      let ending = events[(index + 1)...].first { Self.endsTrouble.contains($0.kind) }
      // A failure before the expiry (rule B-10) begins to hurt at the expiry.
      let expiry = periods.filter { $0.start < event.date }.compactMap(\.end).max() ?? event.date
      let start = max(event.date, expiry)
      let end = max(ending?.date ?? now, start)
      let middle = min(max(event.graceEnd ?? start, start), end)
      if middle > start {
        found.append(.init(product: product, kind: .grace, start: start, end: middle))
      }
      if end > middle {
        found.append(.init(product: product, kind: .retry, start: middle, end: end))
      }
    }
    return found
  }

  private static let endsTrouble: Set<StoreChange.Kind> = [
    .recovered, .renewed, .resubscribed, .subscribed, .upgraded, .expired, .revoked, .refunded,
    .renewalFailed,
  ]

  private func lapses(between periods: [Timeline.Period]) -> [Timeline.Period] {
    let sorted = periods.sorted { $0.start < $1.start }
    var covered = sorted.first?.start ?? now
    var found: [Timeline.Period] = []
    for period in sorted {
      if period.start > covered {
        found.append(
          .init(product: period.product, kind: .lapsed, start: covered, end: period.start)
        )
      }
      covered = max(covered, period.end ?? .distantFuture)
    }
    return found
  }

  /// One mark for each event; the transactions it made are told with it.
  private func marks(
    _ events: [TimelineEvent],
    transactions: [Transaction]
  ) -> [Timeline.Mark] {
    var marks: [Timeline.Mark] = []
    var last: TimelineEvent?
    for event in events where Self.marked.contains(event.kind) && event != last {
      last = event
      // A purchase in the past makes its periods now, and a recovery one that began before. What
      // was told then is told here: the dates of that moment, not those of a later extension.
      let made = transactions.last { $0.id == event.transactionID }.flatMap {
        $0.purchaseDate >= event.date || Self.making.contains(event.kind)
          ? event.transaction ?? $0 : nil
      }
      let mark = Timeline.Mark(
        date: event.date,
        kind: event.kind,
        product: event.product,
        nextProduct: event.nextProduct,
        nextPrice: event.nextPrice,
        newEnd: event.kind == .extended ? event.transaction?.expiresDate : nil,
        period: Self.aboutOthers.contains(event.kind) ? nil : made.flatMap(promised)
      )
      marks.append(mark)
    }
    return marks
  }

  /// The period as it was sold, whatever became of it later.
  private func promised(_ transaction: Transaction) -> Timeline.Period? {
    var sold = transaction
    sold.revocationDate = nil
    sold.isUpgraded = nil
    return periods(of: sold, next: nil).first
  }

  /// That the old plan of an upgrade ends is told by the upgrade itself.
  private static let marked: Set<StoreChange.Kind> = [
    .purchased, .restored, .subscribed, .resubscribed, .renewed, .recovered, .upgraded,
    .planChangeScheduled, .planChangeCancelled, .offerRedeemed, .autoRenewDisabled,
    .autoRenewEnabled, .renewalFailed, .gracePeriodExpired, .expired, .priceIncreasePending,
    .priceIncreaseAccepted, .priceIncreaseDeclined, .refundRequested, .refunded, .refundDeclined,
    .refundReversed, .extended, .shared, .revoked,
  ]

  /// The kinds whose transaction is new.
  private static let making: Set<StoreChange.Kind> = [
    .purchased, .subscribed, .resubscribed, .renewed, .recovered, .upgraded,
  ]

  /// What they tell is about later periods, or another end, whatever begins at the same moment.
  private static let aboutOthers: Set<StoreChange.Kind> = [
    .priceIncreasePending, .priceIncreaseAccepted, .priceIncreaseDeclined, .extended,
  ]

  private static func unique(_ products: [ProductID]) -> [ProductID] {
    products.enumerated().filter { !products[..<$0.offset].contains($0.element) }.map(\.element)
  }
}

extension Instant {
  fileprivate static let distantFuture = Instant(milliseconds: .max)
}

extension Transaction {
  fileprivate var periodKind: Timeline.Period.Kind {
    if ownershipType == .familyShared { return .shared }
    if offerDiscountType == .freeTrial { return .trial }
    return offerType == nil ? .paid : .offer
  }

  /// Whether a plan change took the place of this period before it began (rules S-30, C-4).
  fileprivate func isOvertaken(among others: [Transaction]) -> Bool {
    guard isUpgraded == true else { return false }
    return others.contains { other in
      other.originalID == originalID && other.id > id && other.purchaseDate < purchaseDate
    }
  }

  /// True: the other transaction is a restored copy of this period.
  fileprivate func isCopied(by other: Transaction) -> Bool {
    guard originalID == other.originalID else { return false }
    if expiresDate == nil { return type == .nonConsumable }
    return webOrderLineItemID != nil && webOrderLineItemID == other.webOrderLineItemID
  }
}
