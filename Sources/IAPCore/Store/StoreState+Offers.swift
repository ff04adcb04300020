extension Product {
  /// What a subscription to this product is sold as, under a billing plan (rule P-9).
  func plan(_ wanted: BillingPlanType?) -> SubscriptionPlan {
    let period = subscription?.period ?? SubscriptionPeriod(1, .month)
    let plans = subscription?.billingPlans.filter(\.isEnabled) ?? []
    let chosen = plans.first { $0.type == wanted ?? .billedUpfront }
    var plan = SubscriptionPlan(
      productID: id,
      level: subscription?.groupLevel ?? 1,
      duration: period,
      period: period,
      isFamilyShareable: isFamilyShareable,
      price: price.milliunits
    )
    guard !plans.isEmpty else { return plan }
    plan.billingPlan = wanted ?? .billedUpfront
    if let chosen, chosen.type == .monthly {
      plan.period = SubscriptionPeriod(1, .month)
      plan.price = chosen.price.milliunits
      plan.commitmentPrice = chosen.commitmentPrice.milliunits
    }
    return plan
  }
}

extension StoreState {
  /// How long the signature of a promotional offer is good (rule O-6).
  static let signatureTime = 24 * Instant.hour

  /// Plan, price and offers of the purchase; a failure in StoreKit's words where an offer is wrong.
  mutating func resolveTerms(
    of attempt: PurchaseAttempt,
    plan: SubscriptionPlan,
    rules: StoreRules,
    in context: StoreContext
  ) -> Result<NextPeriod, StoreKitFailure> {
    var attempt = attempt
    if let text = attempt.event.introSignature {
      guard let claims = context.checks.introductoryClaims(text, attempt.product.id),
        isAbout(claims.transactionID, in: context)
      else { return .failure(.invalidOfferSignature) }
      attempt.event.introEligibility = claims.isAllowed ? .eligible : .ineligible
    }
    if let code = attempt.code {
      return .success(terms(of: attempt, plan: plan, code: code, rules: rules))
    }
    guard let wanted = attempt.event.offer else {
      let account = self[attempt.account]
      let intro = attempt.event.noIntro == true ? nil : account.introductory(attempt, plan, rules)
      return .success(NextPeriod(plan: plan, offers: intro.map { [RunningOffer($0)] } ?? []))
    }
    guard let offer = attempt.product.offer(wanted, type: attempt.event.offerType, plan: plan)
    else { return .failure(.invalidOfferIdentifier) }
    if offer.type == .promotional {
      guard isSigned(attempt) else { return .failure(.missingOfferParameters) }
      guard acceptsSignature(for: wanted, of: attempt, checks: context.checks) else {
        return .failure(.invalidOfferSignature)
      }
    }
    let answer = self[attempt.account].eligibility(
      for: offer,
      of: attempt.product,
      at: attempt.date,
      rules: rules
    )
    guard answer == nil else { return .failure(.ineligibleForOffer) }
    return .success(NextPeriod(plan: plan, offers: [RunningOffer(offer)]))
  }

  /// Whether a developer's word is about this customer, or about nobody in particular.
  private func isAbout(_ transaction: TransactionID?, in context: StoreContext) -> Bool {
    guard let transaction, transaction.rawValue != self[context.account].appTransactionID else {
      return true
    }
    return (try? context.history.transaction(transaction, of: context.account)) != nil
  }

  /// A code alone, or after the introductory offer (rule O-8).
  private func terms(
    of attempt: PurchaseAttempt,
    plan: SubscriptionPlan,
    code: Offer,
    rules: StoreRules
  ) -> NextPeriod {
    var offers = [RunningOffer(code)]
    if code.isStackable, let intro = self[attempt.account].introductory(attempt, plan, rules) {
      offers.insert(RunningOffer(intro), at: 0)
    }
    return NextPeriod(plan: plan, offers: offers)
  }

  /// Whether there is a signature, or none is needed (rule O-6).
  ///
  /// Without a key nobody could sign. Xcode takes offers without (rule T-6), and so does the App
  /// Store outside the app.
  private func isSigned(_ attempt: PurchaseAttempt) -> Bool {
    attempt.event.offerSignature != nil || catalog.offersKeyPair == nil || attempt.isOutside
      || attempt.request != nil || configuration.environment == .xcode
  }

  /// Whether the developer's signature is good, once; without a key none is looked at.
  ///
  /// The nonce is used up even when the attempt fails.
  private mutating func acceptsSignature(
    for offer: OfferID,
    of attempt: PurchaseAttempt,
    checks: StoreChecks
  ) -> Bool {
    guard let key = catalog.offersKeyPair, let signature = attempt.event.offerSignature,
      attempt.request == nil
    else { return true }
    let nonce = signature.nonce.lowercased()
    let expires = signature.timestamp.adding(milliseconds: Self.signatureTime)
    let isFresh =
      attempt.date < expires
      && signature.timestamp.milliseconds(since: attempt.date) < Self.signatureTime
    self[attempt.account].usedNonces.removeAll { $0.expiresDate <= attempt.date }
    let isNew = !self[attempt.account].usedNonces.contains { $0.nonce == nonce }
    if isNew, isFresh {
      let used = UsedNonce(nonce: nonce, expiresDate: expires)
      self[attempt.account].usedNonces.append(used)
    }
    return isNew && isFresh && signature.keyID == key.id
      && checks.isOfferSignatureValid(
        signature,
        attempt.product.id,
        offer,
        attempt.event.appAccountToken
      )
  }
}

extension Product {
  func codeOffer(_ code: OfferID) -> Offer? {
    subscription?.codeOffers.first { $0.id == code }
  }

  /// A promotional or win-back offer by its id.
  func offer(_ id: OfferID, type: PurchaseOfferType?, plan: SubscriptionPlan) -> Offer? {
    guard let subscription else { return nil }
    let offers: [Offer] =
      switch type {
      case .promotional: subscription.promotionalOffers
      case .winback: subscription.winBackOffers
      case nil: subscription.promotionalOffers + subscription.winBackOffers
      }
    return offers.first { $0.id == id && $0.applies(to: plan) }
  }
}

extension Offer {
  /// Offers without a billing plan apply to each.
  func applies(to plan: SubscriptionPlan) -> Bool {
    billingPlanType == nil || billingPlanType == plan.billingPlan
  }
}
