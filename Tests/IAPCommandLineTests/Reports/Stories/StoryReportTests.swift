import IAPCore
import Testing

@testable import IAPCommandLine

struct StoryReportTests {
  private let noon = SampleTimelines.time("2026-01-01T12:00:00Z")

  private var failed: PlayedStory {
    var story = PlayedStory(Scenario(name: "a <refund>"), file: "dir/refund, 1.json", start: noon)
    let transaction = SampleTimelines.period("1", "pro", "2026-01-01", "2026-02-01")
    var purchase = PlayedStep.sample(1, noon, JSONMember("purchase", "pro"), result: "purchased")
    purchase.changes = [
      StoreChange(date: noon, account: .standard, kind: .subscribed, transaction: transaction)
    ]
    var check = PlayedStep.sample(2, noon, nil)
    check.failures = [
      StoryFailure(
        step: 2,
        expected: ["entitlement": "pro", "state": "revoked"],
        found: ["entitlement": "pro", "state": "active"]
      )
    ]
    story.steps = [purchase, check, .sample(3, noon, JSONMember("restore", [:]))]
    return story
  }

  private var passed: PlayedStory {
    PlayedStory(Scenario(name: "good"), file: "good.json", start: noon)
  }

  private var results: [StoryResult] {
    [
      StoryResult(file: "dir/refund, 1.json", content: .played(failed)),
      StoryResult(file: "good.json", content: .played(passed)),
      StoryResult(
        file: "bad.json",
        content: .unreadable(
          Diagnostic(code: "invalidScenario", message: "no & scenario", exitCode: .invalid)
        )
      ),
    ]
  }

  @Test func `The text tells step, expected, found and a timeline up to the failure`() {
    var page = TextPage()
    ReplayReport(results: results).write(to: &page)

    #expect(
      page.rendered(inColor: false) == """
        FAIL  a <refund>  dir/refund, 1.json
          step 2
            expected  {"entitlement":"pro","state":"revoked"}
            found     {"entitlement":"pro","state":"active"}
          timeline
              1  2026-01-01 12:00 UTC  purchase pro -> purchased
                 2026-01-01 12:00 UTC    subscribed  pro 1
          x   2  2026-01-01 12:00 UTC  expect
        pass  good  good.json
        FAIL  bad.json
              no & scenario
        3 scenarios, 2 not as expected

        """
    )
  }

  @Test func `The JSON has a member for each scenario`() {
    let expected: JSONValue = [
      "scenarios": [
        [
          "name": "a <refund>", "file": "dir/refund, 1.json", "passed": false,
          "failures": [
            [
              "step": 2, "expected": ["entitlement": "pro", "state": "revoked"],
              "found": ["entitlement": "pro", "state": "active"],
            ]
          ],
        ], ["name": "good", "file": "good.json", "passed": true, "failures": []],
        [
          "name": "bad.json", "file": "bad.json", "passed": false, "failures": [],
          "error": ["code": "invalidScenario", "message": "no & scenario", "exitCode": 5],
        ],
      ]
    ]

    #expect(ReplayReport(results: results).json == expected)
  }

  @Test func `JUnit gets a test case for each scenario`() {
    #expect(
      JUnitReport(results: results).text() == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="iap replay" tests="3" failures="1" errors="1">
          <testsuite name="scenarios" tests="3" failures="1" errors="1" skipped="0">
            <testcase name="a &lt;refund&gt;" classname="dir/refund, 1.json" file="dir/refund, 1.json">
              <failure message="step 2: expected {&quot;entitlement&quot;:&quot;pro&quot;,&quot;state&quot;:&quot;revoked&quot;}, found {&quot;entitlement&quot;:&quot;pro&quot;,&quot;state&quot;:&quot;active&quot;}" type="expectation">step 2
          expected  {&quot;entitlement&quot;:&quot;pro&quot;,&quot;state&quot;:&quot;revoked&quot;}
          found     {&quot;entitlement&quot;:&quot;pro&quot;,&quot;state&quot;:&quot;active&quot;}
        timeline
            1  2026-01-01 12:00 UTC  purchase pro -&gt; purchased
               2026-01-01 12:00 UTC    subscribed  pro 1
        x   2  2026-01-01 12:00 UTC  expect</failure>
            </testcase>
            <testcase name="good" classname="good.json" file="good.json"/>
            <testcase name="bad.json" classname="bad.json" file="bad.json">
              <error message="no &amp; scenario" type="invalidScenario"/>
            </testcase>
          </testsuite>
        </testsuites>

        """
    )
  }

  @Test func `GitHub is told file, line and title, escaped as it asks`() {
    let annotations = GitHubAnnotations(results: results) { file, step in
      file == "dir/refund, 1.json" ? step + 4 : nil
    }

    #expect(
      annotations.lines() == [
        "::error file=dir/refund%2C 1.json,line=6,title=a <refund>::step 2: expected "
          + #"{"entitlement":"pro","state":"revoked"}, found {"entitlement":"pro","state":"active"}"#,
        "::error file=bad.json,title=bad.json::no & scenario",
      ]
    )
  }

  @Test func `More than ten annotations are rolled up in the tenth`() {
    var story = failed
    story.steps[1].failures = (1...25).map {
      StoryFailure(step: 2, expected: ["queue": .integer($0)], found: ["queue": 0])
    }
    let results = [StoryResult(file: "x.json", content: .played(story))]

    let lines = GitHubAnnotations(results: results) { _, _ in nil }.lines()

    #expect(lines.count == 10)
    #expect(
      lines.last
        == "::error title=iap replay::and 16 more expectations of scenarios are not met"
    )
  }

  @Test func `The page needs nothing else and hides nothing`() {
    let html = HTMLReport(results: results).text()

    #expect(html.hasPrefix("<!doctype html>"))
    #expect(html.contains("2 of 3 not as expected"))
    #expect(html.contains("<h2>a &lt;refund&gt;</h2>"))
    #expect(
      html.contains(
        "{&quot;entitlement&quot;:&quot;pro&quot;,&quot;state&quot;:&quot;revoked&quot;}"
      )
    )
    #expect(html.contains("src=\"data:image/svg+xml;utf8,%3Csvg"))
    #expect(!html.contains("src=\"http"))
    #expect(html.contains("no &amp; scenario"))
  }

  @Test func `A list says what the scenarios tell`() {
    var scenario = Scenario(name: "a refund")
    scenario.description = "What is taken back gives no access."
    var page = TextPage()
    ScenarioListReport(entries: [.init(file: "refund.json", content: .success(scenario))])
      .write(to: &page)

    #expect(
      page.rendered(inColor: false)
        == "a refund  refund.json\n  What is taken back gives no access.\n"
    )
  }
}

extension PlayedStep {
  fileprivate static func sample(
    _ number: Int,
    _ date: Instant,
    _ event: JSONMember?,
    result: String? = nil
  ) -> PlayedStep {
    PlayedStep(
      number: number,
      date: date,
      account: .standard,
      event: event,
      outcome: StoryOutcome(result: result),
      changes: [],
      failures: []
    )
  }
}
