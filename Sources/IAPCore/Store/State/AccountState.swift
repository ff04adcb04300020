/// What the store knows of one customer and is live: `account.json`.
///
/// Finished consumables and past periods are not here but in the history.
package struct AccountState: Equatable, Sendable, Codable {
  package var name: AccountName
  /// The order of creation, from 1.
  package var ordinal: Int
  /// Every member of the family including this account, in order of creation; empty: no family.
  package var family: [AccountName]
  package var settings: AccountSettings
  package var counters: AccountCounters
  /// Non-consumables and non-renewing subscriptions, in order of purchase.
  package var owned: [OwnedProduct]
  /// One own chain for each group at most, and the shared ones.
  package var subscriptions: [Subscription]
  package var requests: [PurchaseRequest]
  /// The last request of each product that nothing came of, until it is asked for again.
  package var endedRequests: [EndedRequest]
  package var intents: [PurchaseIntent]
  package var refundRequests: [RefundRequest]
  /// What the app has not heard of because it is offline.
  package var undelivered: [UndeliveredTransaction]
  /// Shared non-consumables that come by restoring only (rule F-5).
  package var awaitingRestore: [AwaitedShare]
  /// Groups whose introductory offer was used (rule O-1), sorted.
  package var usedIntroductoryOffers: [SubscriptionGroupID]
  /// Offer codes that were redeemed, each once (rule O-8).
  package var redeemedCodes: [RedeemedCode]
  /// Nonces of signed offers, until their signature is too old in any case (rule O-6).
  package var usedNonces: [UsedNonce]
  /// When renewal dates were extended in the last 365 days (rule R-9).
  package var extensionDates: [Instant]

  package init(name: AccountName, ordinal: Int, settings: AccountSettings = AccountSettings()) {
    self.name = name
    self.ordinal = ordinal
    self.settings = settings
    family = []
    counters = AccountCounters()
    owned = []
    subscriptions = []
    requests = []
    endedRequests = []
    intents = []
    refundRequests = []
    undelivered = []
    awaitingRestore = []
    usedIntroductoryOffers = []
    redeemedCodes = []
    usedNonces = []
    extensionDates = []
  }

  /// Names customer and app together in signed data, for ever the same.
  package var appTransactionID: String { Self.identifier("7", ordinal, 0) }

  mutating func makeTransactionID() -> TransactionID {
    counters.transactions += 1
    return TransactionID(rawValue: Self.identifier("2", ordinal, counters.transactions))
  }

  mutating func makeOrderLineID() -> String {
    counters.orderLines += 1
    return Self.identifier("2", ordinal, counters.orderLines)
  }

  mutating func makeRequestID() -> RequestID {
    counters.requests += 1
    return RequestID(rawValue: "req-\(counters.requests)")
  }

  mutating func makeIntentID() -> IntentID {
    counters.intents += 1
    return IntentID(rawValue: "intent-\(counters.intents)")
  }

  /// 16 digits: a first one, the account's ordinal, a counter (design, section 3).
  private static func identifier(
    _ first: Unicode.Scalar,
    _ ordinal: Int,
    _ counter: UInt64
  ) -> String {
    String(unsafeUninitializedCapacity: 16) { buffer in
      var (high, low) = (UInt64(ordinal), counter)
      for index in stride(from: 15, through: 7, by: -1) {
        buffer[index] = UInt8(ascii: "0") + UInt8(low % 10)
        low /= 10
      }
      for index in stride(from: 6, through: 1, by: -1) {
        buffer[index] = UInt8(ascii: "0") + UInt8(high % 10)
        high /= 10
      }
      buffer[0] = UInt8(ascii: first)
      return 16
    }
  }
}

/// How many of each kind the account has had; the next one is one more.
package struct AccountCounters: Equatable, Sendable, Codable {
  package var transactions: UInt64 = 0
  package var orderLines: UInt64 = 0
  package var notifications: UInt64 = 0
  package var requests: UInt64 = 0
  package var intents: UInt64 = 0

  package init() {}
}
