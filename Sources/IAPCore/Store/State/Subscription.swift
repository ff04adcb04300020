/// One subscription of one account, over renewals, lapses and plan changes (rule C-2).
package struct Subscription: Equatable, Sendable, Codable {
  /// Names the subscription for ever.
  package var originalID: TransactionID
  package var groupID: SubscriptionGroupID
  /// Who bought it; `nil`: this account itself.
  package var sharedBy: AccountName?
  /// Who gets a copy of every period, in order of sharing.
  package var sharedWith: [AccountName]
  /// The last period that was paid for, in its latest version; it may not have begun yet (C-4).
  package var latest: Transaction
  /// The last transaction of each other product this subscription had, by product.
  package var former: [Transaction]
  /// What `latest` was sold as.
  package var plan: SubscriptionPlan
  /// What the next renewal will be.
  package var next: NextPeriod
  /// What was pending for the plan that runs before a change of plan was laid over it (rule S-34).
  ///
  /// `nil`: no change waits.
  package var kept: PendingRenewal?
  package var phase: SubscriptionPhase
  package var cycle: BillingCycle
  /// Where the present run began, gaps of up to 60 days ignored (rule S-5).
  package var runStartDate: Instant
  /// Renewals since the customer last bought, for the renewal limit (rule S-14).
  package var renewals: Int
  /// The token that the next renewal will carry (rule C-15).
  package var appAccountToken: String?
  package var priceIncrease: PriceIncrease?
  /// What the bank does with this subscription; `nil`: as with the whole account.
  package var billingFails: Bool?
  /// Days that were paid for, counted as plans are compared: 30 a month (rule O-9).
  package var paidDays: Int
  /// When a win-back offer was last taken (rule O-9); `nil`: never.
  package var winBackDate: Instant?
  /// What the server was told of grace and retry at a first failure before the expiry (rule B-3).
  package var firstFailure: BillingRetry?
  /// The period that gives service until `latest` begins, which was made early (rule S-11).
  ///
  /// `nil`: `latest` has begun.
  package var running: PaidPeriod?
  /// The period that was refunded before it began, as long as no other took its place (rule R-7).
  package var withdrawn: PaidPeriod?

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case originalID = "originalTransactionId"
    case groupID = "groupId"
    case sharedBy
    case sharedWith
    case latest
    case former
    case plan
    case next
    case kept
    case phase
    case cycle
    case runStartDate
    case renewals
    case appAccountToken
    case priceIncrease
    case billingFails
    case paidDays
    case winBackDate
    case firstFailure
    case running
    case withdrawn
  }

  package init(
    first: Transaction,
    groupID: SubscriptionGroupID,
    next: NextPeriod,
    cycle: BillingCycle
  ) {
    originalID = first.originalID
    self.groupID = groupID
    sharedWith = []
    latest = first
    former = []
    plan = next.plan
    self.next = next
    phase = .active(.on)
    self.cycle = cycle
    runStartDate = first.purchaseDate
    renewals = 0
    paidDays = 0
  }

  /// The end of the last paid period.
  package var expiresDate: Instant { latest.expiresDate ?? latest.purchaseDate }

  package var isOwn: Bool { sharedBy == nil }

  /// Whether the store will charge again at the end of this period.
  ///
  /// Within a commitment it will, even after the customer cancelled (rule P-9).
  package var renewsNext: Bool {
    switch phase {
    case .active(let renewal): renewal.isOn || (isWithinCommitment && renewal != .refunded)
    case .billingRetry: true
    case .expired, .revoked: false
    }
  }

  /// The switch that the customer sees: at the end of the commitment, or of the period.
  package var autoRenews: Bool {
    switch phase {
    case .active(let renewal): renewal.isOn
    case .billingRetry(let retry): !retry.endsWithCommitment
    case .expired, .revoked: false
    }
  }

  /// How the running period will be renewed; off where there is none.
  var renewal: AutoRenewal {
    guard case .active(let renewal) = phase else { return .off }
    return renewal
  }

  /// Whether a charge failed and is tried again.
  var isInRetry: Bool {
    if case .billingRetry = phase { true } else { false }
  }

  /// More monthly charges are owed before the commitment ends.
  package var isWithinCommitment: Bool {
    guard let commitment = latest.commitmentInfo else { return false }
    return commitment.billingPeriodNumber < commitment.totalBillingPeriods
  }

  /// The state at a moment not before the last change (rule S-1).
  ///
  /// Until a period that was made early begins, the running one answers (rules R-3, S-11).
  package func state(at now: Instant) -> RenewalState {
    if let running = running?.transaction {
      if running.revocationDate != nil { return .revoked }
      return running.expiresDate.map { now < $0 } != false ? .subscribed : .expired
    }
    return switch phase {
    case .active: now < expiresDate ? .subscribed : .expired
    case .billingRetry(let retry):
      retry.isInGrace(at: now) ? .inGracePeriod : .inBillingRetryPeriod
    case .expired: .expired
    case .revoked: .revoked
    }
  }

  /// Whether the customer is neither lapsed nor refunded.
  package var isLive: Bool {
    switch phase {
    case .active, .billingRetry: true
    case .expired, .revoked: false
    }
  }

  /// Whether nothing runs and nothing is tried any more, or only a late renewal (rules S-12, T-23).
  ///
  /// Who buys then begins a new period.
  package func hasLapsed(at now: Instant) -> Bool {
    guard isLive else { return true }
    return !isInRetry && expiresDate <= now
  }

  /// Puts the last transaction among the former ones, for its product changes.
  mutating func retireLatest() {
    former.removeAll { $0.productID == latest.productID }
    former.append(latest)
    former.sort { $0.productID < $1.productID }
  }
}

