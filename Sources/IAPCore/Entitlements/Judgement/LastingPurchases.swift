/// Purchases that have no end of their own: non-consumables, and what the data has no type for.
///
/// Restored and repeated purchases share the first one's id and are copies of one purchase: a
/// refund of any copy takes back every copy bought until then, so that nothing restored outlives
/// the refund. What is bought afterwards is a new purchase (rule R-5). An end that the data has
/// nevertheless is believed: access is never longer than what was signed.
struct LastingPurchases {
  private let states: ArraySlice<ProductState>
  private let options: EntitlementOptions

  init(_ states: ArraySlice<ProductState>, options: EntitlementOptions) {
    self.states = states
    self.options = options
  }

  /// What each purchase says, in the order of the states.
  func findings() -> [Finding] {
    var revocations: [TransactionID: [Revocation]] = [:]
    for state in states {
      guard let revocation = Revocation(state), options.counts(revocation) else { continue }
      revocations[state.originalID, default: []].append(revocation)
    }
    return states.map { state in
      Finding(
        state,
        start: state.purchaseDate,
        expires: state.expiresDate,
        verdict: verdict(of: state, revocations: revocations[state.originalID] ?? [])
      )
    }
  }

  private func verdict(of state: ProductState, revocations: [Revocation]) -> Finding.Verdict {
    if options.isForOtherAccount(state) { return .otherAccountToken(state.appAccountToken) }
    let own = revocations.first { $0.transactionID == state.transactionID }
    let latest = revocations.filter { $0.date >= state.purchaseDate }
      .max { ($0.date, $0.transactionID) < ($1.date, $1.transactionID) }
    if let revocation = own ?? latest { return .revoked(revocation) }
    guard state.purchaseDate <= options.asOf else { return .purchasedLater }
    guard let end = state.expiresDate else { return .owned }
    return options.asOf < end ? .running : .expired
  }
}

/// Non-renewing subscriptions: the App Store keeps no end, the map's duration gives it (rule P-4).
///
/// An end that the data has nevertheless is never passed.
struct NonRenewingPurchases {
  private let states: ArraySlice<ProductState>
  private let rule: EntitlementMap.Duration?
  private let options: EntitlementOptions

  /// Takes the purchases of one product by (purchaseDate, id).
  init(
    _ states: ArraySlice<ProductState>,
    rule: EntitlementMap.Duration?,
    options: EntitlementOptions
  ) {
    self.states = states
    self.rule = rule
    self.options = options
  }

  /// What each purchase says, oldest first.
  func findings() -> [Finding] {
    var covered: Instant?
    return states.map { state in
      var finding = Finding(state, start: state.purchaseDate, expires: nil, verdict: .noDuration)
      if let verdict = exclusion(of: state) {
        finding.verdict = verdict
      } else if let rule {
        let told = end(of: state, after: covered, rule: rule)
        let end = state.expiresDate.map { min($0, told) } ?? told
        covered = end
        finding.expiresDate = end
        finding.verdict = options.asOf < end ? .running : .expired
      }
      return finding
    }
  }

  private func exclusion(of state: ProductState) -> Finding.Verdict? {
    if options.isForOtherAccount(state) { return .otherAccountToken(state.appAccountToken) }
    if let revocation = Revocation(state), options.counts(revocation) {
      return .revoked(revocation)
    }
    return state.purchaseDate <= options.asOf ? nil : .purchasedLater
  }

  private func end(
    of state: ProductState,
    after covered: Instant?,
    rule: EntitlementMap.Duration
  ) -> Instant {
    switch rule.overlap {
    case .latest: return state.purchaseDate.adding(rule.duration)
    case .extend:
      var end = max(state.purchaseDate, covered ?? state.purchaseDate)
      for _ in 0..<min(max(state.quantity ?? 1, 1), 10) { end = end.adding(rule.duration) }
      return end
    }
  }
}
