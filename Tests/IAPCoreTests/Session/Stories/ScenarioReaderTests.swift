import IAPCore
import Testing

struct ScenarioReaderTests {
  /// A whole file around the given steps.
  static func file(_ steps: String, head: String = "") -> String {
    """
    { "format": "iap.scenario", "version": 1, "name": "a story", \(head)
      "steps": [ \(steps) ] }
    """
  }

  private func read(_ text: String) throws(ScenarioError) -> Scenario {
    try ScenarioReader.read(Array(text.utf8))
  }

  private func error(_ text: String) -> ScenarioError? {
    do throws(ScenarioError) {
      _ = try read(text)
      return nil
    } catch {
      return error
    }
  }

  @Test func `The scenario of the design is read as it is meant`() throws {
    let text = """
      { "format": "iap.scenario", "version": 1, "name": "declined by the parent",
        "catalog": "Shop.storekit", "entitlements": "Entitlements.json",
        "start": "2026-01-01T00:00:00Z",
        "steps": [
          { "set": { "ask-to-buy": "on" } },
          { "purchase": "pro_monthly", "expect": { "result": "pending" } },
          { "at": "+3h", "decline": "pro_monthly" },
          { "expect": { "entitlement": "pro", "entitled": false, "state": "notPurchased" } } ] }
      """
    var expected = Scenario(name: "declined by the parent")
    expected.catalog = "Shop.storekit"
    expected.entitlements = "Entitlements.json"
    expected.start = Instant(rfc3339: "2026-01-01")
    expected.steps = [
      ScenarioStep(event: .set(SetEvent(["ask-to-buy": "on"]))),
      ScenarioStep(
        event: .purchase(PurchaseEvent(id: "pro_monthly")),
        expectations: [Expectation([.result("pending")])]
      ),
      ScenarioStep(
        at: .later(CalendarDuration(milliseconds: 3 * Instant.hour)),
        event: .decline(RequestOperand(request: "pro_monthly"))
      ),
      ScenarioStep(expectations: [
        Expectation([
          .entitlement(
            "pro",
            [JSONMember("entitled", false), JSONMember("state", "notPurchased")]
          )
        ])
      ]),
    ]

    #expect(try read(text) == expected)
  }

  @Test func `Every top-level key is read`() throws {
    let text = Self.file(
      "",
      head: """
        "description": "why", "bundleId": "com.example.shop", "appAppleId": 7,
        "environment": "Production", "start": "2027-05-01", "settings": { "billing-retry": 30 },
        """
    )
    var expected = Scenario(name: "a story")
    expected.description = "why"
    expected.bundleID = "com.example.shop"
    expected.appAppleID = 7
    expected.environment = .production
    expected.start = Instant(rfc3339: "2027-05-01")
    expected.settings = ["billing-retry": "30"]

    #expect(try read(text) == expected)
  }

