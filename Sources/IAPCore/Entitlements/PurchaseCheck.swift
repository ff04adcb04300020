/// SwiftyStoreKit's three questions about received purchases, answered as design section 5 has them.
///
/// `verifyPurchase`, `verifySubscription`, and with several products `verifySubscriptions` of a
/// group. The rules are the entitlement engine's: half-open periods, grace counts, an upgrade ends
/// the earlier product.
package struct PurchaseCheck: Equatable, Sendable {
  /// Which question is asked; without one it follows from what the data says of the product: a
  /// subscription where it is known as one or has an expiry, else a lasting purchase.
  package enum Question: Equatable, Sendable {
    case autoRenewable
    /// The length that the App Store does not keep; the newest purchase counts, and an end that the
    /// data has nevertheless is never passed.
    case nonRenewing(CalendarDuration)
    /// As without a question, but what would be a lasting purchase is of this length.
    case lasting(CalendarDuration)
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
  /// When access ends if nothing more happens, a grace period included; `nil`: never, or there is
  /// none.
  package var entitledUntilDate: Instant?
  /// The refund or the end of sharing that decides; `nil`: none does.
  package var revocation: Revocation?
  /// The time of the answer; `nil`: the data does not say when it is from, and the answer would be
  /// the same at any later time.
  package var asOf: Instant?
  package var clock: ClockSource
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
    let (facts, copyWarnings) = PurchaseFacts.gather(data, asOf: asOf)
    let options = EntitlementOptions(asOf: asOf, clock: clock)
    let judge = CheckJudge(facts: facts, question: question, options: options)
    self.products = Set(products).sorted()
    self.asOf = asOf
    self.clock = clock
    let findings = self.products.flatMap(judge.findings)
    let decision = AccessDecision(findings, pending: [], options: options)
    deciding = decision.finding
    productID = decision.finding?.productID
    (result, expiresDate) = Self.result(of: decision)
    entitledUntilDate = decision.accessEnd
    if case .revoked(let revocation)? = decision.finding?.verdict { self.revocation = revocation }
    transactionIDs = judge.unrevoked(of: Set(products))
    warnings = judge.warnings(of: self.products) + judge.warnings(copyWarnings, of: self.products)
    if case .inGracePeriod(let end)? = decision.finding?.verdict, let productID {
      warnings.append(.billingProblem(productID, graceEnd: end))
    }
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
  private let facts: PurchaseFacts
  private let question: PurchaseCheck.Question?
  private let options: EntitlementOptions
  private let judge: ProductJudge

  init(facts: PurchaseFacts, question: PurchaseCheck.Question?, options: EntitlementOptions) {
    self.facts = facts
    self.question = question
    self.options = options
    judge = ProductJudge(facts, map: nil, types: [:], options: options)
  }

  func findings(of product: ProductID) -> [Finding] {
    let states = facts.products.filter { $0.productID == product }
    switch question {
    case .autoRenewable?: return subscriptionFindings(of: product, states)
    case .nonRenewing(let duration)?: return passFindings(states, duration)
    case .lasting(let duration)?:
      return isSubscription(product, states)
        ? subscriptionFindings(of: product, states) : passFindings(states, duration)
    case nil:
      return isSubscription(product, states)
        ? subscriptionFindings(of: product, states)
        : LastingPurchases(states[...], options: options).findings()
    }
  }

  /// A subscription without an expiry is one nevertheless: malformed, never lasting (case I08).
  private func isSubscription(_ product: ProductID, _ states: [ProductState]) -> Bool {
    judge.type(of: product) == .autoRenewable || states.contains { $0.expiresDate != nil }
  }

  private func passFindings(_ states: [ProductState], _ duration: CalendarDuration) -> [Finding] {
    let rule = EntitlementMap.Duration(duration, overlap: .latest)
    return NonRenewingPurchases(states[...], rule: rule, options: options).findings()
  }

  private func subscriptionFindings(
    of product: ProductID,
    _ states: [ProductState]
  ) -> [Finding] {
    Set(states.map(\.originalID)).sorted().flatMap { id in
      SubscriptionChain(
        facts.products.indices.filter { facts.products[$0].originalID == id },
        of: facts.products,
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
      let states = facts.products.filter { $0.productID == product }
      return judge.judge(product).warnings.compactMap { warning -> EntitlementWarning? in
        switch (warning, question) {
        case (.missingExpiry, .nonRenewing?): nil
        case (.missingExpiry, _), (.purchasedLater, _): warning
        case (.noDuration, nil): .noDurationAsked(product)
        default: nil
        }
      } + (states.isEmpty ? [] : typeWarnings(product, states))
    }
  }

  /// That the question is for another type of product than the data has, or that an item without
  /// an end is none of a subscription that was asked about.
  private func typeWarnings(
    _ product: ProductID,
    _ states: [ProductState]
  ) -> [EntitlementWarning] {
    let type = judge.type(of: product)
    switch question {
    case .autoRenewable?:
      if let type, type != .autoRenewable { return [.otherType(product, type)] }
      guard type == nil else { return [] }
      return states.filter { $0.expiresDate == nil }
        .map { .missingExpiry($0.transactionID, product) }
    case .nonRenewing?:
      if let type, type != .nonRenewable { return [.otherType(product, type)] }
      return []
    case .lasting?, nil: return []
    }
  }

  /// What is to be said of copies of the asked products' transactions.
  func warnings(
    _ warnings: [EntitlementWarning],
    of products: [ProductID]
  ) -> [EntitlementWarning] {
    let asked = Set(facts.products.filter { products.contains($0.productID) }.map(\.transactionID))
    return warnings.filter { warning in
      if case .conflictingCopies(let id) = warning { asked.contains(id) } else { false }
    }
  }
}
