/// How the whole store behaves; set by `iap store set`, started from the catalogue file.
package struct StoreSettings: Equatable, Sendable, Codable {
  /// `nil`: no grace period (rule B-2).
  package var gracePeriod: GracePeriodLength?
  package var graceFor = GraceEligibility.all
  /// Days from the expiry (rule B-1).
  package var billingRetryDays = 60
  package var rate = RenewalRate.realTime
  /// Milliseconds before the expiry at which a renewal is made, 0...24 h (rule S-11).
  package var renewalLead: Int64 = 0
  /// Milliseconds after the expiry (rule S-12).
  package var renewalLag: Int64 = 0
  package var calendar = RenewalCalendar.utc
  package var anchor = RenewalAnchor.anchor
  /// Renewals until auto-renewal goes off; `nil`: no limit (rule S-14).
  package var renewalLimit: Int?
  package var rebuy = RebuyBehavior.succeed
  /// As the file writes locales, `en_US`: the language of product texts.
  package var locale = "en_US"
  /// What the store breaks in the data that it signs; `nil`: nothing.
  package var tamper: Tampering?
  /// Open point 10: false reproduces servers from before 2025-05-27.
  package var sendsOneTimeCharge = true
  /// Open point 11: true also asks about non-consumables and non-renewing subscriptions.
  package var requestsConsumptionForAllTypes = false
  /// False: the developer's refund preference is only noted; true: Apple follows it (rule N-78).
  package var followsRefundPreference = false
  /// True: an answer later than 12 hours after the request is refused (rule N-78).
  package var hasStrictConsumptionWindow = false
  /// True: an unfinished consumable blocks the next one, as StoreKit 1 may (rule E-22).
  package var blocksUnfinishedConsumables = false
  /// `SKIncludeConsumableInAppPurchaseHistory` (rule P-2).
  package var includesConsumablesInHistory = false

  package init() {}
}

/// `SubscriptionGracePeriodDuration`, in the words of `store set grace-period`.
package enum GracePeriodLength: String, Codable, Sendable, CaseIterable {
  case threeDays = "3d"
  case sixteenDays = "16d"
  case twentyEightDays = "28d"
}

/// Which failed renewals get grace (rule B-2).
package enum GraceEligibility: String, Codable, Sendable, CaseIterable {
  case all
  case paid
}

/// The time zone of calendar arithmetic (rule S-23).
package enum RenewalCalendar: String, Codable, Sendable, CaseIterable {
  case utc = "UTC"
  case losAngeles = "America/Los_Angeles"
}

/// How month ends continue (rule S-22).
package enum RenewalAnchor: String, Codable, Sendable, CaseIterable {
  case anchor
  case chained
}

/// What buying an owned non-consumable answers (rule T-20).
package enum RebuyBehavior: String, Codable, Sendable, CaseIterable {
  case succeed
  case error
}

/// What can be broken in signed data, one thing at a time.
package enum Tampering: String, Codable, Sendable, CaseIterable {
  case signature
  case chain
  case bundleID = "bundle-id"
  case environment
  case expiry
}

/// The speed of subscription time (store-semantics section 9, storekit-test-api 1.5).
package enum RenewalRate: String, Codable, Sendable, CaseIterable {
  case realTime
  case sandbox3min
  case sandbox5min
  case sandbox15min
  case sandbox30min
  case sandbox1h
  case testflight
  case monthlyRenewalEveryThirtySeconds
  case monthlyRenewalEveryFiveMinutes
  case monthlyRenewalEveryFifteenMinutes
  case monthlyRenewalEveryThirtyMinutes
  case monthlyRenewalEveryHour
  case oneRenewalEveryTwoSeconds
  case oneRenewalEveryTenSeconds
  case oneRenewalEveryThirtySeconds
  case oneRenewalEveryMinute
  case oneRenewalEveryFiveMinutes
  case oneRenewalEveryFifteenMinutes
  // Deprecated: the name says how long a day is.
  case oneHourIsOneDay
  case thirtyMinutesIsOneDay
  case fiveMinutesIsOneDay
  case oneMinuteIsOneDay
  case thirtySecondsIsOneDay
  case oneSecondIsOneDay
}

/// What is set for one customer only.
package struct AccountSettings: Equatable, Sendable, Codable {
  package var askToBuy = false
  package var interrupted = false
  /// False: the app of this account does not reach the store.
  package var network = true
  /// ISO 3166-1 alpha-3.
  package var storefront = "USA"
  /// True: every renewal of the account fails until fixed.
  package var billingFails = false
  /// Which operations fail, with which error.
  package var failures: [FailableAPI: StoreKitFailure] = [:]

  package init() {}
}
