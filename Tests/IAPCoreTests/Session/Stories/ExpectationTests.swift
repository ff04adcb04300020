import IAPCore
import Testing

/// Documents as the commands would give them.
struct SampleFacts: StoryFacts {
  var result: String?
  var error: String?
  var entitlements: [String: JSONValue] = [:]
  var lists: [ExpectedList: [JSONValue]] = [:]
  var transactions: [JSONValue] = []

  func entitlement(_ name: String) -> JSONValue? { entitlements[name] }
  func elements(of list: ExpectedList) -> [JSONValue] { lists[list] ?? [] }
}

struct ExpectationTests {
  private let facts = SampleFacts(
    result: "pending",
    error: nil,
    entitlements: [
      "pro": [
        "name": "pro", "entitled": true, "state": "active", "expiresDate": 1_769_904_000_000,
        "reasons": ["bought"],
      ]
    ],
    lists: [
      .queue: [
        [
          "state": "purchased", "kind": "purchase",
          "transaction": ["transactionId": "20", "productId": "coins", "price": 1990],
        ],
        ["state": "deferred", "kind": "purchase", "requestId": "req-1"],
      ]
    ],
    transactions: [
      ["transactionId": "20", "productId": "coins"],
      ["transactionId": "21", "productId": "pro", "revocationDate": 1_769_904_000_000],
    ]
  )

  /// The mismatches of one `expect` object.
  private func mismatches(_ expectation: String) throws -> [Mismatch] {
    let file = ScenarioReaderTests.file("{ \"expect\": \(expectation) }")
    let step = try #require(try ScenarioReader.read(Array(file.utf8)).steps.first)
    return step.expectations.flatMap { $0.mismatches(with: facts) }
  }

  @Test(arguments: [
    #"{ "result": "pending", "error": null }"#,
    #"{ "entitlement": "pro", "entitled": true, "state": "active", "productId": null }"#,
    #"{ "entitlement": "pro", "expiresDate": "2026-02-01T00:00:00Z", "reasons": ["bought"] }"#,
    #"{ "entitlement": "pro", "expiresDate": 1769904000000 }"#,
    #"{ "queue": 2, "status": 0, "notifications": [] }"#,
    #"{ "queue": [ {"transaction": {"productId": "coins"}}, {"requestId": "req-1"} ] }"#,
    #"{ "queue": [ {"requestId": null}, {"transaction": null} ] }"#,
    #"{ "transaction": { "productId": "pro", "revocationDate": "2026-02-01" } }"#,
    #"{ "transaction": { "productId": "coins", "revocationDate": null } }"#,
    #"{ "transaction": { "transactionId": "20", "productId": "coins" } }"#,
  ])
  func `What is so is met`(expectation: String) throws {
    #expect(try mismatches(expectation) == [])
  }

  @Test(
    arguments: [
      (#"{ "result": "purchased" }"#, ["result": "purchased"], ["result": "pending"]),
      (#"{ "result": null }"#, ["result": nil], ["result": "pending"]),
      (#"{ "error": "networkError" }"#, ["error": "networkError"], ["error": nil]),
      (
        #"{ "entitlement": "pro", "entitled": true, "state": "expired" }"#,
        ["entitlement": "pro", "state": "expired"], ["entitlement": "pro", "state": "active"]
      ),
      (
        #"{ "entitlement": "pro", "willRenew": true }"#,
        ["entitlement": "pro", "willRenew": true], ["entitlement": "pro", "willRenew": nil]
      ),
      (
        #"{ "entitlement": "prox", "entitled": true }"#,
        ["entitlement": "prox", "entitled": true], ["entitlement": nil]
      ),
      (#"{ "queue": 1 }"#, ["queue": 1], ["queue": 2]),
      (
        #"{ "queue": [ {"state": "purchased"} ] }"#,
        ["queue": [["state": "purchased"]]],
        ["queue": [["state": "purchased"], ["state": "deferred"]]]
      ),
      (
        #"{ "queue": [ {"transaction": {"price": 990}}, {} ] }"#,
        ["queue[0].transaction.price": 990], ["queue[0].transaction.price": 1990]
      ),
      (
        #"{ "queue": [ {}, {"transaction": {"price": 990}} ] }"#,
        ["queue[1].transaction": ["price": 990]], ["queue[1].transaction": nil]
      ),
      (
        #"{ "transaction": { "productId": "pro", "revocationDate": null } }"#,
        ["transaction.revocationDate": nil], ["transaction.revocationDate": 1_769_904_000_000]
      ),
      (
        #"{ "transaction": { "productId": "gold" } }"#,
        ["transaction.productId": "gold"], ["transaction.productId": "pro"]
      ),
    ] as [(String, JSONValue, JSONValue)]
  )
  func `What is not so is told with the smallest difference`(
    expectation: String,
    expected: JSONValue,
    found: JSONValue
  ) throws {
    #expect(try mismatches(expectation) == [Mismatch(expected: expected, found: found)])
  }

  @Test func `No transaction at all is something that can be expected`() throws {
    let none = Expectation([.transaction(.null)])

    #expect(none.mismatches(with: SampleFacts()) == [])
    #expect(none.mismatches(with: facts).count == 1)
  }

  @Test func `Only a word or an error speaks of how the step ends`() {
    #expect(Expectation([.error(nil)]).speaksOfOutcome)
    #expect(Expectation([.list(.queue, 0), .result("failed")]).speaksOfOutcome)
    #expect(!Expectation([.list(.queue, 0), .result(nil)]).speaksOfOutcome)
  }
}
