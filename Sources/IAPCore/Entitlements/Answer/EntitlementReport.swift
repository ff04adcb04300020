/// The answers to one question, in the order of their names.
package struct EntitlementReport: Equatable, Sendable {
  package var asOf: Instant
  package var clock: ClockSource
  package var entitlements: [Entitlement]
  /// Each once.
  package var warnings: [EntitlementWarning]

  package init(
    asOf: Instant,
    clock: ClockSource,
    entitlements: [Entitlement],
    warnings: [EntitlementWarning]
  ) {
    self.asOf = asOf
    self.clock = clock
    self.entitlements = entitlements
    self.warnings = warnings
  }
}

/// What is asked: which entitlements to show, which of them must hold, which state they must have.
package struct EntitlementQuestion: Equatable, Sendable {
  /// Empty, together with `required`: everything there is.
  package var names: [String]
  package var required: [String]
  package var expected: EntitlementState?

  package init(names: [String] = [], required: [String] = [], expected: EntitlementState? = nil) {
    self.names = names
    self.required = required
    self.expected = expected
  }
}

/// The answers, and the one answer that becomes the exit status.
package struct EntitlementAnswer: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    /// Nothing had to hold, or all of it does: exit 0.
    case yes
    /// Something that had to hold does not: exit 1.
    case no
    /// Nothing is known to be missing, but something cannot be told: exit 7.
    case cannotTell
    /// A state was expected, and there is no entitlement that could have it: exit 7.
    case nothingToJudge
    /// A name that nobody knows: exit 6.
    case notFound
  }

  /// A name that is neither in the map nor a product.
  package struct UnknownName: Equatable, Sendable {
    package var name: String
    /// Known names that may have been meant, best first.
    package var near: [String]
  }

  package var report: EntitlementReport
  package var unknownNames: [UnknownName]
  package var outcome: Outcome
}
