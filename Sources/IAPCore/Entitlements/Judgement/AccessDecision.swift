/// Which of several findings decides about an entitlement (the merge rules of design section 4).
struct AccessDecision: Equatable {
  /// The finding that decides; `nil` when a waiting purchase does, or when there is nothing.
  var finding: Finding?
  /// The waiting purchase that decides.
  var pending: PendingPurchase?
  /// When access ends if nothing more happens; `nil`: never, or there is none.
  var accessEnd: Instant?
  /// The later period that carries access on beyond the deciding one; `nil`: none does.
  var continuation: Finding?

  var state: EntitlementState {
    if let finding { return finding.state }
    return pending == nil ? .notPurchased : .pending
  }

  var isEntitled: Bool { finding?.givesAccess ?? false }

  init(_ findings: [Finding], pending: [PendingPurchase], options: EntitlementOptions) {
    if let best = Self.bestAccess(findings) {
      finding = best
      follow(findings, options: options)
      return
    }
    let ended = Self.latestOfEachChain(findings)
    finding = ended.filter { $0.state == .unknown }.max(by: Self.isOlder)
    guard finding == nil else { return }
    self.pending = pending.first
    guard self.pending == nil else { return }
    finding =
      ended.filter { $0.state == .inBillingRetryPeriod }.max(by: Self.isOlder)
      ?? ended.filter { $0.lostDate != nil }.max(by: Self.isLostEarlier)
  }

  /// Rule E-6 first: for one product, what was bought is preferred to what is shared.
  private static func bestAccess(_ findings: [Finding]) -> Finding? {
    let held = findings.filter(\.givesAccess)
    let bought = Set(held.filter { !$0.isFamilyShared }.map(\.productID))
    return held.filter { !$0.isFamilyShared || !bought.contains($0.productID) }
      .max { isBetter($1, $0) }
  }

  /// No end before an end, the later end before the earlier.
  ///
  /// Billing retry, whose end nobody promised, comes after everything else. The rest only makes
  /// the choice the same every time.
  private static func isBetter(_ left: Finding, _ right: Finding) -> Bool {
    let (leftRetries, rightRetries) = (left.state, right.state)
    if (leftRetries == .inBillingRetryPeriod) != (rightRetries == .inBillingRetryPeriod) {
      return rightRetries == .inBillingRetryPeriod
    }
    if left.accessEnd != right.accessEnd {
      guard let leftEnd = left.accessEnd, let rightEnd = right.accessEnd else {
        return left.accessEnd == nil
      }
      return leftEnd > rightEnd
    }
    if left.state != right.state { return left.state == .active }
    if left.isFamilyShared != right.isFamilyShared { return right.isFamilyShared }
    return isOlder(right, left)
  }

  /// A chain is one subscription: where it gives no access, its latest period says why.
  ///
  /// One that was refunded before it began says nothing that an earlier one does not know better.
  private static func latestOfEachChain(_ findings: [Finding]) -> [Finding] {
    var latest: [TransactionID: Finding] = [:]
    for finding in findings where finding.state != .notPurchased {
      if let known = latest[finding.originalID], saysLess(finding, known) { continue }
      latest[finding.originalID] = finding
    }
    return latest.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func saysLess(_ left: Finding, _ right: Finding) -> Bool {
    if left.neverBegan != right.neverBegan { return left.neverBegan }
    return isOlder(left, right)
  }

  private static func isOlder(_ left: Finding, _ right: Finding) -> Bool {
    if left.startDate != right.startDate { return left.startDate < right.startDate }
    if left.transactionID != right.transactionID { return left.transactionID < right.transactionID }
    return left.productID < right.productID
  }

  private static func isLostEarlier(_ left: Finding, _ right: Finding) -> Bool {
    if left.lostDate != right.lostDate {
      return (left.lostDate?.milliseconds ?? .min) < (right.lostDate?.milliseconds ?? .min)
    }
    let order: [EntitlementState] = [.upgraded, .expired, .revoked]
    let (leftRank, rightRank) = (
      order.firstIndex(of: left.state), order.firstIndex(of: right.state)
    )
    if leftRank != rightRank { return (leftRank ?? 0) < (rightRank ?? 0) }
    return isOlder(left, right)
  }

  /// Case A02: periods that begin before access ends carry it on.
  ///
  /// Where the user named a time, only those that can have been known then: a day ahead (rule C-4).
  private mutating func follow(_ findings: [Finding], options: EntitlementOptions) {
    guard var end = finding?.accessEnd else { return }
    for next in findings.sorted(by: Self.isOlder) {
      let isKnown =
        options.clock != .argument
        || next.startDate.milliseconds(since: options.asOf) <= Instant.day
      let window = next.verdict == .purchasedLater && isKnown ? next.expiresDate : next.accessEnd
      guard let nextEnd = window, next.startDate <= end, nextEnd > end else { continue }
      end = nextEnd
      continuation = next
    }
    accessEnd = end
  }
}
