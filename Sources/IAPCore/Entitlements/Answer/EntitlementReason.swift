/// Why an entitlement is as it is, as facts; the words are made where they are shown.
package enum EntitlementReason: Equatable, Sendable {
  /// This transaction decides.
  case decided(Finding)
  /// This transaction was looked at, and another one decides.
  case didNotDecide(Finding)
  /// No transaction of these products counts.
  case notPurchased([ProductID])
  /// A purchase that cannot be read may be of these products, so that nobody can say no (case I06).
  case leftOut([ProductID])
  /// Somebody has still to decide about the purchase.
  case pending(PendingPurchase)
  /// A later period is there already; access lasts at least until then (case A02).
  case continues(with: Finding, until: Instant)
  /// The developer's override stands above what would have been the answer.
  case overridden(isOn: Bool, instead: EntitlementState)
  /// By which clock, and when.
  case clock(ClockSource, Instant)
}
