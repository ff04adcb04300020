import IAPCore
import Testing

/// SwiftyStoreKit's three questions.
struct PurchaseCheckTests {
  private let months = (1...3).map { month in
    Shop.period(
      "demo.gold.monthly",
      TransactionID("\(month)"),
      of: "1",
      "2026-0\(month)-01",
      "2026-0\(month + 1)-01"
    )
  }

  private func check(
    _ transactions: [Transaction],
    _ renewals: [RenewalInfo] = [],
    _ products: ProductID...,
    question: PurchaseCheck.Question? = nil,
    at date: String,
    clock: ClockSource = .signed
  ) -> String {
    let check = PurchaseCheck(
      PurchaseData(transactionLists: [transactions], renewalLists: [renewals]),
      products: products,
      question: question,
      asOf: at(date),
      clock: clock
    )
    let ids = check.transactionIDs.map(\.rawValue).joined(separator: ",")
    return [
      check.result.rawValue, check.productID?.rawValue,
      check.expiresDate?.rfc3339.prefix(10).description,
      "[\(ids)]",
    ].compactMap(\.self).joined(separator: " ")
  }

  @Test func `A subscription is purchased until its last expiry and expired from then on`() {
    let last = check(months, [], "demo.gold.monthly", at: "2026-03-31T23:59:59.999Z")
    let over = check(months, [], "demo.gold.monthly", at: "2026-04-01")

    #expect(last == "purchased demo.gold.monthly 2026-04-01 [3,2,1]")
    #expect(over == "expired demo.gold.monthly 2026-04-01 [3,2,1]")
  }

  @Test func `What was never bought is not purchased, and what was refunded is revoked`() {
    let refunded = Shop.purchase("demo.lifetime", "9", "2026-01-01", Shop.revoked("2026-05-01"))

    let never = check(months, [], "demo.max.yearly", at: "2026-03-10")
    let signed = check([refunded], [], "demo.lifetime", at: "2026-03-10")
    let before = check([refunded], [], "demo.lifetime", at: "2026-03-10", clock: .argument)

    #expect(never == "notPurchased []")
    #expect(signed == "revoked demo.lifetime []")
    #expect(before == "purchased demo.lifetime [9]")
  }

  @Test func `case A01: a group is judged by what was bought last, not by the last expiry`() {
    let group = [
      Shop.period("plan.yearly", "1", of: "1", "2025-07-01", "2025-07-08"),
      Shop.period("plan.yearly", "2", of: "1", "2025-09-30", "2026-09-30") { $0.isUpgraded = true },
      Shop.period("plan.monthly", "3", of: "1", "2025-09-30", "2025-10-30"),
    ]

    let lapsed = check(group, [], "plan.yearly", "plan.monthly", at: "2026-01-17")
    let running = check(
      group,
      [],
      "plan.yearly",
      "plan.monthly",
      at: "2025-10-15",
      clock: .argument
    )
    let yearly = check(group, [], "plan.yearly", at: "2026-01-17")

    #expect(lapsed == "expired plan.monthly 2025-10-30 [3,2,1]")
    #expect(running == "purchased plan.monthly 2025-10-30 [3,2,1]")
    #expect(yearly == "expired plan.yearly 2025-09-30 [2,1]")
  }

  @Test func `case A09: a cancelled newer record leaves the older one`() {
    let group = [
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

    #expect(
      check(group, [], "demo.gold.yearly", at: "2026-02-01")
        == "purchased demo.gold.yearly 2027-01-01 [1]"
    )
  }

