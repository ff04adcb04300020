/// SwiftyStoreKit's three questions about received purchases, answered as design section 5 has them.
///
/// `verifyPurchase`, `verifySubscription`, and with several products `verifySubscriptions` of a
/// group. The rules are the entitlement engine's: half-open periods, grace counts, an upgrade ends
/// the earlier product.
package struct PurchaseCheck: Equatable, Sendable {
  /// Which question is asked; without one it follows from whether the items have an expiry.
  package enum Question: Equatable, Sendable {
    case autoRenewable
    /// The length that the App Store does not keep; the newest purchase counts.
    case nonRenewing(CalendarDuration)
  }

  package enum Result: String, Codable, Sendable, CaseIterable {
    case purchased
    case expired
    case revoked
    case notPurchased
  }

  /// What was asked about, in order, each once: the products of one group, of which any answers.
  package var products: [ProductID]
  package var result: Result
  /// The product that decides; `nil`: none was bought.
  package var productID: ProductID?
  /// The end of the deciding period, or of its access where an upgrade ended it; `nil`: no end.
  package var expiresDate: Instant?
  /// Every unrevoked transaction of the asked products, expired ones too, newest first, each once.
  package var transactionIDs: [TransactionID]
  /// What decides, with its dates; `nil`: none was bought.
  package var deciding: Finding?
  /// What the reader of the data cannot have said already.
  package var warnings: [EntitlementWarning]

  /// Answers the question from everything that was received.
  ///
  /// - Parameters:
  ///   - data: The transactions and renewal infos that may be believed.
  ///   - products: One product, or the products of a group.
  ///   - question: `nil`: a subscription where the item has an expiry, else a lasting purchase.
  ///   - asOf: The time of the answer.
  ///   - clock: With a named time later revocations do not count; otherwise they always do.
  package init(
    _ data: PurchaseData,
    products: [ProductID],
    question: Question? = nil,
    asOf: Instant,
    clock: ClockSource
  ) {
    let facts = PurchaseFacts.gather(data, asOf: asOf).facts
    let options = EntitlementOptions(asOf: asOf, clock: clock)
    let judge = CheckJudge(facts: facts, question: question, options: options)
    self.products = Set(products).sorted()
    let findings = self.products.flatMap(judge.findings)
    let decision = AccessDecision(findings, pending: [], options: options)
    deciding = decision.finding
    productID = decision.finding?.productID
    (result, expiresDate) = Self.result(of: decision)
    transactionIDs = judge.unrevoked(of: Set(products))
    warnings = judge.warnings(of: Set(products).sorted())
  }

  private static func result(of decision: AccessDecision) -> (Result, Instant?) {
    guard let finding = decision.finding else { return (.notPurchased, nil) }
    if finding.givesAccess { return (.purchased, finding.expiresDate) }
    switch finding.state {
    case .revoked: return (.revoked, finding.expiresDate)
    case .upgraded: return (.expired, finding.lostDate)
    default: return (.expired, finding.expiresDate)
    }
  }
}

/// Finds what the transactions say, by the question that is asked.
private struct CheckJudge {
  let facts: PurchaseFacts
  let question: PurchaseCheck.Question?
  let options: EntitlementOptions

  func findings(of product: ProductID) -> [Finding] {
    let states = facts.products.filter { $0.productID == product }
    switch question {
    case .autoRenewable?: return subscriptionFindings(of: product, states)
    case .nonRenewing(let duration)?:
      let rule = EntitlementMap.Duration(duration, overlap: .latest)
      return NonRenewingPurchases(states[...], rule: rule, options: options).findings()
    case nil:
      guard states.contains(where: { $0.expiresDate != nil }) else {
        return LastingPurchases(states[...], options: options).findings()
      }
      return subscriptionFindings(of: product, states)
    }
  }

  private func subscriptionFindings(
    of product: ProductID,
    _ states: [ProductState]
  ) -> [Finding] {
    Set(states.map(\.originalID)).sorted().flatMap { id in
      SubscriptionChain(
        facts.products.filter { $0.originalID == id },
        renewal: facts.renewals.first { $0.originalID == id },
        options: options,
        allowsRetryAccess: false
      ).findings(of: product)
    }
  }

  func unrevoked(of products: Set<ProductID>) -> [TransactionID] {
    facts.products
      .filter { state in
        let isKnown =
          options.clock != .argument
          || state.purchaseDate.milliseconds(since: options.asOf) <= Instant.day
        return products.contains(state.productID) && isKnown
          && !(Revocation(state).map(options.counts) ?? false)
      }
      .sorted { ($1.purchaseDate, $1.transactionID) < ($0.purchaseDate, $0.transactionID) }
      .map(\.transactionID)
  }

  func warnings(of products: [ProductID]) -> [EntitlementWarning] {
    products.flatMap { product in
      let judge = ProductJudge(facts, map: nil, types: [:], options: options)
      return judge.judge(product).warnings.filter { warning in
        switch warning {
        case .missingExpiry, .purchasedLater: true
        default: false
        }
      }
    }
  }
}
