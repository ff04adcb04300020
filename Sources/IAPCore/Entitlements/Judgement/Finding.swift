/// What one transaction says about access at one time.
package struct Finding: Equatable, Sendable {
  package enum Verdict: Equatable, Sendable {
    /// Bought, and never ends.
    case owned
    /// The period runs until `expiresDate`.
    case running
    /// The next period was made early; the one before it, not known here, still runs (rule C-4).
    case renewedEarly
    case inGracePeriod(until: Instant)
    /// `until` is when the App Store gives up (rule B-1).
    case inBillingRetry(until: Instant, givesAccess: Bool)
    case expired
    case revoked(Revocation)
    /// Another product of the group took over; `nil`: the data does not show when or which.
    case upgraded(at: Instant?, to: ProductID?)
    /// Bought after the time of the answer.
    case purchasedLater
    /// Expired by its date, but it renews and the store could not be asked (case K05).
    case mayHaveRenewed
    /// A non-renewing subscription whose length nobody told (case H07).
    case noDuration
    /// Bought for another account of the app than the one asked about; `nil`: for none (case G09).
    case otherAccountToken(String?)
  }

  package var productID: ProductID
  package var transactionID: TransactionID
  package var originalID: TransactionID
  package var ownershipType: OwnershipType?
  /// Start of the period, whichever copy of it was seen.
  package var startDate: Instant
  /// As the transaction says, or as the map's duration gives it; `nil`: no end.
  package var expiresDate: Instant?
  package var isTrial: Bool
  package var verdict: Verdict
  /// What is known of the renewal after this period; `nil` where it speaks of another period.
  package var renewal: RenewalFacts?

  init(_ state: ProductState, start: Instant, expires: Instant?, verdict: Verdict) {
    productID = state.productID
    transactionID = state.transactionID
    originalID = state.originalID
    ownershipType = state.ownershipType
    startDate = start
    expiresDate = expires
    isTrial = state.offerDiscountType == .freeTrial
    self.verdict = verdict
  }
}

/// A refund, or the end of sharing (rule C-14).
package struct Revocation: Equatable, Sendable {
  package var date: Instant
  package var reason: RevocationReason?
  package var type: RevocationType?
  /// Thousandths of a percent; `nil`: the data does not say.
  package var percentage: Int?
  /// The transaction that carries the revocation; another copy of the purchase may.
  package var transactionID: TransactionID

  init?(_ state: ProductState) {
    guard let date = state.revocationDate else { return nil }
    self.date = date
    reason = state.revocationReason
    type = state.revocationType
    percentage = state.revocationPercentage
    transactionID = state.transactionID
  }
}

extension Finding {
  /// The word for this finding alone.
  package var state: EntitlementState {
    switch verdict {
    case .owned, .running, .renewedEarly: .active
    case .inGracePeriod: .inGracePeriod
    case .inBillingRetry: .inBillingRetryPeriod
    case .expired: .expired
    case .revoked: .revoked
    case .upgraded: .upgraded
    case .purchasedLater, .otherAccountToken: .notPurchased
    case .mayHaveRenewed, .noDuration: .unknown
    }
  }

  package var givesAccess: Bool {
    switch verdict {
    case .owned, .running, .renewedEarly, .inGracePeriod: true
    case .inBillingRetry(_, let givesAccess): givesAccess
    default: false
    }
  }

  /// When the access of this finding ends; `nil`: never, or there is none.
  package var accessEnd: Instant? {
    switch verdict {
    case .running, .renewedEarly: expiresDate
    case .inGracePeriod(let until), .inBillingRetry(let until, true): until
    default: nil
    }
  }

  /// When access was lost; `nil` while there is some, or where none was ever had.
  var lostDate: Instant? {
    switch verdict {
    case .expired: expiresDate
    case .revoked(let revocation): revocation.date
    case .upgraded(let date, _): date ?? startDate
    default: nil
    }
  }

  /// Made early (rule C-4) and refunded before its start.
  var neverBegan: Bool {
    if case .revoked(let revocation) = verdict { revocation.date < startDate } else { false }
  }

  var isFamilyShared: Bool { ownershipType == .familyShared }
}
