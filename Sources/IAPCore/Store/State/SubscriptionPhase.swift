/// Where a subscription stands (store-semantics, section 6).
package enum SubscriptionPhase: Equatable, Sendable {
  case active(AutoRenewal)
  /// The last charge failed; grace is the beginning of it.
  case billingRetry(BillingRetry)
  case expired(ExpirationIntent)
  /// Refunded, or sharing ended; with the intent it had expired for before, if it had.
  case revoked(ExpirationIntent?)
}

/// The renewal of a running period.
package enum AutoRenewal: String, Sendable, Codable {
  case on
  case off
  /// On, but the first attempt failed before the expiry (rule B-10).
  case failing
  /// Off, while a charge that the commitment owes failed before the expiry (rules B-10, P-9).
  case failingUntilEnd
  /// Off, because the next period was refunded before it began: nothing of a commitment is owed.
  case refunded

  /// The same after the first attempt to charge failed before the expiry.
  var failed: AutoRenewal { isOn ? .failing : .failingUntilEnd }

  var hasFailed: Bool { self == .failing || self == .failingUntilEnd }

  /// The switch that the customer sees.
  var isOn: Bool { self == .on || self == .failing }
}

/// The time after a failed charge (rules B-1...B-5).
package struct BillingRetry: Equatable, Sendable, Codable {
  /// `nil`: no grace was given, or it has ended.
  package var graceEndDate: Instant?
  package var endDate: Instant
  /// The customer cancelled before; only the charges of the commitment are still owed (rule P-9).
  package var endsWithCommitment: Bool

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case graceEndDate
    case endDate
    case endsWithCommitment
  }

  package init(graceEndDate: Instant?, endDate: Instant, endsWithCommitment: Bool = false) {
    self.graceEndDate = graceEndDate
    self.endDate = endDate
    self.endsWithCommitment = endsWithCommitment
  }

  func isInGrace(at now: Instant) -> Bool {
    graceEndDate.map { now < $0 } ?? false
  }
}

extension SubscriptionPhase: Codable {
  private enum State: String, Codable {
    case active
    case billingRetry
    case expired
    case revoked
  }

  private enum CodingKeys: String, CodingKey {
    case state
    case renewal
    case graceEndDate
    case endDate
    case endsWithCommitment
    case intent
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(State.self, forKey: .state) {
    case .active: self = .active(try container.decode(AutoRenewal.self, forKey: .renewal))
    case .billingRetry:
      self = .billingRetry(
        BillingRetry(
          graceEndDate: try container.decodeIfPresent(Instant.self, forKey: .graceEndDate),
          endDate: try container.decode(Instant.self, forKey: .endDate),
          endsWithCommitment: try container.decodeIfPresent(
            Bool.self,
            forKey: .endsWithCommitment
          ) ?? false
        )
      )
    case .expired: self = .expired(try container.decode(ExpirationIntent.self, forKey: .intent))
    case .revoked:
      self = .revoked(try container.decodeIfPresent(ExpirationIntent.self, forKey: .intent))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .active(let renewal):
      try container.encode(State.active, forKey: .state)
      try container.encode(renewal, forKey: .renewal)
    case .billingRetry(let retry):
      try container.encode(State.billingRetry, forKey: .state)
      try container.encodeIfPresent(retry.graceEndDate, forKey: .graceEndDate)
      try container.encode(retry.endDate, forKey: .endDate)
      if retry.endsWithCommitment { try container.encode(true, forKey: .endsWithCommitment) }
    case .expired(let intent):
      try container.encode(State.expired, forKey: .state)
      try container.encode(intent, forKey: .intent)
    case .revoked(let intent):
      try container.encode(State.revoked, forKey: .state)
      try container.encodeIfPresent(intent, forKey: .intent)
    }
  }
}