  @Test func `case C01: grace counts as purchased here as everywhere`() {
    // SwiftyStoreKit ignored grace; design.md has one rule for every place that is asked.
    let grace = Shop.renewal(of: "1", "demo.gold.monthly", renews: true) {
      $0.isInBillingRetryPeriod = true
      $0.gracePeriodExpiresDate = at("2026-04-17")
    }

    #expect(
      check(months, [grace], "demo.gold.monthly", at: "2026-04-10")
        == "purchased demo.gold.monthly 2026-04-01 [3,2,1]"
    )
    #expect(
      check(months, [grace], "demo.gold.monthly", at: "2026-04-20")
        == "expired demo.gold.monthly 2026-04-01 [3,2,1]"
    )
  }

  @Test func `A non-renewing subscription lasts for the length that is asked about`() {
    let passes = [
      Shop.purchase("demo.pass.30d", "1", "2026-01-01"),
      Shop.purchase("demo.pass.30d", "2", "2026-01-11"),
    ]
    let question = PurchaseCheck.Question.nonRenewing(CalendarDuration(days: 30))

    let valid = check(passes, [], "demo.pass.30d", question: question, at: "2026-02-09")
    let over = check(passes, [], "demo.pass.30d", question: question, at: "2026-02-10")

    #expect(valid == "purchased demo.pass.30d 2026-02-10 [2,1]")
    #expect(over == "expired demo.pass.30d 2026-02-10 [2,1]")
  }

  @Test func `case I08: asked as a subscription, an item without an expiry is malformed`() {
    let item = Shop.purchase("demo.gold.monthly", "1", "2026-01-01")
    let data = PurchaseData(transactionLists: [[item]])

    let check = PurchaseCheck(
      data,
      products: ["demo.gold.monthly"],
      question: .autoRenewable,
      asOf: at("2026-01-02"),
      clock: .signed
    )

    #expect(check.result == .notPurchased)
    #expect(check.warnings == [.missingExpiry("1", "demo.gold.monthly")])
  }

  @Test func `case I08: what is known as a subscription is never a lasting purchase`() {
    let plain = Transaction(
      id: "1",
      originalID: "1",
      productID: "gold",
      purchaseDate: at("2026-01-01")
    )
    let signs: [(inout Transaction) -> Void] = [
      { $0.type = .autoRenewable }, { $0.subscriptionGroupID = "pro" },
      { $0.webOrderLineItemID = "7" },
    ]
    let renewal = Shop.renewal(of: "1", "gold", renews: true)
    let duration = PurchaseCheck.Question.lasting(CalendarDuration(days: 30))

    for (number, sign) in signs.enumerated() {
      var item = plain
      sign(&item)
      #expect(check([item], [], "gold", at: "2026-01-02") == "notPurchased [1]", "sign \(number)")
      #expect(
        check([item], [], "gold", question: duration, at: "2026-01-02") == "notPurchased [1]",
        "sign \(number)"
      )
    }
    #expect(check([plain], [renewal], "gold", at: "2026-01-02") == "notPurchased [1]")
    #expect(check([plain], [], "gold", at: "2026-01-02") == "purchased gold [1]")
  }

  @Test func `A length that is asked about never makes a subscription longer`() {
    let month = [Shop.period("gold", "1", of: "1", "2026-01-01", "2026-02-01")]
    let year = CalendarDuration(days: 365)

    let plain = check(month, [], "gold", question: .lasting(year), at: "2026-06-01")
    let named = PurchaseCheck(
      PurchaseData(transactionLists: [month]),
      products: ["gold"],
      question: .nonRenewing(year),
      asOf: at("2026-06-01"),
      clock: .signed
    )

    #expect(plain == "expired gold 2026-02-01 [1]")
    #expect(named.result == .expired && named.expiresDate == at("2026-02-01"))
    #expect(named.warnings == [.otherType("gold", .autoRenewable)])
  }

  @Test func `case H07: a pass whose length nobody told is bought, with a warning`() {
    let pass = [Shop.purchase("demo.pass.30d", "1", "2026-01-01")]

    let check = PurchaseCheck(
      PurchaseData(transactionLists: [pass]),
      products: ["demo.pass.30d"],
      asOf: at("2026-06-01"),
      clock: .signed
    )

    #expect(check.result == .purchased && check.expiresDate == nil)
    #expect(check.warnings == [.noDurationAsked("demo.pass.30d")])
  }

  @Test func `case A10: copies in one list that contradict each other are warned of`() {
    let copies = [
      Shop.period("gold", "1", of: "1", "2026-01-01", "2026-02-01"),
      Shop.period("gold", "1", of: "1", "2026-01-01", "2027-01-01"),
      Shop.period("silver", "2", of: "2", "2026-01-01", "2026-02-01"),
    ]

    let warnings = ["gold", "silver"].map { product in
      PurchaseCheck(
        PurchaseData(transactionLists: [copies]),
        products: [ProductID(product)],
        asOf: at("2026-01-10"),
        clock: .signed
      ).warnings
    }

    #expect(warnings == [[.conflictingCopies("1")], []])
  }

  @Test func `case H02: the same pack twice is two transactions`() {
    let coins = ["1", "2"].map { Shop.purchase("demo.coins.100", TransactionID($0), "2026-01-01") }

    #expect(
      check(coins, [], "demo.coins.100", at: "2026-01-02") == "purchased demo.coins.100 [2,1]"
    )
  }
}
