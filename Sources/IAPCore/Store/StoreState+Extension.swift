extension StoreState {
  /// The renewal date moves: one subscription, or every subscriber of a product (rules ).
  mutating func extend(_ event: ExtendEvent, in context: StoreContext) throws(StoreError) {
    if event.all == true { return try extendAll(event, in: context) }
    let place = try resolveOwnSubscription(event.subscription, in: context)
    let id = self[place.account].subscriptions[place.index].originalID
    if let refusal = refusal(of: event) ?? refusal(of: event, at: place) {
      throw .extensionRefused(id, refusal)
    }
    try extend(at: place, by: event.days, in: context)
  }

  /// What is wrong with the request itself.
  private func refusal(of event: ExtendEvent) -> ExtensionRefusal? {
    guard (1...90).contains(event.days) else { return .invalidExtensionDays }
    guard (0...3).contains(event.reasonCode ?? 0) else { return .invalidExtensionReason }
    let identifier = event.requestIdentifier ?? "-"
    guard (1...128).contains(identifier.unicodeScalars.count) else {
      return .invalidRequestIdentifier
    }
    return nil
  }

  /// What stands against it for one subscriber: a paid period must run, twice in 365 days at most.
  private func refusal(
    of event: ExtendEvent,
    at place: SubscriptionPlace
  ) -> ExtensionRefusal? {
    let subscription = self[place.account].subscriptions[place.index]
    switch subscription.state(at: header.now) {
    case .subscribed, .inGracePeriod: break
    default: return .extensionOfInactive
    }
    if subscription.present.price == 0 { return .extensionOfFreeOffer }
    let year = header.now.adding(milliseconds: -365 * Instant.day)
    let recent = self[place.account].extensionDates.filter { $0 > year }
    return recent.count < 2 ? nil : .extensionLimitReached
  }

  /// The running period gets its later end; the app hears of it under the same id (row N-90).
  private mutating func extend(
    at place: SubscriptionPlace,
    by days: Int,
    in context: StoreContext
  ) throws(StoreError) {
    let rules = StoreRules(self)
    let amount = Int64(days) * Instant.day
    let year = header.now.adding(milliseconds: -365 * Instant.day)
    self[place.account].extensionDates.removeAll { $0 <= year }
    self[place.account].extensionDates.append(header.now)
    let end = self[place.account].subscriptions[place.index].expiresDate
      .adding(milliseconds: amount)
    self[place.account].subscriptions[place.index].latest.expiresDate = end
    self[place.account].subscriptions[place.index].moveAnchor(to: end, rules: rules)
    self[place.account].subscriptions[place.index].leaveRetry(at: header.now)
    self[place.account].subscriptions[place.index].moveCommitmentEnd(rules)
    let revised = self[place.account].subscriptions[place.index].latest
    self[place.account].replaceLive(revised)
    let told = context.output.kept.count
    announce(
      Announcement(.extended, .renewalExtended).revising(.renewal),
      at: place,
      on: header.now,
      rules: rules,
      output: context.output
    )
    try reviseRestored(after: told, in: context)
  }

  /// Each subscriber on its own, then the summary (rules N-91...N-93).
  private mutating func extendAll(
    _ event: ExtendEvent,
    in context: StoreContext
  ) throws(StoreError) {
    let product = ProductID(event.subscription)
    guard self.product(product) != nil else { throw .unknownProduct(product) }
    let storefronts = try event.storefronts.map(Self.known)
    header.massExtensions += 1
    let identifier = event.requestIdentifier ?? massExtensionID()
    if let refusal = refusal(of: event) {
      throw .extensionRefused(TransactionID(product.rawValue), refusal)
    }
    let rules = StoreRules(self)
    var (succeeded, failed) = (0, 0)
    for place in subscribers(of: product, storefronts: storefronts) {
      if refusal(of: event, at: place) == nil {
        try extend(at: place, by: event.days, in: context)
        succeeded += 1
      } else {
        announce(
          Announcement(.extensionFailed, .renewalExtension, .failure).toOwnerOnly,
          at: place,
          on: header.now,
          rules: rules,
          output: context.output
        )
        failed += 1
      }
    }
    var summary = NotificationSummary(
      requestIdentifier: identifier,
      environment: configuration.environment,
      bundleID: configuration.bundleID,
      productID: product,
      succeededCount: succeeded,
      failedCount: failed
    )
    summary.appAppleID = configuration.signedAppAppleID
    summary.storefrontCountryCodes = storefronts
    sendSummary(summary, rules: rules, in: context)
  }

  /// The alpha-3 codes of storefronts; all of them must exist.
  private static func known(_ codes: [String]) throws(StoreError) -> [String] {
    var known: [String] = []
    for code in codes {
      guard let storefront = Storefronts.find(code) else { throw .unknownStorefront(code) }
      known.append(storefront.countryCode)
    }
    return known
  }

  private func massExtensionID() -> String {
    IdentifierSource(seed: header.seed).uuid(
      account: "",
      kind: "massExtension",
      counter: header.massExtensions
    )
  }

  private mutating func sendSummary(
    _ summary: NotificationSummary,
    rules: StoreRules,
    in context: StoreContext
  ) {
    var notification = ServerNotification(
      type: .renewalExtension,
      subtype: .summary,
      uuid: self[context.account].makeNotificationID(rules),
      signedDate: header.now
    )
    notification.summary = summary
    var change = change(.extensionFinished, in: context)
    change.notification = notification
    context.output.send(change)
  }

  /// Everybody who pays for the product and is not lapsed, in order of creation.
  private func subscribers(
    of product: ProductID,
    storefronts: [String]?
  ) -> [SubscriptionPlace] {
    accounts.values.sorted { $0.ordinal < $1.ordinal }.flatMap { account in
      account.subscriptions.indices.filter { index in
        let subscription = account.subscriptions[index]
        return subscription.isOwn && subscription.isLive
          && subscription.latest.productID == product
          && storefronts?.contains(account.settings.storefront) != false
      }.map { SubscriptionPlace(account: account.name, index: $0) }
    }
  }
}

extension Subscription {
  /// Extended beyond now, the period runs again and the charge is tried at its new end.
  ///
  /// A failure before the old end counts no more either: the next one is told anew (rule N-51).
  mutating func leaveRetry(at now: Instant) {
    guard isInRetry || renewal.hasFailed, now < expiresDate else { return }
    phase = .active(autoRenews ? .on : .off)
    firstFailure = nil
  }
}
