extension StoreState {
  /// The price of a product changes in App Store Connect (rules B-20...B-25).
  mutating func changePrice(_ event: PriceEvent, in context: StoreContext) throws(StoreError) {
    guard let product = product(event.id) else { throw .unknownProduct(event.id) }
    let storefront = Storefronts.find(self[context.account].settings.storefront)
    if let currency = storefront?.currencyCode,
      !PriceFormatter.isPayable(event.amount, currency: currency)
    {
      throw .invalidPrice(event.id, event.amount, currency: currency)
    }
    let isIncrease = event.amount.milliunits > product.price.milliunits
    let last = header.productChanges[event.id]?.lastIncreaseDate
    let isFrequent = last.map { header.now < $0.adding(CalendarDuration(months: 12)) } ?? false
    var change = header.productChanges[event.id] ?? ProductChange()
    change.price = event.amount
    if isIncrease { change.lastIncreaseDate = header.now }
    header.productChanges[event.id] = change
    let subject = ChangeSubject(event.id, value: event.amount.text)
    context.output.send(self.change(.priceChanged, of: subject, in: context))
    guard event.preserveExisting != true else { return }
    for place in leavers(of: event.id) {
      self[place.account].subscriptions[place.index].plan.price = event.amount.milliunits
    }
    for place in payers(of: event.id) {
      applyPrice(event, at: place, isFrequent: isFrequent, output: context.output)
    }
  }

  /// Who will be charged the product's price next, in order of creation (rule X-7).
  private func payers(of product: ProductID) -> [SubscriptionPlace] {
    places { $0.next.plan.productID == product && $0.next.plan.commitmentPrice == nil }
  }

  /// Who has the product and chose another one for the renewal: they are charged the new price if
  /// they come back, which is buying (rule S-34), and are told nothing.
  private func leavers(of product: ProductID) -> [SubscriptionPlace] {
    places {
      $0.plan.productID == product && $0.plan.commitmentPrice == nil
        && !$0.next.plan.isSame(as: $0.plan)
    }
  }

  /// Running subscriptions of those who pay, in order of creation (rule X-7).
  ///
  /// Charges under a monthly billing plan have a price of their own.
  private func places(where isWanted: (Subscription) -> Bool) -> [SubscriptionPlace] {
    accounts.values.sorted { $0.ordinal < $1.ordinal }.flatMap { account in
      account.subscriptions.indices.filter { index in
        let subscription = account.subscriptions[index]
        return subscription.isOwn && subscription.isLive && isWanted(subscription)
      }.map { SubscriptionPlace(account: account.name, index: $0) }
    }
  }

  private mutating func applyPrice(
    _ event: PriceEvent,
    at place: SubscriptionPlace,
    isFrequent: Bool,
    output: ChangeOutput
  ) {
    let amount = event.amount.milliunits
    let subscription = self[place.account].subscriptions[place.index]
    let present = subscription.next.plan.price
    guard amount > present || (amount == present && event.consent == .required) else {
      self[place.account].subscriptions[place.index].priceIncrease = nil
      self[place.account].subscriptions[place.index].setPrice(amount)
      return
    }
    let needsConsent =
      event.consent.map { $0 == .required }
      ?? subscription.needsConsent(to: amount, isFrequent: isFrequent)
    let increase = PriceIncrease(status: needsConsent ? .pending : .accepted, price: amount)
    guard subscription.autoRenews else {
      // Nobody is told who will not be charged; the question waits until they switch it on again.
      self[place.account].subscriptions[place.index].priceIncrease = needsConsent ? increase : nil
      if !needsConsent { self[place.account].subscriptions[place.index].setPrice(amount) }
      return
    }
    self[place.account].subscriptions[place.index].priceIncrease = increase
    if !needsConsent { self[place.account].subscriptions[place.index].setPrice(amount) }
    announce(
      needsConsent
        ? Announcement(.priceIncreasePending, .priceIncrease, .pending).toOwnerOnly
        : Announcement(.priceIncreaseAccepted, .priceIncrease, .accepted).toOwnerOnly,
      at: place,
      on: header.now,
      rules: StoreRules(self),
      output: output
    )
  }

  /// The customer agrees to the higher price (rule N-61).
  mutating func consent(_ operand: String, in context: StoreContext) throws(StoreError) {
    let (place, increase) = try pendingIncrease(operand, in: context)
    self[place.account].subscriptions[place.index].setPrice(increase.price)
    self[place.account].subscriptions[place.index].priceIncrease?.status = .accepted
    announce(
      Announcement(.priceIncreaseAccepted, .priceIncrease, .accepted).toOwnerOnly,
      at: place,
      on: header.now,
      rules: StoreRules(self),
      output: context.output
    )
  }

  /// The customer does not agree: auto-renewal goes off (rules N-63, S-41).
  mutating func dissent(_ operand: String, in context: StoreContext) throws(StoreError) {
    let (place, _) = try pendingIncrease(operand, in: context)
    let rules = StoreRules(self)
    announce(
      Announcement(.priceIncreaseDeclined).toOwnerOnly,
      at: place,
      on: header.now,
      rules: rules,
      output: context.output
    )
    endRenewal(at: place, on: header.now, rules: rules, output: context.output)
  }

  private func pendingIncrease(
    _ operand: String,
    in context: StoreContext
  ) throws(StoreError) -> (SubscriptionPlace, PriceIncrease) {
    let place = try resolveOwnSubscription(operand, in: context)
    let subscription = self[place.account].subscriptions[place.index]
    guard subscription.isLive, subscription.autoRenews, let increase = subscription.priceIncrease,
      increase.status == .pending
    else { throw .noPriceIncrease(subscription.originalID) }
    return (place, increase)
  }
}

extension Subscription {
  /// Rule B-20: a second increase within a year, or one of more than both 50 % and 5 (50 a year)
  /// units of the currency.
  func needsConsent(to amount: Int64, isFrequent: Bool) -> Bool {
    let present = next.plan.price
    let limit: Int64 = next.plan.duration.nominalDays >= 360 ? 50_000 : 5000
    return isFrequent || (amount * 2 > present * 3 && amount - present > limit)
  }
}
