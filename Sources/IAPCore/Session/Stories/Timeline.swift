/// The life of an account's purchases on one time axis: what `iap timeline` draws.
package struct Timeline: Equatable, Sendable {
  /// The store's clock.
  package var now: Instant
  /// One for each subscription and each other product, in the order of their first purchase.
  package var lanes: [Lane]

  package init(now: Instant, lanes: [Lane]) {
    self.now = now
    self.lanes = lanes
  }

  /// One subscription with all its plans, or one product.
  package struct Lane: Equatable, Sendable {
    /// The original transaction's id for a subscription; the product's id for the others.
    package var id: String
    /// The products that stand in it, in the order of their first period.
    package var products: [ProductID]
    package var isSubscription: Bool
    package var periods: [Period]
    package var marks: [Mark]
  }

  /// A stretch of time in which something was so.
  package struct Period: Equatable, Sendable {
    package var product: ProductID
    package var kind: Kind
    package var start: Instant
    /// `nil`: it never ends.
    package var end: Instant?
    /// Milliunits and currency; `nil`: nothing was charged for this stretch, or it is not known.
    package var price: Charge?

    /// What the customer has in a period; the order is that of a legend.
    package enum Kind: String, Sendable, CaseIterable {
      case paid
      case trial
      case offer
      case shared
      case grace
      case retry
      /// No access between two runs of the same subscription.
      case lapsed
      /// Paid, but taken back: from the refund or revocation to the expiry that was promised.
      case revoked
    }
  }

  /// What a period cost.
  package struct Charge: Equatable, Sendable {
    package var milliunits: Int64
    /// ISO 4217; `nil`: unknown.
    package var currency: String?
  }

  /// Something that happened at one moment.
  package struct Mark: Equatable, Sendable {
    package var date: Instant
    package var kind: StoreChange.Kind
    package var product: ProductID?
    /// The product that the next period will have, for changes of plan.
    package var nextProduct: ProductID?
    /// What the next period will cost, for changes of price.
    package var nextPrice: Charge?
    /// When the running period ends after the change, for extensions.
    package var newEnd: Instant?
    /// What began with it, until when, and at which price; `nil`: nothing began.
    package var period: Period?
  }
}

extension Timeline {
  /// From the first moment in it to the later of the clock and the last known end.
  package var span: ClosedRange<Instant> {
    let starts = lanes.flatMap { $0.periods.map(\.start) + $0.marks.map(\.date) }
    let ends = lanes.flatMap { $0.periods.compactMap(\.end) + $0.marks.map(\.date) }
    let first = starts.min() ?? now
    return min(first, now)...max(now, ends.max() ?? now)
  }

  /// Only the lanes that the words name: ids of lanes, transactions' originals or products.
  package func limited(to names: [String]) -> Timeline {
    guard !names.isEmpty else { return self }
    return Timeline(
      now: now,
      lanes: lanes.filter { lane in
        names.contains(lane.id) || lane.products.contains { names.contains($0.rawValue) }
      }
    )
  }
}