  @Test(
    arguments: [
      (#""purchase": "pro""#, .purchase(PurchaseEvent(id: "pro"))),
      (#""restore": {}"#, .restore(RestoreEvent())),
      (#""finish": "20""#, .finish(FinishEvent(ids: ["20"]))),
      (#""finish": ["20", "21"]"#, .finish(FinishEvent(ids: ["20", "21"]))),
      (#""finish": {"all": true}"#, .finish(FinishEvent(all: true))),
      (#""advance": "P1M""#, .advance(AdvanceEvent(by: CalendarDuration(months: 1)))),
      (#""advance": "2w""#, .advance(AdvanceEvent(by: CalendarDuration(days: 14)))),
      (
        #""advance": "2026-03-01""#,
        .advance(AdvanceEvent(to: Instant(milliseconds: 1_772_323_200_000)))
      ),
      (
        #""advance": {"to": "2026-03-01T00:00:00Z"}"#,
        .advance(AdvanceEvent(to: Instant(milliseconds: 1_772_323_200_000)))
      ),
      (#""advance": {"until": "renewed"}"#, .advance(AdvanceEvent(until: "renewed"))),
      (#""billingFail": {}"#, .billingFail(OptionalSubscriptionOperand())),
      (#""billingFail": "pro""#, .billingFail(OptionalSubscriptionOperand(subscription: "pro"))),
      (#""share": {"id": "pro", "with": ["kid"]}"#, .share(ShareEvent(id: "pro", with: ["kid"]))),
      (#""leave": {}"#, .leave(NoOperand())),
      (#""set": {"renewal-limit": 6}"#, .set(SetEvent(["renewal-limit": "6"]))),
      (
        #""override": {"name": "pro", "value": "on"}"#,
        .override(OverrideEvent(name: "pro", value: .on))
      ),
    ] as [(String, Event)]
  )
  func `An operand is a bare text or an object of options`(text: String, event: Event) throws {
    #expect(try read(Self.file("{ \(text) }")).steps == [ScenarioStep(event: event)])
  }

  @Test func `A step may name time, account and several expectations`() throws {
    let step = """
      { "at": "2026-02-01", "account": "kid", "purchase": "coins",
        "expect": [ { "error": "networkError" }, { "queue": 0, "transaction": null } ] }
      """

    let steps = try read(Self.file(step)).steps

    #expect(
      steps == [
        ScenarioStep(
          at: .moment(Instant(milliseconds: 1_769_904_000_000)),
          account: "kid",
          event: .purchase(PurchaseEvent(id: "coins")),
          expectations: [
            Expectation([.error("networkError")]),
            Expectation([.list(.queue, 0), .transaction(.null)]),
          ]
        )
      ]
    )
  }

  @Test(
    arguments: [
      (#"{ "purchse": "pro" }"#, "steps[0].purchse", "purchase"),
      (#"{}, { "acount": "a" }"#, "steps[1].acount", "account"),
      (#"{ "purchase": { "id": "pro", "quantty": 2 } }"#, "steps[0].purchase.quantty", "quantity"),
      (#"{ "set": { "askToBuy": "on" } }"#, "steps[0].set.askToBuy", "ask-to-buy"),
      (#"{ "expect": { "resul": "pending" } }"#, "steps[0].expect.resul", "result"),
      (#"{ "expect": [ {"queue": 0}, {"que": 0} ] }"#, "steps[0].expect[1].que", "queue"),
      (#"{ "expect": { "entitlement": "pro", "stat": "x" } }"#, "steps[0].expect.stat", "state"),
      (
        #"{ "expect": { "transaction": { "revocationDat": null } } }"#,
        "steps[0].expect.transaction.revocationDat", "revocationDate"
      ),
      (
        #"{ "expect": { "queue": [ { "transaction": { "productid": "x" } } ] } }"#,
        "steps[0].expect.queue[0].transaction.productid", "productId"
      ),
      (
        #"{ "expect": { "status": [ { "status": 1 } ] } }"#, "steps[0].expect.status[0].status",
        "state"
      ),
      (
        #"{ "expect": { "status": [ { "renewalInfo": { "autoRenewStat": 1 } } ] } }"#,
        "steps[0].expect.status[0].renewalInfo.autoRenewStat", "autoRenewStatus"
      ),
      (
        #"{ "expect": { "notifications": [ { "payload": { "type": "X" } } ] } }"#,
        "steps[0].expect.notifications[0].payload.type", "subtype"
      ),
    ] as [(String, String, String?)]
  )
  func `An unknown key is an error that names its place and the nearest key`(
    steps: String,
    path: String,
    nearest: String?
  ) {
    #expect(
      error(Self.file(steps))
        == .shape(JSONShapeError(path: path, problem: .unknownMember(nearest: nearest)))
    )
  }

  @Test(arguments: ["notificationType", "subtype"])
  func `A type of notification that does not exist is refused`(member: String) {
    let payload =
      #"{ "expect": { "notifications": [ { "payload": { "\#(member)": "RENEW" } } ] } }"#

    guard case .shape(let shape)? = error(Self.file(payload)) else {
      Issue.record("it was read")
      return
    }
    #expect(shape.path == "steps[0].expect.notifications[0].payload.\(member)")
  }

  @Test func `An unknown key at the top is an error too`() {
    #expect(
      error(Self.file("", head: #""catalogue": "x","#))
        == .shape(JSONShapeError(path: "catalogue", problem: .unknownMember(nearest: "catalog")))
    )
  }

  @Test func `A step with several events is refused`() {
    #expect(
      error(Self.file(#"{ "purchase": "pro", "refund": "pro" }"#))
        == .severalVerbs(path: "steps[0]", verbs: ["purchase", "refund"])
    )
  }

  @Test(arguments: [
    (#"{ "at": "tomorrow" }"#, "steps[0].at", "tomorrow"),
    (#"{ "at": "3h" }"#, "steps[0].at", "3h"),
    (#"{ "at": "+3 hours" }"#, "steps[0].at", "+3 hours"),
    (#"{ "at": "2026-02-30" }"#, "steps[0].at", "2026-02-30"),
    (#"{ "advance": "soon" }"#, "steps[0].advance", "soon"),
    (#"{ "advance": {"to": "soon"} }"#, "steps[0].advance.to", "soon"),
  ])
  func `What is no time is refused`(step: String, path: String, text: String) {
    #expect(error(Self.file(step)) == .invalidTime(path: path, text: text))
  }

  @Test(arguments: ["soon", "2026-02-30", "1999-12-31", "2200-01-01"])
  func `The start must be a time that the clock can show`(text: String) {
    #expect(
      error(Self.file("", head: #""start": "\#(text)","#))
        == .invalidTime(path: "start", text: text)
    )
  }

  @Test(arguments: [
    (#"{ "purchase": 3 }"#, "steps[0].purchase", "text or an object", "a number"),
    (#"{ "leave": "now" }"#, "steps[0].leave", "an object", "text"),
    (#"{ "account": "../x" }"#, "steps[0].account", "an account name", "../x"),
    (
      #"{ "expect": { "queue": "many" } }"#, "steps[0].expect.queue", "a number or an array", "text"
    ),
    (#"{ "expect": { "queue": -1 } }"#, "steps[0].expect.queue", "a count", "a number"),
    (#"{ "expect": { "status": [ 3 ] } }"#, "steps[0].expect.status[0]", "an object", "a number"),
    (#"{ "expect": {} }"#, "steps[0].expect", "an expectation", "{}"),
    (
      #"{ "refund": { "id": "x", "percent": "half" } }"#, "steps[0].refund.percent",
      "a percentage", "text"
    ),
    (
      #"{ "expect": { "status": [ { "state": "subscribd" } ] } }"#,
      "steps[0].expect.status[0].state",
      "subscribed, expired, inBillingRetryPeriod, inGracePeriod, revoked", "subscribd"
    ),
    (
      #"{ "expect": { "queue": [ { "state": 1 } ] } }"#, "steps[0].expect.queue[0].state", "text",
      "a number"
    ),
    (
      #"{ "expect": { "entitlement": "pro", "state": "subscribed" } }"#, "steps[0].expect.state",
      EntitlementState.allCases.map(\.rawValue).joined(separator: ", "), "subscribed"
    ),
    (#"{ "expect": null }"#, "steps[0].expect", "an object", "null"),
    (#"3"#, "steps[0]", "an object", "a number"),
    (
      #"{ "purchase": { "id": "x", "quantity": "2" } }"#, "steps[0].purchase.quantity",
      "a whole number", "text"
    ),
  ])
  func `A value of the wrong kind is refused with its place`(
    step: String,
    path: String,
    expected: String,
    found: String
  ) {
    #expect(
      error(Self.file(step))
        == .shape(JSONShapeError(path: path, problem: .expected(expected, found: found)))
    )
  }

  @Test func `Other files, later versions and broken text are told apart`() {
    #expect(
      error(#"{ "format": "iap.journal", "version": 1 }"#) == .wrongFormat(found: "iap.journal")
    )
    #expect(
      error(#"{ "format": "iap.scenario", "version": 2, "name": "x", "steps": [] }"#)
        == .newerVersion(found: 2)
    )
    #expect(
      error(#"{ "format": "iap.scenario", "version": 1, "steps": [] }"#)
        == .shape(JSONShapeError(path: "name", problem: .missing))
    )
    guard case .syntax(let syntax) = error("{ \"format\": }") else {
      Issue.record("broken text was read")
      return
    }
    #expect(syntax.column == 13)
  }

  @Test(arguments: [
    (#""bundleId": "","#, "bundleId", BundleID.expectation, ""),
    (#""bundleId": "com.example app","#, "bundleId", BundleID.expectation, "com.example app"),
    (#""bundleId": "com.example\n","#, "bundleId", BundleID.expectation, "com.example\n"),
    (#""bundleId": "com..example","#, "bundleId", BundleID.expectation, "com..example"),
    (#""appAppleId": -1,"#, "appAppleId", "a number from 1 on", "-1"),
    (#""appAppleId": 0,"#, "appAppleId", "a number from 1 on", "0"),
    (#""environment": "sandbox","#, "environment", "Sandbox, Production, Xcode", "sandbox"),
    (
      #""environment": "LocalTesting","#, "environment", "Sandbox, Production, Xcode",
      "LocalTesting"
    ),
  ])
  func `The head of a story is held to what init takes`(
    head: String,
    path: String,
    expected: String,
    found: String
  ) {
    let error = error(Self.file("", head: head))

    #expect(
      error == .shape(JSONShapeError(path: path, problem: .expected(expected, found: found)))
    )
  }

  @Test func `What is written is read back, for every event`() throws {
    let steps = EventVerb.allCases.compactMap { verb in
      ScenarioSamples.events.first { $0.verb == verb }
    }.map { ScenarioStep(event: $0) }
    var scenario = Scenario(name: "every \"event\"", steps: steps)
    scenario.description = "all of them\nin one"
    scenario.settings = ["rate": "realTime", "ask-to-buy": "off"]
    scenario.start = Instant(rfc3339: "2026-05-05")
    scenario.steps.append(
      ScenarioStep(
        at: .later(CalendarDuration(months: 1)),
        account: "kid",
        expectations: [
          Expectation([.result(nil), .entitlement("pro", [JSONMember("entitled", true)])]),
          Expectation([.list(.queue, .array([.object(["state": "purchased"])]))]),
        ]
      )
    )

    let text = ScenarioWriter.text(scenario)

    #expect(steps.count == EventVerb.allCases.count)
    #expect(try read(text) == scenario)
    #expect(try ScenarioWriter.text(read(text)) == text)
    #expect(text.contains(#"    { "purchase": "pro" },"#))
    #expect(text.contains(#"    { "finish": ["20", "21"] },"#))
    #expect(text.contains(#"    { "advance": "2026-03-01T00:00:00Z" },"#))
  }

  @Test func `Cut anywhere, a scenario is an error and never a trap`() {
    let bytes = Array(ScenarioWriter.text(Scenario(name: "x", steps: [ScenarioStep()])).utf8)
    for end in 0..<(bytes.count - 2) {
      #expect(throws: ScenarioError.self) { try ScenarioReader.read(Array(bytes[..<end])) }
    }
  }
}

/// One event of every kind.
enum ScenarioSamples {
  static let events: [Event] = [
    .purchase(PurchaseEvent(id: "pro")), .restore(RestoreEvent()),
    .finish(FinishEvent(ids: ["20", "21"])), .refuse(IntentOperand(intent: "int-1")),
    .requestRefund(RequestRefundEvent(id: "20", reason: "OTHER")),
    .downloadsStart(TransactionOperand(id: "20")), .downloadsPause(TransactionOperand(id: "20")),
    .downloadsResume(TransactionOperand(id: "20")), .downloadsCancel(TransactionOperand(id: "20")),
    .override(OverrideEvent(name: "pro", value: .clear)),
    .approve(RequestOperand(request: "req-1")),
    .decline(RequestOperand(request: "req-1")), .resolve(RequestOperand(request: "req-1")),
    .abandon(RequestOperand(request: "req-1")), .refund(RefundEvent(id: "20", percentage: 50_000)),
    .refundDecline(TransactionOperand(id: "20")), .refundReverse(TransactionOperand(id: "20")),
    .consumption(ConsumptionEvent(id: "20", customerConsented: true)),
    .cancel(SubscriptionOperand(subscription: "pro")),
    .resume(SubscriptionOperand(subscription: "pro")),
    .renew(SubscriptionOperand(subscription: "pro")),
    .expire(ExpireEvent(subscription: "pro", reason: .billingError)),
    .advance(AdvanceEvent(to: Instant(milliseconds: 1_772_323_200_000))),
    .billingFail(OptionalSubscriptionOperand()),
    .billingFix(OptionalSubscriptionOperand(subscription: "pro")), .price(price),
    .consent(SubscriptionOperand(subscription: "pro")),
    .dissent(SubscriptionOperand(subscription: "pro")),
    .share(ShareEvent(id: "pro", with: ["kid"])), .unshare(TransactionOperand(id: "20")),
    .join(JoinEvent(account: "mum")), .leave(NoOperand()), .buy(buy),
    .promote(ProductOperand(id: "pro")), .code(code), .redeem(RedeemEvent(code: "SPRING")),
    .token(TokenEvent(subscription: "20", uuid: "b7f2a7d2-4c5e-4f0e-9a54-7a3c4cf3a001")),
    .extend(ExtendEvent(subscription: "pro", days: 30, all: true)),
    .product(ProductChangeEvent(id: "pro", key: "for-sale", value: "off")),
    .remove(ProductOperand(id: "pro")), .delete(TransactionOperand(id: "20")), .clear(NoOperand()),
    .set(SetEvent(["ask-to-buy": "on"])), .accountAdd(AccountAddEvent(name: "kid")),
    .notifyTest(NoOperand()), .rescindConsent(NoOperand()),
    .externalToken(ExternalTokenEvent(creationDate: Instant(milliseconds: 1_769_904_000_000))),
    .load(LoadEvent(catalog: "Shop.storekit", entitlements: "Map.json")),
  ]

  private static var price: PriceEvent {
    var event = PriceEvent(id: "pro", amount: Price(milliunits: 12_990))
    event.consent = .required
    return event
  }

  private static var code: CodeEvent {
    var event = CodeEvent(id: "coins", code: "SPRING")
    event.price = Price(milliunits: 500)
    event.eligibility = [.new, .expired]
    return event
  }

  private static var buy: PurchaseEvent {
    var event = PurchaseEvent(id: "pro")
    event.purchaseDate = Instant(milliseconds: 1_769_904_000_000)
    event.cancelImmediately = true
    return event
  }
}
