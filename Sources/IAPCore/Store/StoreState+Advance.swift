extension StoreState {
  /// How many due events `advance until` looks at before it says that the event never comes.
  static let searchLimit = 1_000_000

  /// Moves the clock and lets happen what is due (rules X-1...X-6).
  mutating func advance(
    _ event: AdvanceEvent,
    by account: AccountName,
    emit: (StoreChange) -> Void
  ) throws(StoreError) -> EventResult {
    advance(to: try goal(of: event, by: account), emit: emit)
    return .done
  }

  /// Moves the clock to a goal that was made out for these accounts, or for more than these.
  package mutating func advance(to goal: AdvanceGoal, emit: (StoreChange) -> Void) {
    withoutActuallyEscaping(emit) { emit in
      let output = ChangeOutput(handOn: emit)
      let steps = goal.lastSteps.map { steps in
        accounts.keys.reduce(0) { $0 + (steps[$1] ?? 0) }
      }
      runDue(until: goal.date, lastSteps: steps, output: output)
    }
    header.now = goal.date
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

  /// Right after the first change of a kind, or with a notification of a type.
  func goal(until occurrence: String) throws(StoreError) -> AdvanceGoal {
    var trial = self
    let watch = Watch(occurrence)
    let output = ChangeOutput(handOn: watch.see)
    var queue = trial.dueQueue()
    let rules = StoreRules(trial)
    var steps = 0
    var lastSteps: [AccountName: Int] = [:]
    while !watch.hasHappened, steps < Self.searchLimit, let first = queue.first,
      first.date < Self.end
    {
      // What was overdue happens now: it belongs to the moment that the clock has reached.
      if first.date > trial.header.now { lastSteps = [:] }
      lastSteps[first.account, default: 0] += 1
      trial.runFirst(of: &queue, rules: rules, output: output)
      steps += 1
    }
    guard watch.hasHappened else { throw .neverHappens(occurrence) }
    return AdvanceGoal(date: trial.header.now, lastSteps: lastSteps)
  }

  /// Lets everything happen that is due at the moment or before it.
  ///
  /// `lastSteps`: of what is due at the moment itself only so much.
  mutating func runDue(until target: Instant, lastSteps: Int? = nil, output: ChangeOutput) {
    let rules = StoreRules(self)
    var queue = dueQueue()
    var steps = 0
    while let first = queue.first, first.date <= target {
      if let lastSteps, max(first.date, header.now) == target {
        guard steps < lastSteps else { return }
        steps += 1
      }
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

  /// Does to a subscription what is due, as of `date`.
  mutating func run(
    _ kind: DueKind,
    at place: SubscriptionPlace,
    on date: Instant,
    rules: StoreRules,
    output: ChangeOutput
  ) {
    switch kind {
    case .begin: begin(at: place, on: date, output: output)
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
    let request = self[account].requests.first { $0.id == id }
    let product = request?.purchase.id
    self[account].requests.removeAll { $0.id == id }
    if let request { self[account].note(request, ended: .expired, at: header.now) }
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
