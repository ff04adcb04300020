import IAPCore
import Testing

/// Groups G, H and I of the cases as far as the engine answers them.
struct LastingTests {
  @Test func `A type that nobody knows does not make an ended period last for ever`() {
    let ended = Shop.period("demo.gold.monthly", "1", of: "1", "2026-01-01", "2026-02-01") {
      $0.type = ProductType(rawValue: "Auto-Renewable Subscr)ption")
    }

    let answer = Shop.ask("pro", of: [ended], at: "2026-03-02")

    #expect(answer.lines == ["pro: expired no demo.gold.monthly #1 expires 2026-02-01"])
  }

  @Test func `An end that a lasting purchase has nevertheless ends it`() {
    let ended = Shop.purchase("demo.lifetime", "1", "2026-01-01") {
      $0.expiresDate = at("2026-02-01")
    }

    let before = Shop.ask("pro", of: [ended], at: "2026-01-31")
    let after = Shop.ask("pro", of: [ended], at: "2026-02-01")

    #expect(
      before.lines == ["pro: active yes demo.lifetime #1 expires 2026-02-01 until 2026-02-01"]
    )
    #expect(after.lines == ["pro: expired no demo.lifetime #1 expires 2026-02-01"])
  }

  @Test func `case G02: restoring a lapsed subscription changes no entitlement`() {
    let lapsed = Shop.period("demo.gold.monthly", "1", of: "1", "2026-01-01", "2026-02-01") {
      $0.webOrderLineItemID = "11"
    }
    let restored = Shop.period("demo.gold.monthly", "2", of: "1", "2026-03-01", "2026-02-01") {
      $0.webOrderLineItemID = "11"
    }

    let answer = Shop.ask("pro", of: [lapsed, restored], at: "2026-03-02", clock: .store)

    #expect(answer.lines == ["pro: expired no demo.gold.monthly #2 expires 2026-02-01"])
    #expect(answer.report.warnings == [])
  }

  @Test func `case G05: a restored copy of a refunded period gives nothing back`() {
    let refunded = Shop.period(
      "demo.gold.yearly",
      "1",
      of: "1",
      "2026-01-01",
      "2027-01-01"
    ) {
      $0.webOrderLineItemID = "11"
      $0.revocationDate = at("2026-02-01")
    }
    let restored = Shop.period("demo.gold.yearly", "2", of: "1", "2026-01-20", "2027-01-01") {
      $0.webOrderLineItemID = "11"
    }

    let answer = Shop.ask("pro", of: [refunded, restored], at: "2026-02-02", clock: .store)

    #expect(answer.lines == ["pro: revoked no demo.gold.yearly #2 expires 2027-01-01"])
  }

  @Test func `case G09: with an account token only purchases made with it count`() {
    let lifetime = Shop.purchase("demo.lifetime", "1", "2026-01-01") {
      $0.appAccountToken = "7e3fb204-2c5f-4d3b-9a5e-000000000001"
    }

    let anyone = Shop.ask("pro", of: [lifetime], at: "2026-01-02")
    let owner = Shop.ask("pro", of: [lifetime], at: "2026-01-02") {
      $0.appAccountToken = "7E3FB204-2C5F-4D3B-9A5E-000000000001"
    }
    let other = Shop.ask("pro", of: [lifetime], at: "2026-01-02") {
      $0.appAccountToken = "7e3fb204-2c5f-4d3b-9a5e-000000000002"
    }

    #expect(anyone.lines == ["pro: active yes demo.lifetime #1"])
    #expect(owner.lines == anyone.lines)
    #expect(other.lines == ["pro: notPurchased no"])
    #expect(other.outcome == .no)
  }

  @Test func `case H04: coins are never an entitlement, a pass lasts as long as the map says`() {
    let transactions = [
      Shop.purchase("demo.coins.100", "1", "2026-01-01"),
      Shop.purchase("demo.pass.30d", "2", "2026-01-01"),
    ]

    let days = ["2026-01-02", "2026-01-30T23:59:59.999Z", "2026-01-31"].map {
      Shop.ask("pass", of: transactions, at: $0, clock: .store).lines
    }
    let everything = Shop.ask(of: transactions, at: "2026-01-02", map: nil)
    let coins = Shop.ask("demo.coins.100", of: transactions, at: "2026-01-02", map: nil)

    let active = "pass: active yes demo.pass.30d #2 expires 2026-01-31 until 2026-01-31"
    #expect(days == [[active], [active], ["pass: expired no demo.pass.30d #2 expires 2026-01-31"]])
    #expect(!everything.report.entitlements.map(\.name).contains("demo.coins.100"))
    #expect(coins.lines == ["demo.coins.100: notPurchased no"])
    #expect(coins.report.warnings == [.consumable("demo.coins.100")])
    #expect(coins.outcome == .no)
  }

  @Test func `A consumable in the map gives nothing and is named`() {
    let map = EntitlementMap(entitlements: ["rich": ["demo.coins.100"]])
    let coins = Shop.purchase("demo.coins.100", "1", "2026-01-01")

    let answer = Shop.ask("rich", of: [coins], at: "2026-01-02", map: map)

    #expect(answer.lines == ["rich: notPurchased no"])
    #expect(answer.report.warnings == [.consumable("demo.coins.100")])
  }

  @Test func `case H07: without a duration it cannot be told whether a pass is still valid`() {
    // The case calls the state "purchased"; design.md has `unknown` for what cannot be told, and
    // the case's own UNKNOWN for the question agrees with it.
    let pass = Shop.purchase("demo.pass.30d", "1", "2026-01-01")

    let answer = Shop.ask("demo.pass.30d", of: [pass], at: "2026-01-02", map: nil)
    let refunded = Shop.ask(
      "demo.pass.30d",
      of: [Shop.purchase("demo.pass.30d", "1", "2026-01-01", Shop.revoked("2026-01-02"))],
      at: "2026-01-03",
      map: nil
    )

    #expect(answer.lines == ["demo.pass.30d: unknown no demo.pass.30d #1"])
    #expect(answer.report.warnings == [.noDuration("demo.pass.30d")])
    #expect(answer.outcome == .cannotTell)
    #expect(refunded.lines == ["demo.pass.30d: revoked no demo.pass.30d #1"])
    #expect(refunded.outcome == .no)
  }

  private let passes = [
    Shop.purchase("demo.pass.30d", "1", "2026-01-01"),
    Shop.purchase("demo.pass.30d", "2", "2026-01-11"),
    Shop.purchase("demo.pass.30d", "3", "2026-06-01") { $0.quantity = 3 },
  ]

  @Test func `Overlapping passes extend each other, each once for its quantity`() {
    let first = Shop.ask("pass", of: passes, at: "2026-01-10")
    let second = Shop.ask("pass", of: passes, at: "2026-01-20")
    let gap = Shop.ask("pass", of: passes, at: "2026-05-01")
    let third = Shop.ask("pass", of: passes, at: "2026-06-02")

    #expect(
      first.lines == ["pass: active yes demo.pass.30d #1 expires 2026-01-31 until 2026-01-31"]
    )
    #expect(
      second.lines == ["pass: active yes demo.pass.30d #2 expires 2026-03-02 until 2026-03-02"]
    )
    #expect(gap.lines == ["pass: expired no demo.pass.30d #2 expires 2026-03-02"])
    #expect(
      third.lines == ["pass: active yes demo.pass.30d #3 expires 2026-08-30 until 2026-08-30"]
    )
  }

  @Test func `With overlap "latest" the newest pass counts from its own date`() {
    var map = Shop.map
    map.nonRenewing["demo.pass.30d"]?.overlap = .latest

    let answer = Shop.ask("pass", of: passes, at: "2026-01-20", map: map)
    let refunded = Shop.ask(
      "pass",
      of: [
        passes[0], Shop.purchase("demo.pass.30d", "2", "2026-01-11", Shop.revoked("2026-01-12")),
      ],
      at: "2026-01-20",
      map: map
    )

    #expect(
      answer.lines == ["pass: active yes demo.pass.30d #2 expires 2026-02-10 until 2026-02-10"]
    )
    #expect(
      refunded.lines == ["pass: active yes demo.pass.30d #1 expires 2026-01-31 until 2026-01-31"]
    )
  }

  @Test func `case I07: ids of 18 digits keep every digit and their order as numbers`() {
    let transactions = [
      Shop.purchase("demo.lifetime", "99999999999999999", "2026-01-01"),
      Shop.purchase("demo.lifetime", "500000000123456789", "2026-01-01"),
    ]

    let answer = Shop.ask("pro", of: transactions, at: "2026-01-02")

    #expect(answer.lines == ["pro: active yes demo.lifetime #500000000123456789"])
  }

  @Test func `case I08: a subscription without an expiry is malformed and named`() {
    let period = Shop.period("demo.gold.monthly", "1", of: "1", "2026-01-01", "2026-02-01") {
      $0.expiresDate = nil
    }
    let untyped = Shop.period("demo.gold.yearly", "2", of: "2", "2026-01-01", "2026-02-01") {
      $0.expiresDate = nil
      $0.type = nil
    }

    let answer = Shop.ask("pro", of: [period, untyped], at: "2026-01-02", clock: .signed)
    let lifetime = Shop.ask(
      "pro",
      of: [Shop.purchase("demo.lifetime", "3", "2026-01-01")],
      at: "2026-01-02"
    )

    #expect(answer.lines == ["pro: notPurchased no"])
    #expect(answer.outcome == .no)
    #expect(
      answer.report.warnings == [
        .missingExpiry("1", "demo.gold.monthly"), .missingExpiry("2", "demo.gold.yearly"),
      ]
    )
    #expect(lifetime.lines == ["pro: active yes demo.lifetime #3"])
  }

  @Test func `case I10: a period that ends when it starts gives nothing and is named`() {
    let period = Shop.period("demo.gold.monthly", "1", of: "1", "2026-01-01", "2026-01-01")

    let answer = Shop.ask("pro", of: [period], at: "2026-01-01T00:00:00.001Z", clock: .signed)

    #expect(answer.lines == ["pro: expired no demo.gold.monthly #1 expires 2026-01-01"])
    #expect(answer.report.warnings == [.zeroLengthPeriod("1", "demo.gold.monthly")])
  }

  @Test func `Data without types is understood from its looks, and a guess is named`() {
    var period = Shop.period("plan", "1", of: "1", "2026-01-01", "2026-02-01")
    period.type = nil
    var pass = Shop.purchase("demo.pass.30d", "2", "2026-01-01")
    pass.type = nil
    let other = Shop.purchase("something", "3", "2026-01-01")
    let facts = PurchaseFacts(transactions: [period, pass, other], asOf: at("2026-01-10"))
    let map = EntitlementMap(
      entitlements: ["plan": ["plan"], "pass": ["demo.pass.30d"], "thing": ["something"]],
      nonRenewing: ["demo.pass.30d": EntitlementMap.Duration(CalendarDuration(days: 30))]
    )
    let options = EntitlementOptions(asOf: at("2026-01-10"), clock: .signed)

    let answer = EntitlementEngine(facts: facts, map: map, options: options)
      .answer(EntitlementQuestion())

    #expect(
      answer.lines == [
        "pass: active yes demo.pass.30d #2 expires 2026-01-31 until 2026-01-31",
        "plan: active yes plan #1 expires 2026-02-01 until 2026-02-01",
        "thing: active yes something #3",
      ]
    )
    #expect(answer.report.warnings == [.typeUnknown("something")])
  }

  @Test func `A purchase from the future does not count, and is named unless a time was named`() {
    let lifetime = Shop.purchase("demo.lifetime", "1", "2026-03-01")

    let signed = Shop.ask("pro", of: [lifetime], at: "2026-01-01", clock: .signed)
    let named = Shop.ask("pro", of: [lifetime], at: "2026-01-01")

    #expect(signed.lines == ["pro: notPurchased no"])
    #expect(
      signed.report.warnings == [.purchasedLater("1", "demo.lifetime", at("2026-03-01"))]
    )
    #expect(named.lines == signed.lines)
    #expect(named.report.warnings == [])
  }
}
