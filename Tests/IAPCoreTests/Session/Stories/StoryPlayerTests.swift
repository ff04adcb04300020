import IAPCore
import Testing

/// A stage that only knows its clock and refuses what it is told to.
struct EchoStage: StoryStage {
  var now = Instant(milliseconds: 1_767_225_600_000)
  var refusals: [EventVerb: String] = [:]
  private(set) var played: [String] = []

  init(refusing refusals: [EventVerb: String] = [:]) {
    self.refusals = refusals
  }

  mutating func perform(_ event: Event, by account: AccountName) -> StoryOutcome {
    if let code = refusals[event.verb] { return StoryOutcome(error: code) }
    if case .advance(let advance) = event {
      now = advance.to ?? now.adding(advance.by ?? CalendarDuration())
    }
    played.append("\(account) \(event.verb.rawValue) \(now.rfc3339)")
    let change = StoreChange(date: now, account: account, kind: .settingChanged)
    return StoryOutcome(result: event.verb == .purchase ? "purchased" : nil, changes: [change])
  }

  func refusal(of account: AccountName) -> String? {
    account == "nobody" ? "unknownAccount" : nil
  }

  func facts(of account: AccountName, after outcome: StoryOutcome?) -> SampleFacts {
    SampleFacts(
      result: outcome?.result,
      error: outcome?.error,
      lists: [.queue: played.map { .string($0) }]
    )
  }
}

struct StoryPlayerTests {
  private func play(
    _ steps: String,
    head: String = "",
    refusing refusals: [EventVerb: String] = [:]
  ) throws -> (story: PlayedStory, stage: EchoStage) {
    let file = ScenarioReaderTests.file(steps, head: head)
    let scenario = try ScenarioReader.read(Array(file.utf8))
    var stage = EchoStage(refusing: refusals)
    let story = StoryPlayer.play(scenario, file: "story.json", on: &stage)
    return (story, stage)
  }

  @Test func `The clock moves to each step's time, counted from the end of the step before`() throws
  {
    let steps = """
      { "advance": "P1D" }, { "at": "+3h", "purchase": "a" }, { "at": "2026-02-01", "account": "kid" },
      { "at": "2026-02-01", "restore": {} }
      """

    let (story, stage) = try play(steps)

    #expect(
      stage.played == [
        "default advance 2026-01-02T00:00:00Z", "default advance 2026-01-02T03:00:00Z",
        "default purchase 2026-01-02T03:00:00Z", "kid advance 2026-02-01T00:00:00Z",
        "default restore 2026-02-01T00:00:00Z",
      ]
    )
    #expect(story.passed)
    #expect(story.steps.map(\.number) == [1, 2, 3, 4])
    #expect(story.steps.map(\.changes.count) == [1, 2, 1, 1])
    #expect(story.end.rfc3339 == "2026-02-01T00:00:00Z")
  }

  @Test func `The settings are played before the first step, for all accounts`() throws {
    let (story, stage) = try play("", head: #""settings": { "ask-to-buy": "on" },"#)

    #expect(stage.played == ["default set 2026-01-01T00:00:00Z"])
    #expect(story.steps.map(\.number) == [0])
    #expect(
      story.steps[0].event == JSONMember("set", ["ask-to-buy": "on", "allAccounts": true])
    )
  }

  @Test func `An error that the step does not speak of is a failure`() throws {
    let (story, _) = try play(
      #"{ "refund": "a", "expect": { "queue": 0 } }, { "refund": "a" }"#,
      refusing: [.refund: "duplicateRequest"]
    )

    #expect(
      story.failures
        == [1, 2].map {
          StoryFailure(step: $0, expected: ["error": nil], found: ["error": "duplicateRequest"])
        }
    )
  }

  @Test func `Of an account that does not exist nothing is as expected`() throws {
    let (story, _) = try play(
      """
      { "account": "nobody", "expect": { "queue": 0, "status": 0, "transaction": null } },
      { "account": "nobody", "expect": { "error": "unknownAccount" } },
      { "account": "somebody", "expect": { "queue": 0 } }
      """
    )

    #expect(
      story.failures == [
        StoryFailure(step: 1, expected: ["error": nil], found: ["error": "unknownAccount"])
      ]
    )
  }

  @Test func `An expected error is met, and its absence is a failure`() throws {
    let steps = """
      { "refund": "a", "expect": { "error": "duplicateRequest" } },
      { "purchase": "a", "expect": { "error": "duplicateRequest" } }
      """

    let (story, _) = try play(steps, refusing: [.refund: "duplicateRequest"])

    #expect(
      story.failures == [
        StoryFailure(step: 2, expected: ["error": "duplicateRequest"], found: ["error": nil])
      ]
    )
  }

  @Test func `A clock that cannot move ends the step before its event`() throws {
    let (story, stage) = try play(
      #"{ "at": "2025-01-01", "purchase": "a" }, { "purchase": "b" }"#,
      refusing: [.advance: "clockBackwards"]
    )

    #expect(stage.played.count == 1)
    #expect(
      story.failures == [
        StoryFailure(step: 1, expected: ["error": nil], found: ["error": "clockBackwards"])
      ]
    )
  }

  @Test func `All failures of a story are told, each with its step`() throws {
    let steps = """
      { "expect": { "queue": 3 } }, { "purchase": "a" },
      { "expect": [ { "queue": 2 }, { "queue": 1, "result": "pending" } ] }
      """

    let (story, _) = try play(steps)

    #expect(
      story.failures == [
        StoryFailure(step: 1, expected: ["queue": 3], found: ["queue": 0]),
        StoryFailure(step: 3, expected: ["queue": 2], found: ["queue": 1]),
        StoryFailure(step: 3, expected: ["result": "pending"], found: ["result": nil]),
      ]
    )
    #expect(!story.passed)
  }
}
