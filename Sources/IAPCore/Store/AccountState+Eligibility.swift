extension AccountState {
  /// The introductory offer that this purchase gets by itself (rule O-1); `nil`: full price.
  func introductory(
    _ attempt: PurchaseAttempt,
    _ plan: SubscriptionPlan,
    _ rules: StoreRules
  ) -> Offer? {
    guard let group = attempt.product.subscription?.groupID else { return nil }
    let isEligible =
      attempt.event.introEligibility.map { $0 == .eligible }
      ?? (introductoryRefusal(in: group, at: attempt.date) == nil)
    guard isEligible else { return nil }
    return attempt.product.subscription?.introductoryOffers.first { $0.applies(to: plan) }
  }

  /// Why the customer gets no introductory offer of the group; `nil`: eligible.
  ///
  /// It is about the customer, whether or not a product has such an offer. A shared subscription
  /// does not count: once per paying customer.
  func introductoryRefusal(
    in group: SubscriptionGroupID,
    at date: Instant
  ) -> OfferIneligibility? {
    if let own = ownIndex(in: group), !subscriptions[own].hasLapsed(at: date) { return .subscribed }
    return usedIntroductoryOffers.contains(group) ? .introductoryOfferUsed : nil
  }

  /// Why an offer does not apply to this customer; `nil`: it does.
  func eligibility(
    for offer: Offer,
    of product: Product,
    at date: Instant,
    rules: StoreRules
  ) -> OfferIneligibility? {
    guard let group = product.subscription?.groupID else { return .neverSubscribed }
    switch offer.type {
    case .introductory: return introductoryRefusal(in: group, at: date)
    case .promotional: return subscriptions.contains(where: \.isOwn) ? nil : .neverSubscribed
    case .winBack:
      let criteria = rules.productChanges[product.id]?.winBackCriteria
      return winBackRefusal(of: offer, in: group, criteria: criteria, at: date)
    default: return codeRefusal(of: offer, product: product, group: group, at: date, rules: rules)
    }
  }

  /// Rule O-9: churned means expired with auto-renewal off.
  private func winBackRefusal(
    of offer: Offer,
    in group: SubscriptionGroupID,
    criteria: WinBackCriteria?,
    at date: Instant
  ) -> OfferIneligibility? {
    guard offer.isEligible else { return .switchedOff }
    guard let own = ownIndex(in: group) else { return .neverSubscribed }
    guard case .expired = subscriptions[own].phase else {
      let isOn = subscriptions[own].phase == .active(.on)
      return isOn && !subscriptions[own].hasLapsed(at: date) ? .subscribed : .notLapsed
    }
    let isShared = subscriptions.contains { $0.groupID == group && !$0.isOwn && $0.isLive }
    if isShared { return .sharedSubscription }
    return criteria?.refusal(of: subscriptions[own], at: date)
  }

  /// Rule O-8: who may redeem, once, and never downwards.
  private func codeRefusal(
    of offer: Offer,
    product: Product,
    group: SubscriptionGroupID,
    at date: Instant,
    rules: StoreRules
  ) -> OfferIneligibility? {
    if let id = offer.id,
      redeemedCodes.contains(RedeemedCode(productID: product.id, code: id))
    {
      return .codeRedeemed
    }
    guard let own = ownIndex(in: group) else {
      return offer.admits(.new) ? nil : .newCustomersExcluded
    }
    guard !subscriptions[own].hasLapsed(at: date) else {
      return offer.admits(.expired) ? nil : .expiredCustomersExcluded
    }
    guard offer.admits(.existing) else { return .existingCustomersExcluded }
    let plan = product.plan(offer.billingPlanType)
    let isSame = plan.productID == subscriptions[own].plan.productID
    // While the bank refuses there is no renewal to wait for: every plan begins at once (rule S-38).
    let isImmediate =
      subscriptions[own].isInRetry || subscriptions[own].isImmediate(plan, rules: rules)
    return isSame || isImmediate ? nil : .downgrade
  }

  /// The group's win-back offers that this customer could take, best first (rule O-9).
  ///
  /// Best is what saves most against the product's standard price; ties keep the catalogue's order.
  func eligibleWinBackOffers(
    in group: SubscriptionGroupID,
    at date: Instant,
    rules: StoreRules
  ) -> [OfferID] {
    var found: [(id: OfferID, saving: Int64)] = []
    for product in rules.products(of: group) where rules.isForSale(product.id) {
      for offer in product.subscription?.winBackOffers ?? [] {
        guard let id = offer.id, eligibility(for: offer, of: product, at: date, rules: rules) == nil
        else { continue }
        found.append((id, offer.saving(on: product)))
      }
    }
    // The standard sort is stable.
    return found.sorted { $0.saving > $1.saving }.map(\.id)
  }
}

extension Int64 {
  /// The product, or the greatest number: catalogues may ask for anything.
  fileprivate func saturatingTimes(_ other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}

extension Offer {
  /// An offer code without the list is for everybody.
  func admits(_ customer: OfferEligibility) -> Bool {
    eligibility.isEmpty || eligibility.contains(customer)
  }

  /// Milliunits that a customer saves by the whole offer.
  func saving(on product: Product) -> Int64 {
    let running = RunningOffer(self)
    let standard = product.subscription?.period.nominalDays ?? 1
    let covered = Int64(running.total.nominalDays)
    let usual = product.price.milliunits.saturatingTimes(covered) / Int64(max(1, standard))
    return usual - running.price.saturatingTimes(Int64(running.remaining))
  }
}
