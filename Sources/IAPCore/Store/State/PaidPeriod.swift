/// A paid period that stands beside the last one, with what it was sold as.
package struct PaidPeriod: Equatable, Sendable, Codable {
  /// In its latest version.
  package var transaction: Transaction
  package var plan: SubscriptionPlan
  /// Where its end was counted from.
  package var cycle: BillingCycle

  package init(transaction: Transaction, plan: SubscriptionPlan, cycle: BillingCycle) {
    self.transaction = transaction
    self.plan = plan
    self.cycle = cycle
  }
}
