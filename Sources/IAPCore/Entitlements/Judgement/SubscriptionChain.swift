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
  }

  private let periods: [Period]
  private let renewal: RenewalFacts?
  private let options: EntitlementOptions
  private let allowsRetryAccess: Bool

  /// Takes the chain's transactions; those without an expiry are malformed and left out.
  init(
    _ states: [ProductState],
    renewal: RenewalFacts?,
    options: EntitlementOptions,
    allowsRetryAccess: Bool
  ) {
    var copies: [PeriodKey: [ProductState]] = [:]
    var single: [Period] = []
    for state in states where state.expiresDate != nil {
      if let key = PeriodKey(state) {
        copies[key, default: []].append(state)
      } else if let period = Self.period([state]) {
        single.append(period)
      }
    }
    periods = (single + copies.values.compactMap(Self.period)).sorted {
      ($0.start, $0.state.transactionID) < ($1.start, $1.state.transactionID)
    }
    self.renewal = renewal
    self.options = options
    self.allowsRetryAccess = allowsRetryAccess
  }

  /// What copies of one period have in common; `nil`: nothing tells of copies.
  private struct PeriodKey: Hashable {
    let item: String
    let product: ProductID

    /// Xcode numbers the first period "0", which older data also writes for "none".
    init?(_ state: ProductState) {
      guard let item = state.webOrderLineItemID, !item.isEmpty, item != "0" else { return nil }
      self.item = item
      product = state.productID
    }
  }

  private static func period(_ copies: [ProductState]) -> Period? {
    guard let state = copies.max(by: { $0.transactionID < $1.transactionID }),
      let end = state.expiresDate
    else { return nil }
    let revocations = copies.compactMap { Revocation($0) }
    return Period(
      state: state,
      start: copies.map(\.purchaseDate).min() ?? state.purchaseDate,
      end: end,
      revocations: revocations.sorted { ($0.date, $0.transactionID) < ($1.date, $1.transactionID) },
      isUpgraded: copies.contains { $0.isUpgraded == true }
    )
  }

  /// What each period of the product says, oldest first.
  func findings(of product: ProductID) -> [Finding] {
    periods.indices.filter { periods[$0].state.productID == product }.map(finding)
  }

  private func finding(at index: Int) -> Finding {
    let period = periods[index]
    var finding = Finding(
      period.state,
      start: period.start,
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
    guard period.start <= options.asOf else {
      return isEarlyRenewal(index) ? .renewedEarly : .purchasedLater
    }
    if let upgrade = upgrade(of: index) { return upgrade }
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
    let successor = periods[(index + 1)...].prefix { $0.start < period.end }
      .first { $0.state.productID != period.state.productID && $0.start < $0.end }
    guard let successor else { return period.isUpgraded ? .upgraded(at: nil, to: nil) : nil }
    let isKnown = period.isUpgraded && options.clock != .argument
    guard isKnown || successor.start <= options.asOf else { return nil }
    return .upgraded(at: successor.start, to: successor.state.productID)
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
    index == periods.count - 1 || periods[index + 1].start > options.asOf
  }

  /// False where the renewal info is of a product whose transaction is not known.
  private func speaksOfRenewal(_ index: Int) -> Bool {
    guard let product = renewal?.productID else { return true }
    return product == periods[index].state.productID
  }
}
