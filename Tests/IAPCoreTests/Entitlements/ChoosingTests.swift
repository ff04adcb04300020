import IAPCore
import Testing

/// Group A of the cases: several transactions, one answer.
struct ChoosingTests {
  @Test(arguments: [true, false])
  func `case A01: an upgraded yearly plan does not outlive the lapsed monthly one`(
    hasFlag: Bool
  ) {
    let transactions = [
      Shop.period("plan.yearly", "1", of: "1", "2025-07-01", "2025-07-08"),
      Shop.period("plan.yearly", "2", of: "1", "2025-09-30", "2026-09-30") {
        $0.isUpgraded = hasFlag ? true : nil
      },
      Shop.period("plan.monthly", "3", of: "1", "2025-09-30", "2025-10-30"),
    ]
    let map = EntitlementMap(entitlements: ["plan": ["plan.yearly", "plan.monthly"]])

    let lapsed = Shop.ask("plan", of: transactions, at: "2026-01-17", map: map)
    let running = Shop.ask("plan", of: transactions, at: "2025-10-15", map: map)

    #expect(lapsed.lines == ["plan: expired no plan.monthly #3 expires 2025-10-30"])
    #expect(lapsed.outcome == .no)
    #expect(
      running.lines == ["plan: active yes plan.monthly #3 expires 2025-10-30 until 2025-10-30"]
    )
    #expect(running.outcome == .yes)
  }

  @Test func `case A02: the next period is already there`() {
    let transactions = [
      Shop.period("demo.gold.monthly", "1", of: "1", "2026-01-01", "2026-02-01"),
      Shop.period("demo.gold.monthly", "2", of: "1", "2026-02-01", "2026-03-01"),
    ]

    let answer = Shop.ask("pro", of: transactions, at: "2026-01-31T20:00:00Z")

    #expect(
      answer.lines == ["pro: active yes demo.gold.monthly #1 expires 2026-02-01 until 2026-03-01"]
    )
    #expect(answer.report.warnings == [])
  }

  @Test func `rule C-4: a renewal made early stands for the period that it follows`() {
    let renewal = Shop.period("demo.gold.monthly", "2", of: "1", "2026-02-01", "2026-03-01")

    let dayBefore = Shop.ask("pro", of: [renewal], at: "2026-01-31", clock: .store)
    let longBefore = Shop.ask("pro", of: [renewal], at: "2026-01-30")

    #expect(
      dayBefore.lines == [
        "pro: active yes demo.gold.monthly #2 expires 2026-03-01 until 2026-03-01"
      ]
    )
    #expect(dayBefore.report.warnings == [])
    #expect(longBefore.lines == ["pro: notPurchased no"])
  }

  @Test(arguments: [true, false])
  func `rules C-4, S-30: a renewal made early does not take over from the plan change after it`(
    hasFlag: Bool
  ) {
    let transactions = [
      Shop.period("demo.silver.monthly", "1", of: "1", "2026-01-01", "2026-02-01"),
      Shop.period("demo.silver.monthly", "2", of: "1", "2026-02-01", "2026-03-01") {
        $0.isUpgraded = hasFlag ? true : nil
      },
      Shop.period("demo.gold.monthly", "3", of: "1", "2026-01-31T20:00:00Z", "2026-02-28T20:00:00Z")
      {
        $0.reason = .purchase
      },
    ]
    let map = EntitlementMap(entitlements: [
      "pro": ["demo.gold.monthly", "demo.silver.monthly"], "basic": ["demo.silver.monthly"],
    ])
    let gold = "pro: active yes demo.gold.monthly #3 expires 2026-02-28T20:00:00Z"

    for (date, clock) in [
      ("2026-01-31T21:00:00Z", ClockSource.store), ("2026-02-01", .store),
      ("2026-02-20", .argument),
    ] {
      let answer = Shop.ask("basic", "pro", of: transactions, at: date, clock: clock, map: map)
      #expect(answer.lines[0].hasPrefix("basic: upgraded no"), "\(date)")
      #expect(answer.lines[1] == gold + " until 2026-02-28T20:00:00Z", "\(date)")
      #expect(answer.report.warnings == [], "\(date)")
    }

    // Over it is because the later plan ran out, and before the change the renewal carries on.
    let over = Shop.ask("pro", of: transactions, at: "2026-03-02", map: map)
    #expect(over.lines == ["pro: expired no demo.gold.monthly #3 expires 2026-02-28T20:00:00Z"])
    let before = Shop.ask("basic", of: transactions, at: "2026-01-31T19:00:00Z", map: map)
    #expect(before.outcome == .yes)
  }

  @Test func `rules C-4, B-4: the overtaking plan is the one whose charge fails`() {
    let transactions = [
      Shop.period("demo.silver.monthly", "2", of: "1", "2026-02-01", "2026-03-01") {
        $0.isUpgraded = true
      },
      Shop.period("demo.gold.monthly", "3", of: "1", "2026-01-31", "2026-02-28") {
        $0.reason = .purchase
      },
    ]
    let inGrace = Shop.renewal(of: "1", "demo.gold.monthly", renews: true) {
      $0.isInBillingRetryPeriod = true
      $0.gracePeriodExpiresDate = at("2026-03-16")
    }

    let answer = Shop.ask("pro", of: transactions, [inGrace], at: "2026-03-02", clock: .store)

    #expect(
      answer.lines == [
        "pro: inGracePeriod yes demo.gold.monthly #3 expires 2026-02-28 until 2026-03-16 renews"
          + " because billing-error"
      ]
    )
  }

  @Test func `case A04: of two products of one group exactly one is current`() {
    let transactions = [
      Shop.period("demo.silver.monthly", "1", of: "1", "2026-01-01", "2026-02-01") {
        $0.isUpgraded = true
      },
      Shop.period("demo.gold.monthly", "2", of: "1", "2026-01-10", "2026-02-10") {
        $0.reason = .purchase
      },
    ]

    let answer = Shop.ask("basic", "pro", of: transactions, at: "2026-01-20")

    #expect(
      answer.lines == [
        "basic: upgraded no demo.silver.monthly #1 expires 2026-02-01",
        "pro: active yes demo.gold.monthly #2 expires 2026-02-10 until 2026-02-10",
      ]
    )
  }

  @Test func `case A05: the place of an item in the array decides nothing`() {
    var transactions = [
      Shop.period("demo.silver.monthly", "1", of: "1", "2025-11-01", "2025-12-01"),
      Shop.period("demo.gold.yearly", "2", of: "1", "2026-01-01", "2027-01-01"),
      Shop.period("demo.max.yearly", "3", of: "3", "2025-01-01", "2026-01-01"),
    ]
    let expected = Shop.ask("pro", "basic", of: transactions, at: "2026-02-01")

    for _ in 0..<6 {
      transactions = [transactions[1], transactions[2], transactions[0]]
      let reversed = Array(transactions.reversed())
      #expect(Shop.ask("pro", "basic", of: transactions, at: "2026-02-01") == expected)
      #expect(Shop.ask("pro", "basic", of: reversed, at: "2026-02-01") == expected)
      transactions.swapAt(0, 1)
    }

    #expect(
      expected.lines == [
        "basic: expired no demo.silver.monthly #1 expires 2025-12-01",
        "pro: active yes demo.gold.yearly #2 expires 2027-01-01 until 2027-01-01",
      ]
    )
  }

  @Test func `case A07: a refund in one group leaves the plan of the other`() {
    let transactions = [
      Shop.period("demo.gold.monthly", "1", of: "1", "2026-06-01", "2026-06-08"),
      Shop.period("demo.max.yearly", "2", of: "2", "2026-06-20", "2027-06-20"),
      Shop.period(
        "demo.gold.monthly",
        "3",
        of: "1",
        "2026-07-01",
        "2026-08-01",
        Shop.revoked("2026-07-02")
      ),
    ]
    let renewals = [
      Shop.renewal(of: "1", "demo.gold.monthly", renews: false),
      Shop.renewal(of: "2", "demo.max.yearly", renews: true),
    ]

    let answer = Shop.ask("pro", of: transactions, renewals, at: "2026-07-03", clock: .store)
    let alone = Shop.ask("demo.gold.monthly", of: transactions, renewals, at: "2026-07-03")

    #expect(
      answer.lines == [
        "pro: active yes demo.max.yearly #2 expires 2027-06-20 until 2027-06-20 renews"
      ]
    )
    #expect(
      alone.lines == ["demo.gold.monthly: revoked no demo.gold.monthly #3 expires 2026-08-01 ends"]
    )
  }

  @Test func `case A09: the newest record is cancelled and an older one valid`() {
    let transactions = [
      Shop.period("demo.gold.yearly", "1", of: "1", "2026-01-01", "2027-01-01"),
      Shop.period(
        "demo.gold.yearly",
        "2",
        of: "1",
        "2026-01-05",
        "2027-01-05",
        Shop.revoked("2026-01-06")
      ),
    ]

    let answer = Shop.ask("pro", of: transactions, at: "2026-02-01", clock: .signed)

    #expect(
      answer.lines == ["pro: active yes demo.gold.yearly #1 expires 2027-01-01 until 2027-01-01"]
    )
    #expect(
      answer.report.entitlements[0].reasons.contains { reason in
        if case .didNotDecide(let finding) = reason { finding.state == .revoked } else { false }
      }
    )
  }

  @Test func `case A10: two copies of a transaction are one, and the later list counts`() {
    let renewals = (1...6).map { month in
      Shop.period(
        "demo.gold.monthly",
        TransactionID("\(month)"),
        of: "1",
        "2026-0\(month)-01",
        "2026-0\(month + 1)-01"
      )
    }
    var differing = renewals
    differing[5].revocationDate = at("2026-06-10")

    let (same, once) = PurchaseFacts.gather(
      PurchaseData(transactionLists: [renewals, renewals]),
      asOf: at("2026-06-15")
    )
    let (other, conflict) = PurchaseFacts.gather(
      PurchaseData(transactionLists: [renewals, differing]),
      asOf: at("2026-06-15")
    )
    let (back, _) = PurchaseFacts.gather(
      PurchaseData(transactionLists: [differing, renewals]),
      asOf: at("2026-06-15")
    )

    #expect(same.products.map(\.transactionID) == ["1", "2", "3", "4", "5", "6"])
    #expect(once == [.recordsInSeveralLists(6)])
    #expect(other.products[5].revocationDate == at("2026-06-10"))
    #expect(conflict == [.conflictingCopies("6"), .recordsInSeveralLists(6)])
    #expect(back.products[5].revocationDate == nil)
  }

  @Test func `case A11: renewals of one subscription are all kept, and the newest is current`() {
    let transactions = (1...4).map { month in
      Shop.period(
        "demo.gold.monthly",
        TransactionID("\(month)"),
        of: "1",
        "2026-0\(month)-01",
        "2026-0\(month + 1)-01"
      )
    }

    let facts = PurchaseFacts(transactions: transactions, asOf: at("2026-04-10"))
    let answer = Shop.ask("pro", of: transactions, at: "2026-04-10")

    #expect(facts.products.map(\.transactionID) == ["1", "2", "3", "4"])
    #expect(
      answer.lines == ["pro: active yes demo.gold.monthly #4 expires 2026-05-01 until 2026-05-01"]
    )
  }

  @Test func `case A12: the list of renewals counts beside the list of purchases`() {
    let months = (1...3).map { month in
      Shop.period(
        "demo.gold.monthly",
        TransactionID("\(month)"),
        of: "1",
        "2026-0\(month)-01",
        "2026-0\(month + 1)-01"
      )
    }
    let data = PurchaseData(transactionLists: [[months[0]], months])

    let (facts, _) = PurchaseFacts.gather(data, asOf: at("2026-03-10"))
    let options = EntitlementOptions(asOf: at("2026-03-10"), clock: .signed)
    let answer = EntitlementEngine(facts: facts, map: Shop.map, options: options)
      .answer(EntitlementQuestion(names: ["pro"]))

    #expect(
      answer.lines == ["pro: active yes demo.gold.monthly #3 expires 2026-04-01 until 2026-04-01"]
    )
  }

  @Test func `case D01: a downgrade waits for the renewal`() {
    let gold = Shop.period("demo.gold.monthly", "1", of: "1", "2026-01-01", "2026-02-01")
    let silver = Shop.period("demo.silver.monthly", "2", of: "1", "2026-02-01", "2026-03-01")
    let scheduled = Shop.renewal(of: "1", "demo.gold.monthly", renews: true) {
      $0.autoRenewProductID = "demo.silver.monthly"
    }
    let done = Shop.renewal(of: "1", "demo.silver.monthly", renews: true)

    let before = Shop.ask("basic", "pro", of: [gold], [scheduled], at: "2026-01-20")
    let after = Shop.ask("basic", "pro", of: [gold, silver], [done], at: "2026-02-02")

    #expect(
      before.lines == [
        "basic: notPurchased no",
        "pro: active yes demo.gold.monthly #1 expires 2026-02-01 until 2026-02-01 renews",
      ]
    )
    #expect(
      after.lines == [
        "basic: active yes demo.silver.monthly #2 expires 2026-03-01 until 2026-03-01 renews",
        "pro: expired no demo.gold.monthly #1 expires 2026-02-01",
      ]
    )
  }

  @Test func `case D08: two groups never lend each other a field`() {
    let transactions = [
      Shop.period("demo.gold.monthly", "1", of: "1", "2026-01-01", "2026-02-01"),
      Shop.period("demo.max.yearly", "2", of: "2", "2026-01-01", "2027-01-01"),
    ]
    let renewals = [
      Shop.renewal(of: "1", "demo.gold.monthly", renews: true),
      Shop.renewal(of: "2", "demo.max.yearly", renews: false),
    ]

    let answer = Shop.ask(
      "demo.gold.monthly",
      "demo.max.yearly",
      "pro",
      of: transactions,
      renewals,
      at: "2026-01-20"
    )

    #expect(
      answer.lines == [
        "demo.gold.monthly: active yes demo.gold.monthly #1"
          + " expires 2026-02-01 until 2026-02-01 renews",
        "demo.max.yearly: active yes demo.max.yearly #2"
          + " expires 2027-01-01 until 2027-01-01 ends",
        "pro: active yes demo.max.yearly #2 expires 2027-01-01 until 2027-01-01 ends",
      ]
    )
  }

  @Test func `rule E-6: what was bought is preferred to what is shared while it gives access`() {
    let own = Shop.period("demo.gold.yearly", "1", of: "1", "2026-01-01", "2026-06-01")
    let shared = Shop.period("demo.gold.yearly", "2", of: "2", "2026-01-01", "2027-01-01") {
      $0.ownershipType = .familyShared
    }

    let both = Shop.ask("pro", of: [own, shared], at: "2026-02-01")
    let lapsed = Shop.ask("pro", of: [own, shared], at: "2026-07-01")

    #expect(
      both.lines == ["pro: active yes demo.gold.yearly #1 expires 2026-06-01 until 2027-01-01"]
    )
    #expect(
      lapsed.lines == [
        "pro: active yes demo.gold.yearly #2 expires 2027-01-01 until 2027-01-01 shared"
      ]
    )
  }

  @Test func `Access without an end wins over access that ends`() {
    let transactions = [
      Shop.period("demo.gold.yearly", "2", of: "2", "2026-01-01", "2027-01-01"),
      Shop.purchase("demo.lifetime", "1", "2025-01-01"),
    ]

    let answer = Shop.ask("pro", of: transactions, at: "2026-02-01")

    #expect(answer.lines == ["pro: active yes demo.lifetime #1"])
  }
}
