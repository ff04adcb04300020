/// What came of playing a scenario.
package struct PlayedStory: Equatable, Sendable {
  package var name: String
  package var description: String?
  /// The scenario's file as the user named it.
  package var file: String
  package var steps: [PlayedStep]
  /// The store's clock at the end.
  package var end: Instant

  package init(_ scenario: Scenario, file: String, start: Instant) {
    name = scenario.name
    description = scenario.description
    self.file = file
    steps = []
    end = start
  }

  package var failures: [StoryFailure] { steps.flatMap(\.failures) }
  package var passed: Bool { steps.allSatisfy(\.failures.isEmpty) }

  /// The accounts that something happened to, in the order in which they appear.
  package var accounts: [AccountName] {
    var seen: Set<AccountName> = []
    return steps.flatMap(\.changes).map(\.account).filter { seen.insert($0).inserted }
  }

  /// The purchases of an account as a picture, made from nothing but what happened.
  package func timeline(of account: AccountName) -> Timeline {
    let changes = steps.flatMap(\.changes).filter { $0.account == account }
    return TimelineBuilder(now: end, changes: changes).timeline()
  }
}

/// One step as it went.
package struct PlayedStep: Equatable, Sendable {
  /// Counted from 1; 0 are the scenario's settings.
  package var number: Int
  /// The store's clock after the step.
  package var date: Instant
  package var account: AccountName
  /// The event as the scenario writes it; `nil`: the step only waits or looks.
  package var event: JSONMember?
  package var outcome: StoryOutcome
  /// What happened in the store, also while the clock moved to the step's time.
  package var changes: [StoreChange]
  package var failures: [StoryFailure]

  package init(
    number: Int,
    date: Instant,
    account: AccountName,
    event: JSONMember?,
    outcome: StoryOutcome,
    changes: [StoreChange],
    failures: [StoryFailure]
  ) {
    self.number = number
    self.date = date
    self.account = account
    self.event = event
    self.outcome = outcome
    self.changes = changes
    self.failures = failures
  }
}

/// An expectation that is not met.
package struct StoryFailure: Equatable, Sendable {
  /// The step's number, counted from 1.
  package var step: Int
  package var expected: JSONValue
  package var found: JSONValue

  package init(step: Int, expected: JSONValue, found: JSONValue) {
    self.step = step
    self.expected = expected
    self.found = found
  }
}

extension TimelineBuilder {
  /// The account's picture from everything that happened to it.
  package init(now: Instant, changes: [StoreChange]) {
    var latest: [TransactionID: Transaction] = [:]
    for change in changes {
      guard let transaction = change.transaction else {
        if change.kind == .cleared { latest = [:] }
        continue
      }
      latest[transaction.id] = change.kind == .transactionDeleted ? nil : transaction
    }
    let transactions = latest.values.sorted { $0.id < $1.id }
    self.init(now: now, transactions: transactions, events: changes.map { TimelineEvent($0) })
  }
}