/// What a customer subscribes to: a product, and how it is billed.
package struct SubscriptionPlan: Equatable, Sendable, Codable {
  package var productID: ProductID
  /// As it was when the plan was chosen; the catalogue of today counts where it has the product.
  package var level: Int
  /// What the product is called to last.
  package var duration: SubscriptionPeriod
  /// From one charge to the next; shorter than the duration with a monthly billing plan.
  package var period: SubscriptionPeriod
  package var isFamilyShareable: Bool
  /// Milliunits of one period at the subscriber's own standard price (rule B-24).
  package var price: Int64
  /// `nil`: the product knows no billing plans.
  package var billingPlan: BillingPlanType?
  /// Milliunits of a whole commitment; `nil`: there is none (rule P-9).
  package var commitmentPrice: Int64?

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case productID = "productId"
    case level
    case duration
    case period
    case isFamilyShareable
    case price
    case billingPlan
    case commitmentPrice
  }

  /// Whether the other plan sells the same thing, at whatever price.
  func isSame(as other: SubscriptionPlan) -> Bool {
    productID == other.productID && billingPlan == other.billingPlan
  }

  /// How many charges a commitment has.
  var billings: Int {
    commitmentPrice == nil ? 1 : max(1, duration.nominalDays / max(1, period.nominalDays))
  }
}

/// What the next renewal will be (rules S-4, S-6).
package struct NextPeriod: Equatable, Sendable, Codable {
  package var plan: SubscriptionPlan
  /// Offers that still have periods left, the first one next (rule O-4).
  package var offers: [RunningOffer]

  package init(plan: SubscriptionPlan, offers: [RunningOffer] = []) {
    self.plan = plan
    self.offers = offers
  }

  /// The offer of the next period, used up by one.
  mutating func takeOffer() -> RunningOffer? {
    guard var offer = offers.first else { return nil }
    offer.remaining -= 1
    if offer.remaining > 0 { offers[0] = offer } else { offers.removeFirst() }
    return offer
  }
}

/// An offer that a customer accepted.
package struct RunningOffer: Equatable, Sendable, Codable {
  package var type: OfferType
  /// `nil` for introductory offers.
  package var id: OfferID?
  package var mode: OfferDiscountType
  /// What one charge covers.
  package var period: SubscriptionPeriod
  /// All periods of the offer together (rule C-12).
  package var total: SubscriptionPeriod
  /// Milliunits of one charge.
  package var price: Int64
  /// Charges left, at least 1.
  package var remaining: Int

  /// App Store Connect knows offers of up to a year; a file may say anything.
  private static let greatestPeriodCount = 1000

  package init(_ offer: Offer) {
    type = offer.type
    id = offer.type == .introductory ? nil : offer.id
    mode = offer.paymentMode
    period = offer.period
    let periods = min(max(1, offer.periodCount), Self.greatestPeriodCount)
    let count = offer.paymentMode == .payAsYouGo ? periods : 1
    total = offer.period.times(count)
    price = offer.paymentMode == .freeTrial ? 0 : offer.price.milliunits
    remaining = count
  }
}

/// From where periods are counted (rules S-22, S-24).
package struct BillingCycle: Equatable, Sendable, Codable {
  package var anchorDate: Instant
  /// Periods from the anchor to the end of the last paid one.
  package var periods: Int
  /// The speed that they were counted with; another one starts a new count.
  package var rate: RenewalRate

  package init(anchorDate: Instant, periods: Int = 0, rate: RenewalRate) {
    self.anchorDate = anchorDate
    self.periods = periods
    self.rate = rate
  }
}

/// A price increase that concerns the subscriber (rules B-21, B-22).
package struct PriceIncrease: Equatable, Sendable, Codable {
  package enum Status: String, Codable, Sendable {
    case pending
    case accepted
  }

  package var status: Status
  /// Milliunits of one period from then on.
  package var price: Int64
  /// True: it concerned nobody who would have been charged, so that it is still to be told of.
  ///
  /// `nil`: it was told.
  package var isUntold: Bool?
}
