/// An offer code of a one-time product (rules O-8, N-5).
package struct ProductCode: Equatable, Sendable, Codable {
  package var code: OfferID
  /// Milliunits instead of the product's price; 0: free.
  package var price: Int64
  /// Who may redeem it: who never bought the product (`new`), did in the last 30 days (`existing`),
  /// or longer ago (`expired`); sorted.
  package var eligibility: [OfferEligibility]
}

extension StoreState {
  /// App Store Connect gets a code for a one-time product; a code of the same name is replaced.
  mutating func addCode(_ event: CodeEvent, in context: StoreContext) throws(StoreError) {
    guard let product = product(event.id) else { throw .unknownProduct(event.id) }
    guard product.subscription == nil else { throw .codeForSubscription(event.id) }
    let price = event.price?.milliunits ?? 0
    guard 0 <= price, price < product.price.milliunits, !event.code.rawValue.isEmpty else {
      throw .invalidCodePrice(event.id, product.price)
    }
    let chosen = Set(event.eligibility ?? OfferEligibility.allCases)
    let code = ProductCode(code: event.code, price: price, eligibility: chosen.sorted())
    var codes = header.productChanges[event.id]?.codes ?? []
    codes.removeAll { $0.code == event.code }
    codes.append(code)
    header.productChanges[event.id, default: ProductChange()].codes = codes
    let subject = ChangeSubject(event.id, key: "code", value: event.code.rawValue)
    context.output.send(change(.productChanged, of: subject, in: context))
  }

  /// A code is redeemed outside the app (rule O-8).
  mutating func redeem(_ event: RedeemEvent, in context: StoreContext) throws(StoreError) {
    if let failure = self[context.account].settings.failures[.offerCode] {
      throw .storeKit(failure)
    }
    let found = products.filter { product in
      (event.id == nil || event.id == product.id)
        && (product.codeOffer(event.code) != nil || oneTimeCode(event.code, of: product.id) != nil)
    }
    guard let product = found.first else { throw .unknownOffer(event.code) }
    if found.count > 1 { throw .ambiguous(event.code.rawValue, ids: found.map(\.id.rawValue)) }
    var attempt = PurchaseAttempt(
      event: PurchaseEvent(id: product.id),
      product: product,
      account: context.account,
      date: header.now,
      start: header.now,
      isOutside: true
    )
    if let code = product.codeOffer(event.code) {
      try requireEligibility(for: code, of: product, in: context)
      attempt.code = code
      attempt.event.billingPlan = code.billingPlanType
    } else if let code = oneTimeCode(event.code, of: product.id) {
      try requireEligibility(for: code, of: product, in: context)
      attempt.oneTimeCode = code
    }
    let result = try self.attempt(attempt, in: context)
    if let word = result.code, result.result == .failed {
      throw .storeKit(StoreKitFailure(rawValue: word) ?? .unknown)
    }
    self[context.account].redeemedCodes.append(
      RedeemedCode(productID: product.id, code: event.code)
    )
  }

  private func oneTimeCode(_ code: OfferID, of product: ProductID) -> ProductCode? {
    header.productChanges[product]?.codes?.first { $0.code == code }
  }

  private func requireEligibility(
    for code: Offer,
    of product: Product,
    in context: StoreContext
  ) throws(StoreError) {
    let reason = self[context.account].eligibility(
      for: code,
      of: product,
      at: header.now,
      rules: StoreRules(self)
    )
    if let reason, let id = code.id { throw .ineligible(id, reason) }
  }

  /// How long after a purchase a customer counts as a present one.
  private static let recentTime = 30 * Instant.day

  private func requireEligibility(
    for code: ProductCode,
    of product: Product,
    in context: StoreContext
  ) throws(StoreError) {
    let account = self[context.account]
    guard !account.redeemedCodes.contains(RedeemedCode(productID: product.id, code: code.code))
    else { throw .ineligible(code.code, .codeRedeemed) }
    let last: Transaction?
    do throws(HistoryFailure) {
      last = try context.history.newest(of: product.id, of: context.account) {
        $0.ownershipType != .familyShared
      }
    } catch {
      throw .history(error)
    }
    let customer: OfferEligibility
    let refusal: OfferIneligibility
    if let last {
      let isRecent = header.now.milliseconds(since: last.purchaseDate) < Self.recentTime
      customer = isRecent ? .existing : .expired
      refusal = isRecent ? .existingCustomersExcluded : .expiredCustomersExcluded
    } else {
      (customer, refusal) = (.new, .newCustomersExcluded)
    }
    guard code.eligibility.contains(customer) else { throw .ineligible(code.code, refusal) }
    let isOwned = account.owned.contains {
      $0.transaction.productID == product.id && $0.sharedBy == nil && !$0.isRevoked
    }
    if product.type == .nonConsumable, isOwned { throw .ineligible(code.code, .productOwned) }
  }
}
