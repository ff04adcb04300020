import IAPCore
import Testing

/// Names, `--require`, `--expect`, waiting purchases, clocks and overrides.
struct QuestionTests {
  private let lifetime = Shop.purchase("demo.lifetime", "1", "2026-01-01")

  private func engine(
    _ transactions: [Transaction] = [],
    _ renewals: [RenewalInfo] = [],
    pending: [PendingPurchase] = [],
    from date: String = "2026-01-10",
    overrides: EntitlementOverrides = EntitlementOverrides(),
    options: EntitlementOptions
  ) -> EntitlementEngine {
    let facts = PurchaseFacts(
      transactions: transactions,
      renewalInfos: renewals,
      pending: pending,
      asOf: at(date)
    )
    return EntitlementEngine(
      facts: facts,
      map: Shop.map,
      types: Shop.types,
      overrides: overrides,
      options: options
    )
  }

  private let store = EntitlementOptions(asOf: at("2026-01-10"), clock: .store)

  @Test func `A name is one of the map, else a product, else unknown with near names`() {
    let answer = engine([lifetime], options: store).answer(
      EntitlementQuestion(names: ["pro", "demo.lifetime", "Demo.Lifetime"])
    )

    #expect(
      answer.lines == [
        "demo.lifetime: active yes demo.lifetime #1", "pro: active yes demo.lifetime #1",
      ]
    )
    #expect(answer.unknownNames.map(\.name) == ["Demo.Lifetime"])
    #expect(answer.unknownNames.first?.near.first == "demo.lifetime")
    #expect(answer.outcome == .notFound)
  }

  @Test func `Without names everything of the map is answered, in order, and nothing must hold`() {
    let answer = engine(options: store).answer(EntitlementQuestion())

    #expect(
      answer.lines == ["basic: notPurchased no", "pass: notPurchased no", "pro: notPurchased no"]
    )
    #expect(answer.outcome == .yes)
  }

  @Test func `Without a map every product but consumables stands for itself`() {
    let engine = EntitlementEngine(
      facts: PurchaseFacts(transactions: [lifetime], asOf: at("2026-01-10")),
      types: ["demo.lifetime": .nonConsumable, "demo.coins.100": .consumable],
      options: store
    )

    #expect(
      engine.answer(EntitlementQuestion()).lines == ["demo.lifetime: active yes demo.lifetime #1"]
    )
  }

  @Test func `Several required names: unknown name, then no, then cannot tell, then yes`() {
    let pass = Shop.purchase("demo.pass.30d", "2", "2026-01-01")
    let facts = PurchaseFacts(transactions: [lifetime, pass], asOf: at("2026-01-10"))
    let engine = EntitlementEngine(facts: facts, types: Shop.types, options: store)
    let (yes, no, unknown) = ("demo.lifetime", "demo.gold.yearly", "demo.pass.30d")

    let outcomes = [
      [yes], [yes, unknown], [unknown, no, yes], [unknown, no, "nobody"],
    ].map { engine.answer(EntitlementQuestion(required: $0)).outcome }

    #expect(outcomes == [.yes, .cannotTell, .no, .notFound])
  }

  @Test func `Nothing has a state where there is nothing`() {
    let engine = EntitlementEngine(
      facts: PurchaseFacts(transactions: [], asOf: at("2026-01-10")),
      options: store
    )

    let expected = engine.answer(EntitlementQuestion(expected: .notPurchased))

    #expect(expected.outcome == .nothingToJudge)
    #expect(engine.answer(EntitlementQuestion()).outcome == .yes)
  }

  @Test func `An expected state must be that of every name`() {
    let engine = engine([lifetime], options: store)

    let both = EntitlementQuestion(names: ["pro", "demo.lifetime"], expected: .active)
    let one = EntitlementQuestion(names: ["pro", "basic"], expected: .active)
    let required = EntitlementQuestion(names: ["pro"], required: ["basic"], expected: .notPurchased)

    #expect(engine.answer(both).outcome == .yes)
    #expect(engine.answer(one).outcome == .no)
    #expect(engine.answer(required).outcome == .yes)
  }

  @Test func `case F07 and F09: pending while the parent thinks, nothing after the decline`() {
    let waiting = PendingPurchase(productID: "demo.gold.monthly", requestID: "req-1")

    let asked = engine(pending: [waiting], options: store)
      .answer(EntitlementQuestion(required: ["pro"]))
    let declined = engine(options: store).answer(EntitlementQuestion(required: ["pro"]))

    #expect(asked.lines == ["pro: pending no demo.gold.monthly"])
    #expect(asked.report.entitlements[0].reasons.first == .pending(waiting))
    #expect(asked.outcome == .no)
    #expect(declined.lines == ["pro: notPurchased no"])
  }

  @Test func `A waiting purchase stands above an end and below access`() {
    let waiting = PendingPurchase(productID: "demo.gold.monthly", requestID: "req-1")
    let lapsed = Shop.period("demo.gold.monthly", "1", of: "1", "2025-11-01", "2025-12-01")

    let ended = engine([lapsed], pending: [waiting], options: store)
      .answer(EntitlementQuestion(names: ["pro"]))
    let held = engine([lapsed, lifetime], pending: [waiting], options: store)
      .answer(EntitlementQuestion(names: ["pro"]))

    #expect(ended.lines == ["pro: pending no demo.gold.monthly"])
    #expect(held.lines == ["pro: active yes demo.lifetime #1"])
  }

  @Test func `case K01: a clock set back is not believed, a named time is`() {
    let gold = Shop.period("demo.gold.monthly", "1", of: "1", "2026-01-01", "2026-02-01")
    let back = EntitlementOptions(asOf: at("2026-01-20"), clock: .store)
    let named = EntitlementOptions(asOf: at("2026-01-20"), clock: .argument)

    let kept = engine([gold], from: "2026-02-10", options: back)
      .answer(EntitlementQuestion(required: ["pro"]))
    let asked = engine([gold], from: "2026-02-10", options: named)
      .answer(EntitlementQuestion(required: ["pro"]))

    #expect(kept.lines == ["pro: expired no demo.gold.monthly #1 expires 2026-02-01"])
    #expect(kept.report.asOf == at("2026-02-10"))
    #expect(
      kept.report.warnings == [
        .clockWentBack(milliseconds: 21 * Instant.day, trusted: at("2026-02-10"))
      ]
    )
    #expect(
      asked.lines == ["pro: active yes demo.gold.monthly #1 expires 2026-02-01 until 2026-02-01"]
    )
    #expect(asked.report.clock == .argument)
    #expect(asked.report.warnings == [])
  }

  @Test func `case K02: one wrong reading ahead expires nothing for good`() {
    let gold = Shop.period("demo.gold.monthly", "1", of: "1", "2026-01-01", "2026-02-01")

    let ahead = engine([gold], options: EntitlementOptions(asOf: at("2027-01-01"), clock: .store))
      .answer(EntitlementQuestion(required: ["pro"]))
    let right = engine([gold], options: EntitlementOptions(asOf: at("2026-01-11"), clock: .store))
      .answer(EntitlementQuestion(required: ["pro"]))

    #expect([ahead.outcome, right.outcome] == [.no, .yes])
    #expect(right.report.warnings == [])
  }

  @Test func `case K03: the report says which clock it went by`() {
    let data = PurchaseData(
      transactionLists: [
        [
          Shop.purchase("demo.lifetime", "1", "2026-01-01") { $0.signedDate = at("2026-02-10") },
          Shop.purchase("demo.frame", "2", "2026-01-01") { $0.signedDate = at("2026-01-05") },
        ]
      ]
    )

    let date = data.latestSignedDate
    let answer = engine(options: EntitlementOptions(asOf: at("2026-02-10"), clock: .signed))
      .answer(EntitlementQuestion(names: ["pro"]))

    #expect(date == at("2026-02-10"))
    #expect(answer.report.entitlements[0].reasons.contains(.clock(.signed, at("2026-02-10"))))
  }

  @Test func `case K05: offline, a renewal may have happened for three days, not for ever`() {
    // The case leaves YES or UNKNOWN just after the expiry to a policy: here it cannot be told.
    let gold = Shop.period("demo.gold.monthly", "1", of: "1", "2026-01-01", "2026-02-01")
    let renews = Shop.renewal(of: "1", "demo.gold.monthly", renews: true)
    let ends = Shop.renewal(of: "1", "demo.gold.monthly", renews: false)

    func ask(_ date: String, _ renewal: RenewalInfo) -> EntitlementAnswer {
      var options = EntitlementOptions(asOf: at(date), clock: .store)
      options.isOffline = true
      return engine([gold], [renewal], from: "2026-01-01", options: options)
        .answer(EntitlementQuestion(required: ["pro"]))
    }

    #expect(ask("2026-01-20", renews).outcome == .yes)
    #expect(ask("2026-02-02", renews).outcome == .cannotTell)
    #expect(
      ask("2026-02-02", renews).lines == [
        "pro: unknown no demo.gold.monthly #1 expires 2026-02-01 renews"
      ]
    )
    #expect(ask("2026-02-04", renews).outcome == .no)
    #expect(ask("2026-02-10", renews).outcome == .no)
    #expect(ask("2026-02-02", ends).outcome == .no)
    #expect(ask("2026-02-02", renews).report.warnings == [.offline(since: at("2026-01-01"))])
  }

  @Test func `A question about the store's future is answered with a warning`() {
    var options = EntitlementOptions(asOf: at("2026-06-01"), clock: .argument)
    options.storeClock = at("2026-01-10")

    let answer = engine([lifetime], options: options).answer(EntitlementQuestion(names: ["pro"]))

    #expect(answer.lines == ["pro: active yes demo.lifetime #1"])
    #expect(answer.report.warnings == [.afterStoreClock(at("2026-01-10"))])
  }

  @Test func `An override is labelled, and says what it stands above`() throws {
    var overrides = EntitlementOverrides()
    try overrides.apply(OverrideEvent(name: "basic", value: .on), isAllowed: true)
    try overrides.apply(OverrideEvent(name: "pro", value: .off), isAllowed: true)

    let answer = engine([lifetime], overrides: overrides, options: store)
      .answer(EntitlementQuestion(required: ["basic", "pro"]))

    #expect(answer.lines == ["basic: active yes overridden", "pro: notPurchased no overridden"])
    #expect(
      answer.report.entitlements[1].reasons.first == .overridden(isOn: false, instead: .active)
    )
  }

  @Test func `An override is refused where the folder does not allow it, clearing never`() throws {
    var overrides = EntitlementOverrides(["pro": true])

    #expect(throws: EntitlementOverrideError.notAllowed("basic")) {
      try overrides.apply(OverrideEvent(name: "basic", value: .on), isAllowed: false)
    }
    #expect(overrides == EntitlementOverrides(["pro": true]))
    try overrides.apply(OverrideEvent(name: "pro", value: .clear), isAllowed: false)
    #expect(overrides.isEmpty)
  }

  @Test func `A product of the map that nobody knows is named`() {
    var map = Shop.map
    map.entitlements["basic"] = ["demo.silver.monthly", "demo.sliver.monthly"]
    let facts = PurchaseFacts(asOf: at("2026-01-10"))

    let answer = EntitlementEngine(facts: facts, map: map, types: Shop.types, options: store)
      .answer(EntitlementQuestion(names: ["basic"]))

    #expect(
      answer.report.warnings == [
        .unknownProductInMap("demo.sliver.monthly", entitlement: "basic")
      ]
    )
  }
}
