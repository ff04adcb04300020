/// What is said of many unsigned transactions together, without keeping them.
package struct ReceivedSummary: Equatable, Sendable {
  private(set) var isEmpty = true
  /// The latest signing date; `nil`: none has one.
  private(set) var date: Instant?
  private(set) var apps: Set<String> = []
  private(set) var environments: Set<String> = []
  private var latestApp: String?
  private var latestEnvironment: StoreEnvironment?

  package init() {}

  package mutating func add(_ transaction: Transaction) {
    isEmpty = false
    if let signed = transaction.signedDate { date = max(date ?? signed, signed) }
    // Nearly always the same as before: then nothing is hashed.
    if let app = transaction.bundleID, app != latestApp {
      apps.insert(app)
      latestApp = app
    }
    if let environment = transaction.environment, environment != latestEnvironment {
      environments.insert(environment.rawValue)
      latestEnvironment = environment
    }
  }

  mutating func add(_ other: ReceivedSummary) {
    isEmpty = isEmpty && other.isEmpty
    date = [date, other.date].compactMap(\.self).max()
    apps.formUnion(other.apps)
    environments.formUnion(other.environments)
  }
}
