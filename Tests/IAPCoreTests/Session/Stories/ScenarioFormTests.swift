import Testing

@testable import IAPCore

/// How verbs may be written besides the journal's way, and what help says of it.
struct ScenarioFormTests {
  private func read(_ text: String) throws -> Scenario {
    try ScenarioReader.read(Array(text.utf8))
  }

  @Test(
    arguments: [
      (#""share": {"id": "pro", "with": "kid"}"#, #""share": {"id": "pro", "with": ["kid"]}"#),
      (#""price": {"id": "pro", "amount": 9.99}"#, #""price": {"id": "pro", "amount": "9.99"}"#),
      (#""refund": {"id": "1", "percent": 33.5}"#, #""refund": {"id": "1", "percentage": 33500}"#),
      (#""refund": {"id": "1", "percent": "25"}"#, #""refund": {"id": "1", "percentage": 25000}"#),
      (
        #""consumption": "1""#, #""consumption": {"id": "1", "customerConsented": true}"#
      ),
      (
        #""consumption": {"id": "1", "deliveryStatus": "DELIVERED"}"#,
        #""consumption": {"id": "1", "customerConsented": true, "deliveryStatus": "DELIVERED"}"#
      ),
      (
        #""consumption": {"id": "1", "consented": "no", "consumption": 80}"#,
        #""consumption": {"id": "1", "customerConsented": false, "consumptionPercentage": 80000}"#
      ),
    ]
  )
  func `The options of a command are taken as the journal's members are`(
    option: String,
    member: String
  ) throws {
    let steps = try read(ScenarioReaderTests.file("{ \(option) }")).steps

    #expect(steps == (try read(ScenarioReaderTests.file("{ \(member) }")).steps))
    #expect(steps.first?.event != nil)
  }

  @Test func `An option and the member that it stands for exclude each other`() {
    let twice = #"{ "refund": { "id": "1", "percent": 50, "percentage": 50000 } }"#

    #expect(throws: ScenarioError.self) { try read(ScenarioReaderTests.file(twice)) }
  }

  @Test func `Every verb and every expectation has its form in help`() {
    #expect(ScenarioForm.all.map(\.verb) == EventVerb.allCases.map(\.rawValue))
    #expect(Expectation.forms.map(\.name) == Expectation.names)
    let notifications = Expectation.forms.first { $0.name == "notifications" }
    #expect(notifications?.members.contains("payload.notificationType") == true)
  }
}
