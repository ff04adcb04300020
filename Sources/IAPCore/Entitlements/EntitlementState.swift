/// Whether somebody has access, in one word (design section 4, "Entitlements").
package enum EntitlementState: String, Codable, Sendable, CaseIterable {
  case active
  case inGracePeriod
  case inBillingRetryPeriod
  case expired
  case revoked
  case upgraded
  case pending
  case notPurchased
  /// Only where it cannot be told.
  case unknown
}

/// Which clock the answer was given by.
package enum ClockSource: String, Codable, Sendable, CaseIterable {
  /// The clock of the simulated store.
  case store
  /// A time that the user named: what the data says happened later does not count.
  case argument
  /// The latest signing or request date of the data.
  case signed
}
