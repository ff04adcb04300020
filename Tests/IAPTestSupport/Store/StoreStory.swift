package import IAPCore

/// Plays events against a store and keeps everything it says, as the Session would.
///
/// Days are counted from the story's start, 2026-04-01T00:00:00Z unless it names another.
package struct StoreStory {
  package static let april = Instant(milliseconds: 1_775_001_600_000)

  package var state: StoreState
  package var history = MemoryHistory()
  package var changes: [StoreChange] = []
  package var checks = StoreChecks.none
  package let start: Instant

  package init(
    at start: Instant = april,
    catalog: Catalog = TestShop.catalog,
    seed: UInt64 = 1,
    environment: StoreEnvironment = .sandbox
  ) {
    self.start = start
    state = StoreState(
      now: start,
      seed: seed,
      configuration: StoreConfiguration(environment: environment),
      catalog: catalog
    )
  }

  /// Applies an event now; what is thrown is the store's refusal.
  @discardableResult
  package mutating func play(
    _ event: Event,
    as account: AccountName = .standard
  ) throws(StoreError) -> EventResult {
    var fresh: [StoreChange] = []
    let result = try state.apply(event, by: account, history: history, checks: checks) {
      fresh.append($0)
    }
    for change in fresh { history.record(change) }
    changes += fresh
    return result
  }

  /// Moves the clock to a day of the story; fractions are parts of a day.
  package mutating func day(_ day: Double) throws(StoreError) {
    let moment = start.adding(milliseconds: Int64(day * Double(Instant.day)))
    try play(.advance(AdvanceEvent(to: moment)))
  }

  @discardableResult
  package mutating func purchase(
    _ product: ProductID,
    as account: AccountName = .standard,
    _ options: (inout PurchaseEvent) -> Void = { _ in }
  ) throws(StoreError) -> PurchaseResult {
    var event = PurchaseEvent(id: product)
    options(&event)
    guard case .purchase(let result) = try play(.purchase(event), as: account) else {
      return PurchaseResult(.failed, code: "no purchase result")
    }
    return result
  }

  @discardableResult
  package mutating func buyOutside(
    _ product: ProductID,
    as account: AccountName = .standard,
    _ options: (inout PurchaseEvent) -> Void = { _ in }
  ) throws(StoreError) -> PurchaseResult {
    var event = PurchaseEvent(id: product)
    options(&event)
    guard case .purchase(let result) = try play(.buy(event), as: account) else {
      return PurchaseResult(.failed, code: "no purchase result")
    }
    return result
  }

  package mutating func set(
    _ values: [String: String],
    as account: AccountName = .standard,
    allAccounts: Bool = false
  ) throws(StoreError) {
    try play(.set(SetEvent(values, allAccounts: allAccounts)), as: account)
  }

  package func account(_ name: AccountName = .standard) -> AccountState? {
    state.accounts[name]
  }

  package func subscription(
    _ group: SubscriptionGroupID = TestShop.group,
    of account: AccountName = .standard
  ) -> Subscription? {
    state.accounts[account]?.subscriptions.first { $0.groupID == group }
  }

  package func status(
    _ group: SubscriptionGroupID = TestShop.group,
    of account: AccountName = .standard
  ) -> SubscriptionStatus? {
    state.statuses(of: account).first { $0.groupID == group }
  }

  package func transactions(of account: AccountName = .standard) -> [Transaction] {
    (try? history.all(of: account)) ?? []
  }

  /// The refusal of an event.
  ///
  /// `nil`: it was not refused.
  package mutating func refusal(
    of event: Event,
    as account: AccountName = .standard
  ) -> StoreError? {
    do {
      try play(event, as: account)
      return nil
    } catch {
      return error
    }
  }

  /// Every notification as `day TYPE/SUBTYPE(status)`, `account:` before it except for `default`.
  package var notifications: [String] { changes.compactMap { line(of: $0) } }

  private func line(of change: StoreChange) -> String? {
    guard let notification = change.notification else { return nil }
    let milliseconds = notification.signedDate.milliseconds(since: start)
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: Instant.day)
    let day = rest == 0 ? "\(days)" : "\(days).\(rest * 100 / Instant.day)"
    var text = change.account == .standard ? day : "\(change.account):\(day)"
    text += " \(notification.type)"
    if let subtype = notification.subtype { text += "/\(subtype)" }
    if let status = notification.data?.status { text += "(\(status))" }
    return text
  }
}
