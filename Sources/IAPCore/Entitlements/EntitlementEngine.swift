/// Who has access to what, and why: a pure function of what was received and of the time.
///
/// The simulated store, a receipt, verifyReceipt's JSON and a file of signed transactions from
/// production all go through this one function. The order of what was received never matters.
package struct EntitlementEngine: Sendable {
  private let facts: PurchaseFacts
  private let map: EntitlementMap?
  private let types: [ProductID: ProductType]
  private let overrides: EntitlementOverrides
  private let options: EntitlementOptions
  private let clockWarnings: [EntitlementWarning]
  /// Every product that the catalogue, the map or a purchase names, in order.
  private let knownProducts: [ProductID]
  private let boughtProducts: Set<ProductID>

  /// Prepares the answers.
  ///
  /// - Parameters:
  ///   - facts: What is known of the purchases.
  ///   - map: Which products give what; `nil`: every product stands for itself.
  ///   - types: What the catalogue knows; empty where there is none.
  ///   - overrides: The developer's overrides; only a store that allows them hands any over.
  ///   - options: When, by which clock, for whom.
  package init(
    facts: PurchaseFacts,
    map: EntitlementMap? = nil,
    types: [ProductID: ProductType] = [:],
    overrides: EntitlementOverrides = EntitlementOverrides(),
    options: EntitlementOptions
  ) {
    self.facts = facts
    self.map = map
    self.types = types
    self.overrides = overrides
    (self.options, clockWarnings) = Self.trusted(options, facts: facts)
    let mapped = map.map { $0.entitlements.values.flatMap(\.self) + $0.nonRenewing.keys } ?? []
    boughtProducts = facts.boughtProducts.union(options.leftOut.products)
    knownProducts = Set(types.keys).union(boughtProducts).union(facts.pending.map(\.productID))
      .union(mapped).sorted()
  }

  /// Case K01: a clock behind what is known already is not believed; a time that was named is.
  private static func trusted(
    _ options: EntitlementOptions,
    facts: PurchaseFacts
  ) -> (EntitlementOptions, [EntitlementWarning]) {
    var trusted = options
    var warnings: [EntitlementWarning] = []
    if options.clock != .argument, facts.asOfDate > options.asOf {
      trusted.asOf = facts.asOfDate
      let back = facts.asOfDate.milliseconds(since: options.asOf)
      warnings.append(.clockWentBack(milliseconds: back, trusted: facts.asOfDate))
    }
    if options.clock == .argument, let storeClock = options.storeClock, storeClock < options.asOf {
      warnings.append(.afterStoreClock(storeClock))
    }
    if options.isOffline, facts.asOfDate < trusted.asOf {
      warnings.append(.offline(since: facts.asOfDate))
    }
    return (trusted, warnings)
  }

  /// Answers a question; unknown names are named, and the others are answered all the same.
  package func answer(_ question: EntitlementQuestion) -> EntitlementAnswer {
    let judge = ProductJudge(facts, map: map, types: types, options: options)
    let asked = question.names + question.required
    let isEverything = asked.isEmpty
    let names = isEverything ? defaultNames(judge) : Set(asked).sorted { $0.isBefore($1) }
    var warnings = clockWarnings
    var entitlements: [Entitlement] = []
    var unknown: [EntitlementAnswer.UnknownName] = []
    for name in names {
      if let products = products(of: name) ?? productTaken(for: name) {
        if !isKnown(name) {
          let near = NearNames.of(name, among: knownNames())
          warnings.append(.takenForProduct(ProductID(name), near: near))
        }
        entitlements.append(entitlement(name, products, judge, &warnings))
      } else {
        let near = NearNames.of(name, among: knownNames())
        unknown.append(EntitlementAnswer.UnknownName(name: name, near: near))
      }
    }
    var known: Set<EntitlementWarning> = []
    let report = EntitlementReport(
      asOf: options.asOf,
      clock: options.clock,
      entitlements: entitlements,
      warnings: warnings.filter { known.insert($0).inserted }
    )
    let outcome = unknown.isEmpty ? Self.outcome(of: question, entitlements) : .notFound
    return EntitlementAnswer(report: report, unknownNames: unknown, outcome: outcome)
  }

  /// True: a name of the map, or a product that the catalogue, the map or a purchase knows.
  package func isKnown(_ name: String) -> Bool { products(of: name) != nil }

  private static func outcome(
    of question: EntitlementQuestion,
    _ entitlements: [Entitlement]
  ) -> EntitlementAnswer.Outcome {
    let required = entitlements.filter { question.required.contains($0.name) }
    if let expected = question.expected {
      let asked = question.required.isEmpty ? entitlements : required
      guard !asked.isEmpty else { return .nothingToJudge }
      return asked.allSatisfy { $0.state == expected } ? .yes : .no
    }
    if required.contains(where: { !$0.isEntitled && $0.state != .unknown }) { return .no }
    return required.contains { !$0.isEntitled } ? .cannotTell : .yes
  }

  /// The map's names; without a map every product but consumables.
  private func defaultNames(_ judge: ProductJudge) -> [String] {
    if let map { return map.names }
    return knownProducts.filter { judge.type(of: $0) != .consumable }.map(\.rawValue)
  }

  private func knownNames() -> [String] {
    (map?.names ?? []) + knownProducts.map(\.rawValue)
  }

  /// A name of the map first, then a product; `nil`: neither.
  private func products(of name: String) -> [ProductID]? {
    if let products = map?.entitlements[name] { return products }
    let product = ProductID(name)
    return knownProducts.contains(product) ? [product] : nil
  }

  /// Without a map and a catalogue any name may be that of a product that was never bought.
  private func productTaken(for name: String) -> [ProductID]? {
    map == nil && types.isEmpty && options.takesNamesForProducts ? [ProductID(name)] : nil
  }

  private func entitlement(
    _ name: String,
    _ products: [ProductID],
    _ judge: ProductJudge,
    _ warnings: inout [EntitlementWarning]
  ) -> Entitlement {
    var findings: [Finding] = []
    for product in products.sorted() {
      let judged = judge.judge(product)
      findings += judged.findings
      warnings += judged.warnings
      if isUnheardOf(product) {
        warnings.append(.unknownProductInMap(product, entitlement: name))
      }
    }
    let pending = facts.pending.filter { waiting in
      products.contains(waiting.productID) && judge.type(of: waiting.productID) != .consumable
    }
    let decision = AccessDecision(findings, pending: pending, options: options)
    if case .inGracePeriod(let end)? = decision.finding?.verdict, let finding = decision.finding {
      warnings.append(.billingProblem(finding.productID, graceEnd: end))
    }
    var entitlement = Entitlement(name: name, decision: decision)
    entitlement.reasons = reasons(decision, findings, products)
    if !entitlement.isEntitled, options.leftOut.concerns(products) {
      entitlement.state = .unknown
      entitlement.reasons.insert(.leftOut(products.sorted()), at: 0)
    }
    return overrides.applied(to: entitlement)
  }

  /// A product of the map that a catalogue should know and does not; without one nothing can tell.
  private func isUnheardOf(_ product: ProductID) -> Bool {
    !types.isEmpty && types[product] == nil && !boughtProducts.contains(product)
  }

  private func reasons(
    _ decision: AccessDecision,
    _ findings: [Finding],
    _ products: [ProductID]
  ) -> [EntitlementReason] {
    var reasons: [EntitlementReason] = []
    if let finding = decision.finding {
      reasons.append(.decided(finding))
    } else if let pending = decision.pending {
      reasons.append(.pending(pending))
    } else {
      reasons.append(.notPurchased(products.sorted()))
    }
    if let later = decision.continuation, let end = decision.accessEnd {
      reasons.append(.continues(with: later, until: end))
    }
    reasons.append(.clock(options.clock, options.asOf))
    reasons += findings.filter { $0 != decision.finding }.map { .didNotDecide($0) }
    return reasons
  }
}
