extension StoreState {
  /// How many due events `advance until` looks at before it says that the event never comes.
  static let searchLimit = 1_000_000

  /// Moves the clock and lets happen what is due (rules X-1...X-6).
  mutating func advance(
    _ event: AdvanceEvent,
    by account: AccountName,
    emit: (StoreChange) -> Void
  ) throws(StoreError) -> EventResult {
    if let occurrence = event.until {
      guard event.by == nil, event.to == nil else { throw .invalidAdvance }
      try advance(until: occurrence, emit: emit)
      return .done
    }
    let target = try target(of: event)
    try requireFamilies()
    withoutActuallyEscaping(emit) { emit in
      runDue(until: target, output: ChangeOutput(handOn: emit))
    }
    header.now = target
    return .done
  }

  /// Where `by` or `to` leads.
  func target(of event: AdvanceEvent) throws(StoreError) -> Instant {
    guard (event.by == nil) != (event.to == nil), event.until == nil else {
      throw .invalidAdvance
    }
    let target = event.to ?? event.by.map(header.now.adding) ?? header.now
    guard target >= header.now else { throw .clockBackwards(from: header.now, to: target) }
    guard target < Self.end else { throw .clockOutOfRange(target) }
    return target
  }

  /// Stops right after the first change of a kind, or with a notification of a type.
  private mutating func advance(
    until occurrence: String,
    emit: (StoreChange) -> Void
  ) throws(StoreError) {
    let isKnown =
      StoreChange.Kind(rawValue: occurrence) != nil
      || NotificationType.known.contains { $0.rawValue == occurrence }
    guard isKnown else { throw .unknownOccurrence(occurrence) }
    try requireFamilies()
    var trial = self
    guard let steps = trial.steps(until: occurrence) else { throw .neverHappens(occurrence) }
    withoutActuallyEscaping(emit) { emit in
      let output = ChangeOutput(handOn: emit)
      var queue = dueQueue()
      let rules = StoreRules(self)
      for _ in 0..<steps { runFirst(of: &queue, rules: rules, output: output) }
    }
  }

  /// After how many due events it happens; `nil`: never, or not soon enough.
  private mutating func steps(until occurrence: String) -> Int? {
    let watch = Watch(occurrence)
    let output = ChangeOutput(handOn: watch.see)
    var queue = dueQueue()
    let rules = StoreRules(self)
    var steps = 0
    while !watch.hasHappened, steps < Self.searchLimit, let first = queue.first,
      first.date < Self.end
    {
      runFirst(of: &queue, rules: rules, output: output)
      steps += 1
    }
    return watch.hasHappened ? steps : nil
  }

  /// Lets everything happen that is due at the moment or before it.
  mutating func runDue(until target: Instant, output: ChangeOutput) {
    let rules = StoreRules(self)
    var queue = dueQueue()
    while let first = queue.first, first.date <= target {
      runFirst(of: &queue, rules: rules, output: output)
    }
  }

  /// After an event nothing may be due that should have happened by now (rule X-1).
  mutating func settle(in context: StoreContext) throws(StoreError) {
    let rules = StoreRules(self)
    let isAnythingDue = accounts.values.contains { account in
      account.nextDue(rules).map { $0 <= header.now } ?? false
    }
    if isAnythingDue { runDue(until: header.now, output: context.output) }
  }

  private func dueQueue() -> DueQueue {
    let rules = StoreRules(self)
    var queue = DueQueue()
    for account in accounts.values.sorted(by: { $0.ordinal < $1.ordinal }) {
      for entry in account.dueEntries(rules) { queue.insert(entry) }
    }
    return queue
  }

  /// Runs the earliest entry and puts what is due next for the same thing in its place.
  private mutating func runFirst(
    of queue: inout DueQueue,
    rules: StoreRules,
    output: ChangeOutput
  ) {
    guard let entry = queue.first else { return }
    if header.now < entry.date { header.now = entry.date }
    switch entry.target {
    case .request(let id):
      queue.removeFirst()
      expireRequest(id, of: entry.account, output: output)
    case .subscription(let index):
      let date = header.now
      if entry.kind == .renewal,
        let renewal = self[entry.account].renewPlainly(index, on: date, rules: rules)
      {
        output.send(renewal.change)
        queue.replaceFirst(with: renewal.next)
        return
      }
      let place = SubscriptionPlace(account: entry.account, index: index)
      run(entry.kind, at: place, on: date, rules: rules, output: output)
      queue.replaceFirst(with: self[entry.account].entry(of: index, rules))
    }
  }

  private mutating func run(
    _ kind: DueKind,
    at place: SubscriptionPlace,
    on date: Instant,
    rules: StoreRules,
    output: ChangeOutput
  ) {
    switch kind {
    case .graceEnd: endGrace(at: place, on: date, rules: rules, output: output)
    case .retryEnd:
      expire(at: place, for: .billingError, on: date, rules: rules, output: output)
    case .renewal: attemptRenewal(at: place, on: date, rules: rules, output: output)
    case .expiry: endPeriod(at: place, on: date, rules: rules, output: output)
    case .requestExpiry: break
    }
  }

  /// Nobody answered in time; the app is told nothing (rules ).
  private mutating func expireRequest(
    _ id: RequestID,
    of account: AccountName,
    output: ChangeOutput
  ) {
    let product = self[account].requests.first { $0.id == id }?.purchase.id
    self[account].requests.removeAll { $0.id == id }
    output.send(
      StoreChange(
        date: header.now,
        account: account,
        kind: .requestExpired,
        requestID: id,
        subject: product.map { ChangeSubject($0) }
      )
    )
  }
}

/// Looks out for one kind of change or type of notification.
private final class Watch {
  private let occurrence: String
  private(set) var hasHappened = false

  init(_ occurrence: String) {
    self.occurrence = occurrence
  }

  func see(_ change: StoreChange) {
    let isNotified = change.notification?.type.rawValue == occurrence
    if change.kind.rawValue == occurrence || isNotified { hasHappened = true }
  }
}

extension NotificationType {
  /// The types that this store sends.
  static let known: [NotificationType] = [
    .subscribed, .didRenew, .didChangeRenewalPref, .didChangeRenewalStatus, .offerRedeemed,
    .didFailToRenew, .gracePeriodExpired, .expired, .priceIncrease, .refund, .refundDeclined,
    .refundReversed, .consumptionRequest, .revoke, .renewalExtended, .renewalExtension, .test,
    .oneTimeCharge, .rescindConsent, .externalPurchaseToken,
  ]
}
