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
    for place in payers(of: event.id) {
      applyPrice(event, at: place, isFrequent: isFrequent)
      tellPriceIncrease(at: place, output: context.output)
    }
  }

  /// Whose renewals follow the product's price, in order of creation (rule X-7).
  ///
  /// Also those who chose another plan for the renewal: the price is theirs if they come back.
  private func payers(of product: ProductID) -> [SubscriptionPlace] {
    accounts.values.sorted { $0.ordinal < $1.ordinal }.flatMap { account in
      account.subscriptions.indices.filter { index in
        let subscription = account.subscriptions[index]
        return subscription.isOwn && subscription.isLive
          && [subscription.pending, subscription.kept].contains {
            $0?.follows(priceOf: product) == true
          }
      }.map { SubscriptionPlace(account: account.name, index: $0) }
    }
  }

  private mutating func applyPrice(
    _ event: PriceEvent,
    at place: SubscriptionPlace,
    isFrequent: Bool
  ) {
    func applied(_ pending: PendingRenewal) -> PendingRenewal {
      guard pending.follows(priceOf: event.id) else { return pending }
      var pending = pending
      pending.changePrice(
        to: event.amount.milliunits,
        consent: event.consent,
        isFrequent: isFrequent
      )
      return pending
    }
    let subscription = self[place.account].subscriptions[place.index]
    self[place.account].subscriptions[place.index].pending = applied(subscription.pending)
    self[place.account].subscriptions[place.index].kept = subscription.kept.map(applied)
  }

  /// Tells of an increase as soon as somebody would be charged it (rules N-60...N-62).
  ///
  /// Who cancelled, or chose another plan, hears of it when he switches on again or comes back.
  mutating func tellPriceIncrease(at place: SubscriptionPlace, output: ChangeOutput) {
    let subscription = self[place.account].subscriptions[place.index]
    guard subscription.autoRenews, let increase = subscription.priceIncrease,
      increase.isUntold == true
    else { return }
    self[place.account].subscriptions[place.index].priceIncrease?.isUntold = nil
    announce(
      increase.status == .pending
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
    let place = try pendingIncrease(operand, in: context)
    self[place.account].subscriptions[place.index].endPriceIncrease(.agreed)
    tellPriceIncrease(at: place, output: context.output)
  }

  /// The customer does not agree: auto-renewal goes off (rules N-63, S-41).
  mutating func dissent(_ operand: String, in context: StoreContext) throws(StoreError) {
    let place = try pendingIncrease(operand, in: context)
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
  ) throws(StoreError) -> SubscriptionPlace {
    let place = try resolveOwnSubscription(operand, in: context)
    let subscription = self[place.account].subscriptions[place.index]
    guard subscription.isLive, subscription.autoRenews,
      subscription.priceIncrease?.status == .pending
    else { throw .noPriceIncrease(subscription.originalID) }
    return place
  }
}
