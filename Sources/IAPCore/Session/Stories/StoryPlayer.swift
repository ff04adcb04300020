/// Where a story is played: a store with its apps.
package protocol StoryStage {
  associatedtype Facts: StoryFacts

  /// The store's clock.
  var now: Instant { get }

  /// Does what the event says; a refusal is an outcome too.
  mutating func perform(_ event: Event, by account: AccountName) -> StoryOutcome

  /// Why nothing can be seen of an account, in the code of the error; `nil`: it is there.
  func refusal(of account: AccountName) -> String?

  /// What can be seen of an account after a step with that outcome; `nil`: the step had no event.
  func facts(of account: AccountName, after outcome: StoryOutcome?) -> Facts
}

/// How an event ended.
package struct StoryOutcome: Equatable, Sendable {
  /// The word of a purchase's answer; `nil`: it was no purchase, or refused before.
  package var result: String?
  /// The code of the error; `nil`: none.
  package var error: String?
  /// What was made or changed by it, in order.
  package var changes: [StoreChange]
  /// The transaction that the answer names; `nil`: it names none.
  package var transaction: Transaction?

  package init(
    result: String? = nil,
    error: String? = nil,
    changes: [StoreChange] = [],
    transaction: Transaction? = nil
  ) {
    self.result = result
    self.error = error
    self.changes = changes
    self.transaction = transaction
  }
}

/// Plays scenarios and judges their expectations.
package struct StoryPlayer {
  /// Plays every step, also after one that failed, so that all failures are told at once.
  package static func play(
    _ scenario: Scenario,
    file: String,
    on stage: inout some StoryStage
  ) -> PlayedStory {
    var story = PlayedStory(scenario, file: file, start: stage.now)
    if !scenario.settings.isEmpty {
      let settings = Event.set(SetEvent(scenario.settings, allAccounts: true))
      let outcome = stage.perform(settings, by: .standard)
      var played = PlayedStep(0, settings, by: .standard, at: stage.now)
      played.note(outcome)
      if let error = outcome.error { played.failures = [.unexpected(error, step: 0)] }
      story.steps.append(played)
    }
    for (index, step) in scenario.steps.enumerated() {
      story.steps.append(play(step, number: index + 1, on: &stage))
    }
    story.end = stage.now
    return story
  }

  private static func play(
    _ step: ScenarioStep,
    number: Int,
    on stage: inout some StoryStage
  ) -> PlayedStep {
    let account = step.account ?? .standard
    var played = PlayedStep(number, step.event, by: account, at: stage.now)
    var outcome: StoryOutcome?
    if let target = step.at?.moment(after: stage.now), target != stage.now {
      let moved = stage.perform(.advance(AdvanceEvent(to: target)), by: account)
      played.note(moved)
      outcome = moved.error == nil ? nil : moved
    }
    if outcome == nil, let event = step.event {
      let done = stage.perform(event, by: account)
      played.note(done)
      outcome = done
    }
    played.date = stage.now
    // Of an account that does not exist everything would be absent, and so as expected.
    if !step.expectations.isEmpty, outcome?.error == nil, let code = stage.refusal(of: account) {
      outcome = StoryOutcome(error: code)
    }
    let speaks = step.expectations.contains(where: \.speaksOfOutcome)
    if let error = outcome?.error, !speaks { played.failures = [.unexpected(error, step: number)] }
    if !step.expectations.isEmpty {
      let facts = stage.facts(of: account, after: outcome)
      played.failures += step.expectations.flatMap { $0.mismatches(with: facts) }
        .map { StoryFailure(step: number, expected: $0.expected, found: $0.found) }
    }
    return played
  }
}

extension PlayedStep {
  fileprivate init(_ number: Int, _ event: Event?, by account: AccountName, at date: Instant) {
    self.number = number
    self.date = date
    self.account = account
    self.event = event.map { ScenarioWriter.json($0) }
    outcome = StoryOutcome()
    changes = []
    failures = []
  }

  fileprivate mutating func note(_ done: StoryOutcome) {
    outcome = done
    changes += done.changes
  }
}

extension StoryFailure {
  /// A step that speaks of no error had one.
  fileprivate static func unexpected(_ code: String, step: Int) -> StoryFailure {
    StoryFailure(
      step: step,
      expected: .object(["error": .null]),
      found: .object(["error": .string(code)])
    )
  }
}
