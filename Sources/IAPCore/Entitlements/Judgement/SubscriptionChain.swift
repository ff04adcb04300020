/// One subscription's life in all its products: the periods of one original transaction id.
///
/// A chain is one subscription (rule C-2), so an upgrade ends the earlier product's period, and
/// renewal info speaks of the latest period only.
struct SubscriptionChain {
  /// One paid period, whatever number of copies of it was seen (rule C-3).
  private struct Period {
    /// The copy with the greatest id speaks for the period.
    var state: ProductState
    var start: Instant
    var end: Instant
    var revocations: [Revocation]
    var isUpgraded: Bool
    /// The id under which it was first seen: ids are given in the order of making.
    var made: TransactionID
    /// Where it stands among the others: its start, or when it was overtaken before that.
    var order: Instant
    /// When it began for the customer: its start, or when it was overtaken before that.
    var begun: Instant

    /// Whether the customer changed the plan after this renewal was made, and before it began.
    ///
    /// It was charged early (rule C-4), so it begins within the period that took its place, and was
    /// made before it (rules S-30, C-8). Copies that members have carry no upgrade flag.
    func isOvertaken(by change: Period) -> Bool {
      guard change.state.productID != state.productID, change.made > made,
        change.start < start, start < change.end
      else { return false }
      return state.reason.map { $0 == .renewal } ?? isUpgraded
    }

    /// Whether this purchase gave way to the period that was there before it (rule R-7).
    ///
    /// A refund of that one was taken back, so it runs again, and the store marked this one.
    func gaveWay(to other: Period) -> Bool {
      isUpgraded && !other.isUpgraded && other.state.productID != state.productID
        && other.made < made && other.start <= start && start < other.end
    }
  }

  private let periods: [Period]
  private let renewal: RenewalFacts?
  private let options: EntitlementOptions
  private let allowsRetryAccess: Bool

  /// Takes the places of the chain's transactions among all; those without an expiry are malformed
  /// and left out.
  init(
    _ places: [Int],
    of states: [ProductState],
    renewal: RenewalFacts?,
    options: EntitlementOptions,
    allowsRetryAccess: Bool
  ) {
    periods = Self.inOrder(
      Self.copies(places, of: states).compactMap { Self.period($0, of: states) }
    )
    self.renewal = renewal
    self.options = options
    self.allowsRetryAccess = allowsRetryAccess
  }

  /// The places of each period's copies.
  ///
  /// Copies stand side by side mostly, so that a run of them is looked up once.
  private static func copies(_ places: [Int], of states: [ProductState]) -> [[Int]] {
    var copies: [[Int]] = []
    var numbers: [PeriodKey: Int] = [:]
    var latest: (place: Int, number: Int)?
    for place in places where states[place].expiresDate != nil {
      guard hasPeriodKey(states[place]) else {
        copies.append([place])
        continue
      }
      if let (before, number) = latest, states[before].isPeriod(of: states[place]) {
        copies[number].append(place)
        continue
      }
      let number = numbers[PeriodKey(states[place]), default: copies.count]
      if number == copies.count {
        numbers[PeriodKey(states[place])] = number
        copies.append([])
      }
      copies[number].append(place)
      latest = (place, number)
    }
    return copies
  }

  /// Xcode numbers the first period "0", which older data also writes for "none": nothing tells of
  /// copies then.
  private static func hasPeriodKey(_ state: ProductState) -> Bool {
    state.webOrderLineItemID.map { !$0.isEmpty && $0 != "0" } ?? false
  }

  /// What copies of one period have in common.
  private struct PeriodKey: Hashable {
    let item: String?
    let product: ProductID

    init(_ state: ProductState) {
      item = state.webOrderLineItemID
      product = state.productID
    }
  }

  private static func period(_ copies: [Int], of states: [ProductState]) -> Period? {
    guard let first = copies.first else { return nil }
    var (latest, made, start) = (first, first, states[first].purchaseDate)
    var revocations: [Revocation] = []
    for place in copies {
      if states[latest].transactionID < states[place].transactionID { latest = place }
      if states[place].transactionID < states[made].transactionID { made = place }
      start = min(start, states[place].purchaseDate)
      if states[place].revocationDate != nil, let revocation = Revocation(states[place]) {
        revocations.append(revocation)
      }
    }
    guard let end = states[latest].expiresDate else { return nil }
    return Period(
      state: states[latest],
      start: start,
      end: end,
      revocations: revocations.sorted { ($0.date, $0.transactionID) < ($1.date, $1.transactionID) },
      isUpgraded: copies.contains { states[$0].isUpgraded == true },
      made: states[made].transactionID,
      order: start,
      begun: start
    )
  }

  /// So many plan changes of one period are looked at, whatever the data says.
  private static let changesInPeriod = 16

