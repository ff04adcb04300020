extension AccountState {
  /// What the developer's server is told (notifications.md, section 1).
  mutating func notification(
    _ type: NotificationType,
    _ subtype: NotificationSubtype? = nil,
    of transaction: Transaction?,
    subscription index: Int? = nil,
    on date: Instant,
    rules: StoreRules
  ) -> ServerNotification {
    var notification = ServerNotification(
      type: type,
      subtype: subtype,
      uuid: makeNotificationID(rules),
      signedDate: date
    )
    var data = NotificationData(
      environment: rules.configuration.environment,
      bundleID: rules.configuration.bundleID
    )
    data.appAppleID = rules.configuration.signedAppAppleID
    data.transaction = transaction
    if let index {
      data.renewalInfo = renewalInfo(of: index, at: date, rules: rules)
      data.status = subscriptions[index].state(at: date)
    }
    notification.data = data
    return notification
  }

  mutating func makeNotificationID(_ rules: StoreRules) -> String {
    counters.notifications += 1
    return rules.identifiers.uuid(
      account: name.rawValue,
      kind: "notification",
      counter: counters.notifications
    )
  }

  /// What will happen to a subscription next, with the presence rules of Apple's payload.
  func renewalInfo(of index: Int, at date: Instant, rules: StoreRules) -> RenewalInfo {
    var info = subscriptions[index].renewalInfo(at: date)
    info.environment = rules.configuration.environment
    info.appTransactionID = appTransactionID
    // The next charge is made in the storefront that the account has then (rule S-6).
    if info.renewalPrice != nil, subscriptions[index].latest.storefront != settings.storefront {
      info.currency = Storefronts.find(settings.storefront)?.currencyCode
    }
    if case .expired = subscriptions[index].phase {
      let offers = eligibleWinBackOffers(
        in: subscriptions[index].groupID,
        at: date,
        rules: rules
      )
      if !offers.isEmpty { info.eligibleWinBackOfferIDs = offers }
    }
    return info
  }
}

extension Subscription {
  func renewalInfo(at date: Instant) -> RenewalInfo {
    var info = RenewalInfo(originalID: originalID)
    info.productID = latest.productID
    info.autoRenewProductID = upcomingPlan.productID
    info.autoRenewStatus = renewsNext ? 1 : 0
    info.renewalDate = latest.expiresDate
    info.recentSubscriptionStartDate = runStartDate
    info.isInBillingRetryPeriod = false
    if isOwn {
      info.currency = latest.currency
      info.renewalPrice = upcomingCharge
      info.appAccountToken = upcomingToken
    }
    fillOffer(of: &info)
    fillPhase(of: &info, at: date)
    fillCommitment(of: &info)
    return info
  }

  /// The offer of the next period only (rule O-4).
  private func fillOffer(of info: inout RenewalInfo) {
    guard let offer = upcomingOffer else { return }
    info.offerType = offer.type
    info.offerIdentifier = offer.id
    info.offerDiscountType = offer.mode
    info.offerPeriod = offer.total
  }

  private func fillPhase(of info: inout RenewalInfo, at date: Instant) {
    if let priceIncrease, isOwn, priceIncrease.isUntold != true,
      priceIncrease.status == .accepted || asksForConsent
    {
      info.priceIncreaseStatus = priceIncrease.status == .accepted ? 1 : 0
    }
    switch phase {
    case .active, .revoked: break
    case .billingRetry(let retry):
      info.expirationIntent = .billingError
      info.isInBillingRetryPeriod = true
      if retry.isInGrace(at: date) { info.gracePeriodExpiresDate = retry.graceEndDate }
    case .expired(let intent): info.expirationIntent = intent
    }
  }

  /// The customer is asked only as long as it would be charged; who cancelled is not (rule B-23).
  private var asksForConsent: Bool {
    autoRenews || phase == .expired(.priceIncreaseNotConsented)
  }

  /// The second switch of a plan with a commitment (rule P-9).
  private func fillCommitment(of info: inout RenewalInfo) {
    info.renewalBillingPlanType = upcomingPlan.billingPlan
    guard let commitment = latest.commitmentInfo else { return }
    var end = RenewalCommitmentInfo()
    end.autoRenewProductID = next.plan.productID
    end.autoRenewStatus = autoRenews ? 1 : 0
    end.renewalBillingPlanType = next.plan.billingPlan
    end.renewalDate = commitment.commitmentExpiresDate
    end.renewalPrice = next.plan.commitmentPrice ?? next.plan.price
    info.commitmentInfo = end
  }
}
