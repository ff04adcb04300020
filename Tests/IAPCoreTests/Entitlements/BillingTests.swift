import IAPCore
import Testing

/// Group C of the cases: grace, billing retry, recovery; and the reasons for an end.
struct BillingTests {
  private let gold = Shop.period("demo.gold.monthly", "1", of: "1", "2026-02-01", "2026-03-01")
  private let inGrace = Shop.renewal(of: "1", "demo.gold.monthly", renews: true) {
    $0.isInBillingRetryPeriod = true
    $0.gracePeriodExpiresDate = at("2026-03-17")
    $0.expirationIntent = .billingError
  }
  private let inRetry = Shop.renewal(of: "1", "demo.gold.monthly", renews: true) {
    $0.isInBillingRetryPeriod = true
    $0.expirationIntent = .billingError
  }

  @Test func `case C01: access lasts to the end of the grace period, not of the period`() {
    let answer = Shop.ask("pro", of: [gold], [inGrace], at: "2026-03-10", clock: .signed)

    #expect(
      answer.lines == [
        "pro: inGracePeriod yes demo.gold.monthly #1 expires 2026-03-01 until 2026-03-17 renews"
          + " because billing-error"
      ]
    )
    #expect(answer.outcome == .yes)
    #expect(
      answer.report.warnings == [
        .billingProblem("demo.gold.monthly", graceEnd: at("2026-03-17"))
      ]
    )
  }

  @Test func `case C02: after grace and still in retry is its own state`() {
    let answer = Shop.ask("pro", of: [gold], [inGrace], at: "2026-03-18", clock: .signed)

    #expect(
      answer.lines == [
        "pro: inBillingRetryPeriod no demo.gold.monthly #1 expires 2026-03-01 renews"
          + " because billing-error"
      ]
    )
    #expect(answer.outcome == .no)
  }

  @Test func `case C03: without grace retry begins at the expiry`() {
    let answer = Shop.ask("pro", of: [gold], [inRetry], at: "2026-03-02", clock: .store)

    #expect(
      answer.lines == [
        "pro: inBillingRetryPeriod no demo.gold.monthly #1 expires 2026-03-01 renews"
          + " because billing-error"
      ]
    )
  }

  @Test func `The map can allow access during billing retry, until the App Store gives up`() {
    var map = Shop.map
    map.allowsAccessDuringBillingRetry = true

    let answer = Shop.ask("pro", of: [gold], [inRetry], at: "2026-03-02", map: map)

    #expect(
      answer.lines == [
        "pro: inBillingRetryPeriod yes demo.gold.monthly #1 expires 2026-03-01 until 2026-04-30"
          + " renews because billing-error"
      ]
    )
  }

  @Test func `case C04: a recovery inside grace leaves no gap`() {
    let recovered = Shop.period("demo.gold.monthly", "2", of: "1", "2026-03-01", "2026-04-01")
    let fine = Shop.renewal(of: "1", "demo.gold.monthly", renews: true)

    let before = Shop.ask("pro", of: [gold], [inGrace], at: "2026-03-05")
    let after = Shop.ask("pro", of: [gold, recovered], [fine], at: "2026-03-05", clock: .store)

    #expect(before.report.entitlements[0].isEntitled)
    #expect(
      after.lines == [
        "pro: active yes demo.gold.monthly #2 expires 2026-04-01 until 2026-04-01 renews"
      ]
    )
  }

  @Test func `case C06: retry that ran out is expired because of billing`() {
    let gaveUp = Shop.renewal(of: "1", "demo.gold.monthly", renews: false) {
      $0.expirationIntent = .billingError
    }

    let told = Shop.ask("pro", of: [gold], [gaveUp], at: "2026-05-01", clock: .store)
    let untold = Shop.ask("pro", of: [gold], [inRetry], at: "2026-04-30")

    #expect(
      told.lines == [
        "pro: expired no demo.gold.monthly #1 expires 2026-03-01 ends because billing-error"
      ]
    )
    #expect(
      untold.lines == [
        "pro: expired no demo.gold.monthly #1 expires 2026-03-01 renews because billing-error"
      ]
    )
  }

  @Test func `case C07: one field decides, with the expiry long past`() {
    let answer = Shop.ask("pro", of: [gold], [inGrace], at: "2026-03-16T23:59:59.999Z")

    let entitlement = answer.report.entitlements[0]
    #expect(entitlement.isEntitled)
    #expect(entitlement.expiresDate == at("2026-03-01"))
  }

  @Test func `rule S-41: cancelled in grace, access ends at once`() {
    let cancelled = Shop.renewal(of: "1", "demo.gold.monthly", renews: false) {
      $0.gracePeriodExpiresDate = at("2026-03-17")
      $0.expirationIntent = .customerCancelled
    }

    let answer = Shop.ask("pro", of: [gold], [cancelled], at: "2026-03-05", clock: .store)

    #expect(
      answer.lines == [
        "pro: expired no demo.gold.monthly #1 expires 2026-03-01 ends because customer-cancelled"
      ]
    )
  }

  @Test(arguments: [
    (1, "customer-cancelled"), (2, "billing-error"), (3, "price-increase-not-accepted"),
    (4, "product-unavailable"), (5, "unknown"), (9, "unknown (9)"),
  ])
  func `case C11: why it expired, in a word`(number: Int, word: String) {
    let renewal = Shop.renewal(of: "1", "demo.gold.monthly", renews: false) {
      $0.expirationIntent = ExpirationIntent(rawValue: number)
    }

    let answer = Shop.ask("pro", of: [gold], [renewal], at: "2026-03-05", clock: .signed)

    #expect(
      answer.lines == [
        "pro: expired no demo.gold.monthly #1 expires 2026-03-01 ends because \(word)"
      ]
    )
  }

  @Test func `case L09: the end of grace comes from the renewal info, not from the transaction`() {
    let alone = Shop.ask("pro", of: [gold], at: "2026-03-10", clock: .signed)

    #expect(alone.lines == ["pro: expired no demo.gold.monthly #1 expires 2026-03-01"])
  }

  @Test func `rule B-11: renewal info of another period's product says nothing of this one`() {
    let other = Shop.renewal(of: "1", "demo.gold.yearly", renews: true) {
      $0.isInBillingRetryPeriod = true
      $0.gracePeriodExpiresDate = at("2026-03-17")
    }

    let answer = Shop.ask("pro", of: [gold], [other], at: "2026-03-10", clock: .signed)

    #expect(answer.lines == ["pro: expired no demo.gold.monthly #1 expires 2026-03-01"])
  }

  @Test func `case I11: at the millisecond of the expiry access is over`() {
    let before = Shop.ask("pro", of: [gold], at: "2026-02-28T23:59:59.999Z")
    let exactly = Shop.ask("pro", of: [gold], at: "2026-03-01")

    #expect(before.report.entitlements[0].isEntitled)
    #expect(!exactly.report.entitlements[0].isEntitled)
  }
}
