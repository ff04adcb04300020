/// A story: what happens to a store, step by step, and what is expected of it.
///
/// The content of a scenario file (design section 4, "Scenarios"). Paths stand as written, relative
/// to the file.
package struct Scenario: Equatable, Sendable {
  package var name: String
  /// Why the story is told; `nil`: the name says it all.
  package var description: String?
  /// The catalogue's file; `nil`: the sample shop.
  package var catalog: String?
  /// The entitlement map's file; `nil`: none, or the sample shop's.
  package var entitlements: String?
  /// `nil` in these three means what `iap init` takes without an option.
  package var bundleID: String?
  package var appAppleID: Int64?
  package var environment: StoreEnvironment?
  /// Where the clock begins; `nil`: where `iap init` begins.
  package var start: Instant?
  /// Settings of the store and of every account before the first step, as `iap store set` takes them.
  package var settings: [String: String]
  package var steps: [ScenarioStep]

  package init(name: String, steps: [ScenarioStep] = []) {
    self.name = name
    settings = [:]
    self.steps = steps
  }

  package static let format = "iap.scenario"
  package static let version = 1
  /// A story is read by people: this many steps are more than anybody reads.
  package static let maximumSteps = 100_000
}

/// One step; each part may be absent: the clock moves, somebody acts, something is expected.
package struct ScenarioStep: Equatable, Sendable {
  /// When it happens; `nil`: at once after the step before.
  package var at: ScenarioTime?
  /// Who acts and whose state is looked at; `nil`: the account `default`.
  package var account: AccountName?
  package var event: Event?
  package var expectations: [Expectation]

  package init(
    at: ScenarioTime? = nil,
    account: AccountName? = nil,
    event: Event? = nil,
    expectations: [Expectation] = []
  ) {
    self.at = at
    self.account = account
    self.event = event
    self.expectations = expectations
  }
}

/// When a step happens.
package enum ScenarioTime: Equatable, Sendable {
  case moment(Instant)
  /// `+3h`: that much later than the step before ended.
  case later(CalendarDuration)

  /// Reads `+D` or a TIME; `nil` for anything else.
  package init?(_ text: String) {
    if text.hasPrefix("+") {
      guard let duration = CalendarDuration(String(text.dropFirst())) else { return nil }
      self = .later(duration)
    } else {
      guard let moment = Instant(rfc3339: text) else { return nil }
      self = .moment(moment)
    }
  }

  package var text: String {
    switch self {
    case .moment(let moment): moment.rfc3339
    case .later(let duration): "+" + duration.iso8601
    }
  }

  /// The moment, given when the step before ended.
  package func moment(after now: Instant) -> Instant {
    switch self {
    case .moment(let moment): moment
    case .later(let duration): now.adding(duration)
    }
  }
}

/// Why a file is no scenario.
package enum ScenarioError: Error, Equatable, Sendable {
  case syntax(JSONSyntaxError)
  case shape(JSONShapeError)
  /// A step names more than one event; the path of the step and the words.
  case severalVerbs(path: String, verbs: [String])
  /// Neither a TIME nor `+D`.
  case invalidTime(path: String, text: String)
  /// `format` names another kind of file.
  case wrongFormat(found: String)
  /// Written for a later version of this program.
  case newerVersion(found: Int64)
  case tooManySteps(Int)
}