  /// Oldest first; a renewal made early that a plan change overtook stands before that change.
  private static func inOrder(_ periods: [Period]) -> [Period] {
    var periods = periods.sorted { ($0.start, $0.made) < ($1.start, $1.made) }
    var bought: [Period] = []
    var isOvertaken = false
    for index in periods.indices {
      bought.removeAll { $0.end <= periods[index].start }
      if let change = bought.first(where: { periods[index].isOvertaken(by: $0) }) {
        periods[index].order = change.start
        periods[index].begun = change.start
        isOvertaken = true
      }
      guard periods[index].state.reason != .renewal else { continue }
      bought.append(periods[index])
      if bought.count > changesInPeriod { bought.removeFirst() }
    }
    if isOvertaken { periods.sort { ($0.order, $0.made) < ($1.order, $1.made) } }
    return periods.contains(where: \.isUpgraded) ? givingWay(periods) : periods
  }

  /// Puts a purchase that gave way before the period that runs again, as if it had come first.
  private static func givingWay(_ periods: [Period]) -> [Period] {
    var result: [Period] = []
    for (index, period) in periods.enumerated() {
      var period = period
      let near = result.suffix(changesInPeriod)
      if let place = near.lastIndex(where: period.gaveWay) {
        let end = min(period.end, result[place].end)
        let isReplaced = periods[(index + 1)...].prefix(changesInPeriod).contains {
          $0.start < end && $0.state.productID != period.state.productID
        }
        if !isReplaced {
          period.order = result[place].order
          result.insert(period, at: place)
          continue
        }
      }
      result.append(period)
    }
    return result
  }

  /// What each period of the product says, oldest first.
  func findings(of product: ProductID) -> [Finding] {
    periods.indices.filter { periods[$0].state.productID == product }.map(finding)
  }

  private func finding(at index: Int) -> Finding {
    let period = periods[index]
    var finding = Finding(
      period.state,
      start: period.begun <= options.asOf ? period.begun : period.start,
      expires: period.end,
      verdict: verdict(at: index)
    )
    if isLatestStarted(index), speaksOfRenewal(index) { finding.renewal = renewal }
    return finding
  }

  private func verdict(at index: Int) -> Finding.Verdict {
    let period = periods[index]
    if options.isForOtherAccount(period.state) {
      return .otherAccountToken(period.state.appAccountToken)
    }
    if let revocation = period.revocations.first(where: options.counts) {
      return .revoked(revocation)
    }
    if period.order <= options.asOf, let upgrade = upgrade(of: index) { return upgrade }
    guard period.start <= options.asOf else {
      return isEarlyRenewal(index) ? .renewedEarly : .purchasedLater
    }
    return options.asOf < period.end ? .running : ended(index)
  }

  /// Rule C-4: a renewal is made up to a day before it starts, when the period before still runs.
  ///
  /// Where that earlier period is known it answers for itself.
  private func isEarlyRenewal(_ index: Int) -> Bool {
    let state = periods[index].state
    let isRenewal = state.reason.map { $0 == .renewal } ?? (state.transactionID != state.originalID)
    let lead = periods[index].start.milliseconds(since: options.asOf)
    return index == 0 && isRenewal && lead <= Instant.day
  }

  /// Case A01: the flag, or without it a later purchase of another product before the end.
  private func upgrade(of index: Int) -> Finding.Verdict? {
    let period = periods[index]
    let successor = periods[(index + 1)...].prefix { $0.order < period.end }
      .first {
        $0.state.productID != period.state.productID && $0.start < min($0.end, period.end)
      }
    guard let successor else { return period.isUpgraded ? .upgraded(at: nil, to: nil) : nil }
    let isKnown = period.isUpgraded && options.clock != .argument
    guard isKnown || successor.start <= options.asOf else { return nil }
    let date = successor.made < period.made ? nil : successor.start
    return .upgraded(at: date, to: successor.state.productID)
  }

  private func ended(_ index: Int) -> Finding.Verdict {
    let end = periods[index].end
    guard index == periods.count - 1 else { return .expired }
    if let renewal, speaksOfRenewal(index), renewal.isRetrying {
      if let graceEnd = renewal.gracePeriodExpiresDate, options.asOf < graceEnd {
        return .inGracePeriod(until: graceEnd)
      }
      let giveUp = end.adding(milliseconds: options.billingRetryLimit)
      return options.asOf < giveUp
        ? .inBillingRetry(until: giveUp, givesAccess: allowsRetryAccess) : .expired
    }
    let isRenewalPossible = options.isOffline && renewal?.willAutoRenew != false
    let limit = end.adding(milliseconds: options.offlineLimit)
    return isRenewalPossible && options.asOf < limit ? .mayHaveRenewed : .expired
  }

  private func isLatestStarted(_ index: Int) -> Bool {
    index == periods.count - 1 || periods[index + 1].order > options.asOf
  }

  /// False where the renewal info is of a product whose transaction is not known.
  private func speaksOfRenewal(_ index: Int) -> Bool {
    guard let product = renewal?.productID else { return true }
    return product == periods[index].state.productID
  }
}

extension ProductState {
  /// Whether both are copies of one period.
  fileprivate func isPeriod(of other: ProductState) -> Bool {
    webOrderLineItemID == other.webOrderLineItemID && productID == other.productID
  }
}
