import IAPCore
import Testing

/// Group B of the cases: cancelled, refunded, revoked, bought again.
struct RevocationTests {
  private let gold = Shop.period("demo.gold.monthly", "1", of: "1", "2026-01-01", "2026-02-01")
  private let yearly = Shop.period("demo.gold.yearly", "7", of: "7", "2026-01-01", "2027-01-01")
  private let refundedYearly = Shop.period(
    "demo.gold.yearly",
    "7",
    of: "7",
    "2026-01-01",
    "2027-01-01",
    Shop.revoked("2026-03-01")
  )

  @Test func `case B01: renewal switched off keeps access to the end of the period`() {
    let cancelled = Shop.renewal(of: "1", "demo.gold.monthly", renews: false)
    let lapsed = Shop.renewal(of: "1", "demo.gold.monthly", renews: false) {
      $0.expirationIntent = .customerCancelled
    }

    let before = Shop.ask("pro", of: [gold], [cancelled], at: "2026-01-20", clock: .store)
    let after = Shop.ask("pro", of: [gold], [lapsed], at: "2026-02-02", clock: .store)

    #expect(
      before.lines == [
        "pro: active yes demo.gold.monthly #1 expires 2026-02-01 until 2026-02-01 ends"
      ]
    )
    #expect(
      after.lines == [
        "pro: expired no demo.gold.monthly #1 expires 2026-02-01 ends because customer-cancelled"
      ]
    )
    #expect([before.outcome, after.outcome] == [.yes, .no])
  }

  @Test func `case B02: a cancelled trial runs out, and a later purchase counts again`() {
    let trial = Shop.period("demo.gold.monthly", "1", of: "1", "2026-01-01", "2026-01-08") {
      $0.offerType = .introductory
      $0.offerDiscountType = .freeTrial
    }
    let again = Shop.period("demo.gold.monthly", "2", of: "1", "2026-01-09", "2026-02-09") {
      $0.reason = .purchase
    }
    let cancelled = Shop.renewal(of: "1", "demo.gold.monthly", renews: false)

    let during = Shop.ask("pro", of: [trial], [cancelled], at: "2026-01-05", clock: .store)
    let over = Shop.ask("pro", of: [trial], [cancelled], at: "2026-01-09", clock: .store)
    let bought = Shop.ask("pro", of: [trial, again], at: "2026-01-09", clock: .store)

    #expect(
      during.lines == [
        "pro: active yes demo.gold.monthly #1 expires 2026-01-08 until 2026-01-08 ends"
      ]
    )
    #expect(over.lines == ["pro: expired no demo.gold.monthly #1 expires 2026-01-08 ends"])
    #expect(
      bought.lines == ["pro: active yes demo.gold.monthly #2 expires 2026-02-09 until 2026-02-09"]
    )
    guard case .decided(let finding) = during.report.entitlements[0].reasons[0] else {
      Issue.record("the first reason names what decides")
      return
    }
    #expect(finding.isTrial)
  }

  @Test func `case B03: a refund in mid period ends access at once`() {
    let after = Shop.ask("pro", of: [refundedYearly], at: "2026-03-02", clock: .store)
    let before = Shop.ask("pro", of: [refundedYearly], at: "2026-02-15")

    #expect(after.lines == ["pro: revoked no demo.gold.yearly #7 expires 2027-01-01"])
    #expect(after.outcome == .no)
    #expect(
      before.lines == ["pro: active yes demo.gold.yearly #7 expires 2027-01-01 until 2027-01-01"]
    )
  }

  @Test func `Without a named time a revocation counts whatever its date`() {
    let answer = Shop.ask("pro", of: [refundedYearly], at: "2026-02-15", clock: .signed)

    #expect(answer.lines == ["pro: revoked no demo.gold.yearly #7 expires 2027-01-01"])
  }

  @Test func `case B04: a refunded lifetime purchase is not owned`() {
    let lifetime = Shop.purchase("demo.lifetime", "1", "2026-01-01", Shop.revoked("2026-01-05"))

    let answer = Shop.ask("pro", of: [lifetime], at: "2026-01-06", clock: .store)

    #expect(answer.lines == ["pro: revoked no demo.lifetime #1"])
  }

  @Test func `A restored copy does not outlive the refund of its purchase`() {
    let refunded = Shop.purchase("demo.lifetime", "1", "2026-01-01", Shop.revoked("2026-01-05"))
    let restored = Shop.purchase("demo.lifetime", "2", "2026-01-03") { $0.originalID = "1" }
    let boughtAgain = Shop.purchase("demo.lifetime", "3", "2026-01-06") { $0.originalID = "1" }

    let copy = Shop.ask("pro", of: [refunded, restored], at: "2026-01-07", clock: .store)
    let again = Shop.ask(
      "pro",
      of: [refunded, restored, boughtAgain],
      at: "2026-01-07",
      clock: .store
    )

    #expect(copy.lines == ["pro: revoked no demo.lifetime #2"])
    #expect(again.lines == ["pro: active yes demo.lifetime #3"])
  }

  @Test func `case B07: of a revoked and a valid product exactly the valid one is held`() {
    let transactions = [
      Shop.purchase("demo.lifetime", "1", "2026-01-01"),
      Shop.purchase("demo.frame", "2", "2026-01-01") {
        $0.type = .nonConsumable
        $0.revocationDate = at("2026-01-02")
      },
    ]

    let answer = Shop.ask(of: transactions, at: "2026-01-03", clock: .store, map: nil)

    #expect(answer.report.entitlements.filter(\.isEntitled).map(\.name) == ["demo.lifetime"])
  }

  @Test func `case B08: no revocation date is no revocation`() {
    let answer = Shop.ask("pro", of: [yearly], at: "2026-03-02", clock: .signed)

    #expect(
      answer.lines == ["pro: active yes demo.gold.yearly #7 expires 2027-01-01 until 2027-01-01"]
    )
  }

  @Test func `case B10: the expiry and the revocation are two dates`() throws {
    let transaction = Shop.period(
      "demo.gold.monthly",
      "1",
      of: "1",
      "2026-02-15",
      "2026-04-01",
      Shop.revoked("2026-03-01")
    )

    let answer = Shop.ask("pro", of: [transaction], at: "2026-03-02", clock: .signed)

    #expect(answer.lines == ["pro: revoked no demo.gold.monthly #1 expires 2026-04-01"])
    #expect(try revocation(of: answer).date == at("2026-03-01"))
  }

  @Test func `case B11: refunded is told apart from never bought, with date and reason`() throws {
    let pass = Shop.purchase("demo.pass.30d", "1", "2026-01-01", Shop.revoked("2026-01-02"))

    let refunded = Shop.ask("pass", of: [pass], at: "2026-01-03", clock: .store)
    let never = Shop.ask("pass", of: [], at: "2026-01-03", clock: .store)

    #expect(refunded.lines == ["pass: revoked no demo.pass.30d #1"])
    #expect(try revocation(of: refunded).reason == .developerIssue)
    #expect(never.lines == ["pass: notPurchased no"])
    #expect([refunded.outcome, never.outcome] == [.no, .no])
  }

  @Test func `rule R-7: the period whose refund was reversed runs, the one that gave way does not`()
  {
    let gold = Shop.period("demo.gold.monthly", "1", of: "1", "2026-01-01", "2026-02-01")
    let silver = Shop.period("demo.silver.monthly", "2", of: "1", "2026-01-05", "2026-02-05") {
      $0.isUpgraded = true
      $0.reason = .purchase
    }
    let names = ["demo.gold.monthly", "demo.silver.monthly"]
    func lines(_ transactions: [Transaction], at moment: String) -> [String] {
      names.flatMap { Shop.ask($0, of: transactions, at: moment).lines }
    }

    #expect(
      lines([silver, gold], at: "2026-01-20") == [
        "demo.gold.monthly: active yes demo.gold.monthly #1 expires 2026-02-01 until 2026-02-01",
        "demo.silver.monthly: upgraded no demo.silver.monthly #2 expires 2026-02-05",
      ]
    )
    // The renewal of the plan that was chosen last, made early: gold runs to its end.
    let next = Shop.period("demo.silver.monthly", "3", of: "1", "2026-02-01", "2026-03-01")
    #expect(
      lines([silver, next, gold], at: "2026-01-31T22:00:00Z").first
        == "demo.gold.monthly: active yes demo.gold.monthly #1 expires 2026-02-01 until 2026-02-01"
    )
    // A third plan that took over from the second took over from the first as well.
    let max = Shop.period("demo.platinum.monthly", "4", of: "1", "2026-01-10", "2026-02-10") {
      $0.reason = .purchase
    }
    #expect(
      lines([silver, max, gold], at: "2026-01-20").allSatisfy { $0.contains(": upgraded no ") }
    )
  }

  @Test func `case B12: a reversed refund gives access again`() {
    let refunded = PurchaseFacts(transactions: [refundedYearly], asOf: at("2026-03-01"))
    let reversed = PurchaseFacts(transactions: [yearly], asOf: at("2026-03-10"))

    let facts = refunded.merged(with: reversed)
    let options = EntitlementOptions(asOf: at("2026-03-11"), clock: .store)
    let answer = EntitlementEngine(facts: facts, map: Shop.map, options: options)
      .answer(EntitlementQuestion(names: ["pro"]))

    #expect(
      answer.lines == ["pro: active yes demo.gold.yearly #7 expires 2027-01-01 until 2027-01-01"]
    )
  }

  @Test func `A refund stays when an older snapshot arrives afterwards`() {
    let older = PurchaseFacts(transactions: [yearly], asOf: at("2026-02-01"))
    let newer = PurchaseFacts(transactions: [refundedYearly], asOf: at("2026-03-01"))

    #expect(newer.merged(with: older) == newer)
    #expect(older.merged(with: newer) == newer)
    #expect(newer.merged(with: newer) == newer)
  }

  @Test func `case B14: type and percentage of a prorated refund are shown`() throws {
    let transaction = Shop.period("demo.gold.yearly", "1", of: "1", "2026-01-01", "2027-01-01") {
      $0.revocationDate = at("2026-03-01")
      $0.revocationReason = .other
      $0.revocationType = .refundProrated
      $0.revocationPercentage = 33333
    }

    let answer = Shop.ask("pro", of: [transaction], at: "2026-03-02", clock: .signed)

    let found = try revocation(of: answer)
    #expect(answer.lines == ["pro: revoked no demo.gold.yearly #1 expires 2027-01-01"])
    #expect(found.type == .refundProrated)
    #expect(found.percentage == 33333)
  }

  @Test func `case B15: the source of an upgrade is upgraded, not refunded`() {
    let transactions = [
      Shop.period("demo.silver.monthly", "1", of: "1", "2026-01-01", "2026-02-01") {
        $0.isUpgraded = true
      },
      Shop.period("demo.gold.monthly", "2", of: "1", "2026-01-10", "2026-02-10"),
    ]
    let map = EntitlementMap(
      entitlements: [
        "any": ["demo.silver.monthly", "demo.gold.monthly"], "silver": ["demo.silver.monthly"],
      ]
    )

    let answer = Shop.ask("any", "silver", of: transactions, at: "2026-01-11", map: map)

    #expect(
      answer.lines == [
        "any: active yes demo.gold.monthly #2 expires 2026-02-10 until 2026-02-10",
        "silver: upgraded no demo.silver.monthly #1 expires 2026-02-01",
      ]
    )
  }

  @Test func `rule R-4: the refund of an old period does not end a running one`() {
    let transactions = [
      Shop.period(
        "demo.gold.monthly",
        "1",
        of: "1",
        "2026-01-01",
        "2026-02-01",
        Shop.revoked("2026-02-10")
      ),
      Shop.period("demo.gold.monthly", "2", of: "1", "2026-02-01", "2026-03-01"),
    ]

    let running = Shop.ask("pro", of: transactions, at: "2026-02-11", clock: .store)
    let over = Shop.ask("pro", of: transactions, at: "2026-03-01", clock: .store)

    #expect(
      running.lines == ["pro: active yes demo.gold.monthly #2 expires 2026-03-01 until 2026-03-01"]
    )
    #expect(over.lines == ["pro: expired no demo.gold.monthly #2 expires 2026-03-01"])
  }

  @Test func `case L01 and L02: a member loses what is shared, its owner loses nothing`() {
    let shared = Shop.period("demo.gold.yearly", "2", of: "2", "2026-01-01", "2027-01-01") {
      $0.ownershipType = .familyShared
      $0.revocationDate = at("2026-02-01")
      $0.revocationReason = .other
      $0.revocationType = .familyRevoke
    }

    let member = Shop.ask("pro", of: [shared], at: "2026-02-01", clock: .store)
    let owner = Shop.ask("pro", of: [yearly], at: "2026-02-01", clock: .store)

    #expect(member.lines == ["pro: revoked no demo.gold.yearly #2 expires 2027-01-01 shared"])
    #expect(
      owner.lines == ["pro: active yes demo.gold.yearly #7 expires 2027-01-01 until 2027-01-01"]
    )
  }

  private func revocation(of answer: EntitlementAnswer) throws -> Revocation {
    let reasons = answer.report.entitlements.flatMap(\.reasons)
    let found = reasons.compactMap { reason -> Revocation? in
      guard case .decided(let finding) = reason, case .revoked(let revocation) = finding.verdict
      else { return nil }
      return revocation
    }
    return try #require(found.first)
  }
}
