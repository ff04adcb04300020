/// A renewal made early: two periods are paid, and the first of them runs (rules S-11, C-4).
///
/// From the early charge until the new period begins, `latest` is the coming period and `running`
/// the one that gives service. What is asked about the present moment asks `present` or `state`;
/// what is asked about the next charge asks `latest`.
extension Subscription {
  /// The period that the present moment belongs to: the running one until the next one begins.
  var present: Transaction { running?.transaction ?? latest }

  /// The periods that are held: the last one, the running one, a refunded one that never began.
  var periods: [Transaction] {
    guard running != nil || withdrawn != nil else { return [latest] }
    return [latest] + [running, withdrawn].compactMap { $0?.transaction }
  }

  /// Whether the present period was not refunded.
  var isServing: Bool { running?.transaction.revocationDate == nil }

  /// The last paid period with what it was sold as.
  var lastPeriod: PaidPeriod { PaidPeriod(transaction: latest, plan: plan, cycle: cycle) }

  /// What a status shows (rule E-9): the latest transaction.
  ///
  /// Except where the running period was refunded: then the state is that period's.
  var statusTransaction: Transaction { present.revocationDate == nil ? latest : present }

  /// The periods that give service now or will, oldest first; none that is refunded (rule E-4).
  func openPeriods(at now: Instant) -> [Transaction] {
    guard let running else {
      let state = state(at: now)
      return state == .subscribed || state == .inGracePeriod ? [latest] : []
    }
    return [running.transaction, latest].filter { period in
      period.revocationDate == nil && period.expiresDate.map { now < $0 } != false
    }
  }

  /// Which period of this subscription a transaction is, or is a restored copy of.
  ///
  /// `nil`: one that is over, or of another subscription.
  func place(of transaction: Transaction) -> PeriodPlace? {
    if latest.isSamePeriod(as: transaction) { return running == nil ? .last : .coming }
    if running?.transaction.isSamePeriod(as: transaction) == true { return .running }
    return withdrawn?.transaction.isSamePeriod(as: transaction) == true ? .withdrawn : nil
  }

  /// What stands at a place; `nil`: nothing.
  func period(at place: PeriodPlace) -> Transaction? {
    switch place {
    case .running: running?.transaction
    case .coming: running == nil ? nil : latest
    case .last: latest
    case .withdrawn: withdrawn?.transaction
    }
  }

  /// Gives the period at a place the revocation of its payment, or none where that has none.
  mutating func copyRevocation(from transaction: Transaction, to place: PeriodPlace) {
    switch place {
    case .running: running?.transaction.copyRevocation(from: transaction)
    case .coming, .last: latest.copyRevocation(from: transaction)
    case .withdrawn: withdrawn?.transaction.copyRevocation(from: transaction)
    }
  }

  mutating func clearRevocation(at place: PeriodPlace) {
    switch place {
    case .running: running?.transaction.clearRevocation()
    case .coming, .last: latest.clearRevocation()
    case .withdrawn: withdrawn?.transaction.clearRevocation()
    }
  }

  /// Nothing is charged any more, because what was charged last was refunded before it began.
  mutating func endRenewal() {
    if case .active = phase { phase = .active(.refunded) }
  }

  /// The next period is about to be made: from `start` on, at `date`.
  mutating func makeRoom(from start: Instant, at date: Instant) {
    if date < start {
      running = lastPeriod
    } else if running != nil {
      running = nil
    }
    if withdrawn != nil { withdrawn = nil }
  }

  /// The coming period was refunded: the running one is the last one again (rules ).
  mutating func withdraw() {
    guard let running else { return }
    let coming = lastPeriod
    makeLast(running)
    self.running = nil
    withdrawn = coming
    if latest.revocationDate != nil { revokePhase() }
  }

  /// The refund of the coming period was taken back: it is the last one again (rule R-7).
  ///
  /// Not where the period before it has come to last longer meanwhile: then it is the past's.
  mutating func reinstate(at now: Instant) {
    guard let returned = withdrawn else { return }
    withdrawn = nil
    let start = returned.transaction.purchaseDate
    guard expiresDate <= start else { return }
    let before = lastPeriod
    let goesOn = autoRenews
    makeLast(returned)
    running = now < start ? before : nil
    phase = now < expiresDate ? .active(goesOn ? .on : .off) : .expired(.customerCancelled)
    firstFailure = nil
  }

  /// The same without the period that was made early.
  var withoutComing: Subscription {
    var result = self
    result.withdraw()
    result.withdrawn = nil
    return result
  }

  private mutating func makeLast(_ period: PaidPeriod) {
    let product = period.transaction.productID
    if product != latest.productID {
      retireLatest()
      former.removeAll { $0.productID == product }
    }
    latest = period.transaction
    plan = period.plan
    cycle = period.cycle
  }
}

/// Where one paid period stands among those that a subscription holds.
enum PeriodPlace {
  /// It gives service, and the next one is made already.
  case running
  /// It was made early and has not begun.
  case coming
  /// The last one, and nothing is made after it.
  case last
  /// It was made early, and refunded before it began.
  case withdrawn
}

/// A period that an account's own subscription holds, and where.
struct HeldPeriod {
  /// The subscription's index in its account.
  var index: Int
  var place: PeriodPlace
}

extension AccountState {
  /// Where a transaction stands in the account's own subscriptions; `nil`: it is of the past.
  func held(_ transaction: Transaction) -> HeldPeriod? {
    for index in subscriptions.indices where subscriptions[index].isOwn {
      if let place = subscriptions[index].place(of: transaction) {
        return HeldPeriod(index: index, place: place)
      }
    }
    return nil
  }
}

extension Transaction {
  /// Whether both are one period of one payment, a restored copy or the first (rules C-1, C-3).
  func isSamePeriod(as other: Transaction) -> Bool {
    isSamePurchase(as: other) && purchaseDate == other.purchaseDate
  }
}
