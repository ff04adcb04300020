/// What is pending for the next renewal, as one value (rules S-4, S-6, B-21, C-15).
///
/// A change of plan that waits lays another one over it; taking the change back returns it (S-34).
package struct PendingRenewal: Equatable, Sendable, Codable {
  package var next: NextPeriod
  /// The token that the renewal will carry; `nil`: none.
  package var appAccountToken: String?
  package var priceIncrease: PriceIncrease?

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case next
    case appAccountToken
    case priceIncrease
  }

  package init(next: NextPeriod, appAccountToken: String?, priceIncrease: PriceIncrease? = nil) {
    self.next = next
    self.appAccountToken = appAccountToken
    self.priceIncrease = priceIncrease
  }

  /// Whether its charges follow the product's price; those of a monthly billing plan have their own.
  func follows(priceOf product: ProductID) -> Bool {
    next.plan.productID == product && next.plan.commitmentPrice == nil
  }
}
