/// One thing that happened in the store because of an event: an effect as data.
///
/// An event answers with its changes in order; every intermediate one stands on its own date
/// (rule X-4).
package struct StoreChange: Equatable, Sendable {
  package var date: Instant
  package var account: AccountName
  package var kind: Kind
  /// The transaction that was made, or the later version of one.
  package var transaction: Transaction?
  /// True: `transaction` is a later version of a transaction that exists already.
  package var isRevision: Bool
  /// How the transaction comes to the app's queue; `nil`: the app gets no transaction.
  package var delivery: QueueKind?
  package var requestID: RequestID?
  /// What was changed, and to what, where no transaction says it; `nil`: the kind says it all.
  package var subject: ChangeSubject?
  /// What the developer's server is told, at most one per change.
  package var notification: ServerNotification?

  package init(
    date: Instant,
    account: AccountName,
    kind: Kind,
    transaction: Transaction? = nil,
    isRevision: Bool = false,
    delivery: QueueKind? = nil,
    requestID: RequestID? = nil,
    subject: ChangeSubject? = nil,
    notification: ServerNotification? = nil
  ) {
    self.date = date
    self.account = account
    self.kind = kind
    self.transaction = transaction
    self.isRevision = isRevision
    self.delivery = delivery
    self.requestID = requestID
    self.subject = subject
    self.notification = notification
  }

  /// The words of `changes[].kind` and of `advance --until`.
  package enum Kind: String, Codable, Sendable, CaseIterable {
    case accountCreated
    case settingChanged
    case catalogLoaded
    case productChanged
    case productRemoved
    case priceChanged
    case purchased
    case restored
    case subscribed
    case resubscribed
    case renewed
    case recovered
    case upgraded
    case planChanged
    case planChangeScheduled
    case planChangeCancelled
    case offerRedeemed
    case autoRenewDisabled
    case autoRenewEnabled
    case renewalFailed
    case gracePeriodExpired
    case expired
    case priceIncreasePending
    case priceIncreaseAccepted
    case priceIncreaseDeclined
    case refundRequested
    case refunded
    case refundDeclined
    case refundReversed
    case consumptionSent
    /// The running period ends now, because the next one was forced to begin (rule C-7).
    case shortened
    case extended
    case extensionFailed
    case extensionFinished
    case shared
    case revoked
    case familyJoined
    case familyLeft
    case requestCreated
    case requestMerged
    case requestApproved
    case requestDeclined
    case requestExpired
    case interrupted
    case interruptionResolved
    case interruptionAbandoned
    case intentCreated
    case intentContinued
    case intentRefused
    case tokenSet
    case transactionDeleted
    case cleared
    case delivered
    case finished
    case downloadChanged
    case overrideChanged
    case testNotified
    case consentRescinded
    case externalTokenMissed
  }
}

/// What a change is about: a setting, a product, a property of it, a family.
package struct ChangeSubject: Equatable, Sendable {
  package var productID: ProductID?
  /// A key of `store set` or `store product`, or what else has got a value; `nil`: the kind tells.
  package var key: String?
  /// The new value, in the words of the command that sets it.
  package var value: String?

  package init(_ productID: ProductID? = nil, key: String? = nil, value: String? = nil) {
    self.productID = productID
    self.key = key
    self.value = value
  }
}

/// Why something stands in the app's queue (design section 4, `queue`).
package enum QueueKind: String, Codable, Sendable, CaseIterable {
  case purchase
  case renewal
  case restore
  case revocation
  case upgrade
  case familyShare
  case offerCode
  case refundReversal
}
