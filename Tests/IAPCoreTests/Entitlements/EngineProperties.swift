import IAPCore
import Testing

/// What holds for all inputs, tried with seeds.
struct EngineProperties {
  private struct World {
    var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
      elements[Int(random.next() % UInt64(elements.count))]
    }

    mutating func chance(_ oneIn: UInt64) -> Bool { random.next() % oneIn == 0 }

    mutating func day(_ range: UInt64) -> Instant {
      at("2026-01-01").adding(milliseconds: Int64(random.next() % range) * Instant.day)
    }

    mutating func transaction() -> Transaction {
      let product = pick(Shop.types.keys.sorted())
      let id = TransactionID("\(1 + random.next() % 12)")
      let chain: TransactionID = pick([id, "1", "2"])
      var transaction = Transaction(
        id: id,
        originalID: chain,
        productID: product,
        purchaseDate: day(200)
      )
      transaction.type = chance(4) ? nil : Shop.types[product]
      if Shop.types[product] == .autoRenewable, !chance(10) {
        let length = Int64(random.next() % 60) * Instant.day
        transaction.expiresDate = transaction.purchaseDate.adding(milliseconds: length)
        transaction.webOrderLineItemID = chance(2) ? "\(random.next() % 4)" : nil
      }
      transaction.ownershipType = chance(5) ? .familyShared : .purchased
      if Shop.types[product] == .autoRenewable { transaction.isUpgraded = chance(6) ? true : nil }
      if chance(4) { transaction.revocationDate = day(260) }
      if chance(2) { transaction.signedDate = day(300) }
      return transaction
    }

    mutating func renewal() -> RenewalInfo {
      Shop.renewal(
        of: pick(["1", "2", "3"]),
        pick(["demo.gold.monthly", "demo.silver.monthly", "demo.max.yearly"]),
        renews: chance(2)
      ) { info in
        info.isInBillingRetryPeriod = chance(3)
        if chance(3) { info.gracePeriodExpiresDate = day(260) }
      }
    }

    mutating func data() -> PurchaseData {
      PurchaseData(
        transactionLists: (0..<2).map { _ in (0..<Int(random.next() % 8)).map { _ in transaction() }
        },
        renewalLists: [(0..<Int(random.next() % 4)).map { _ in renewal() }],
        pending: chance(4) ? [PendingPurchase(productID: "demo.gold.monthly")] : []
      )
    }
  }

  private func answer(
    _ data: PurchaseData,
    at date: Instant,
    clock: ClockSource
  ) -> (EntitlementAnswer, [EntitlementWarning]) {
    let (facts, warnings) = PurchaseFacts.gather(data, asOf: date)
    let options = EntitlementOptions(asOf: date, clock: clock)
    let engine = EntitlementEngine(facts: facts, map: Shop.map, types: Shop.types, options: options)
    return (engine.answer(EntitlementQuestion()), warnings)
  }

  @Test func `case A05 and L08: every order of the input gives the same answer`() {
    for seed in 0..<300 as Range<UInt64> {
      var world = World(seed: seed)
      let data = world.data()
      let date = world.day(300)
      let clock = world.pick(ClockSource.allCases)
      let (expected, warnings) = answer(data, at: date, clock: clock)
      for _ in 0..<3 {
        var shuffled = data
        for list in data.transactionLists.indices {
          shuffled.transactionLists[list].shuffle(using: &world.random)
        }
        shuffled.renewalLists[0].shuffle(using: &world.random)
        let (found, otherWarnings) = answer(shuffled, at: date, clock: clock)
        #expect(found == expected, "seed \(seed)")
        #expect(otherWarnings == warnings, "seed \(seed)")
      }
    }
  }

  @Test func `What came in pieces says the same as the first list would`() {
    for seed in 0..<300 as Range<UInt64> {
      var world = World(seed: seed)
      let data = world.data()
      let date = world.day(300)
      var inPieces = data
      inPieces.transactionLists[0] = []
      let first = data.transactionLists[0].map(ReceivedTransaction.init)
      inPieces.pieces = [Array(first.prefix(3)), [], Array(first.dropFirst(3))]

      let whole = answer(data, at: date, clock: .signed)
      let pieced = answer(inPieces, at: date, clock: .signed)

      #expect(whole.0 == pieced.0 && whole.1 == pieced.1, "seed \(seed)")
      #expect(data.latestSignedDate == inPieces.latestSignedDate)
    }
  }

  @Test func `Nothing that is revoked, upgraded, over or a consumable ever gives access`() {
    for seed in 0..<300 as Range<UInt64> {
      var world = World(seed: seed)
      let data = world.data()
      let date = world.day(300)
      let (facts, _) = PurchaseFacts.gather(data, asOf: date)
      let found = answer(data, at: date, clock: .signed).0
      for entitlement in found.report.entitlements where entitlement.isEntitled {
        let deciding = facts.products.first { $0.transactionID == entitlement.transactionID }
        #expect(deciding != nil, "seed \(seed)")
        #expect(deciding?.revocationDate == nil, "seed \(seed)")
        #expect(deciding?.isUpgraded == nil, "seed \(seed)")
        #expect(deciding.flatMap { Shop.types[$0.productID] } != .consumable, "seed \(seed)")
        #expect(entitlement.entitledUntilDate.map { date < $0 } ?? true, "seed \(seed)")
        let isOver = entitlement.expiresDate.map { $0 <= date } ?? false
        #expect(isOver == (entitlement.state == .inGracePeriod), "seed \(seed)")
      }
    }
  }

  @Test func `Entitled, state and the end of access always agree`() {
    for seed in 0..<300 as Range<UInt64> {
      var world = World(seed: seed)
      let data = world.data()
      let found = answer(data, at: world.day(300), clock: world.pick(ClockSource.allCases)).0
      for entitlement in found.report.entitlements {
        let says = entitlement.state == .active || entitlement.state == .inGracePeriod
        #expect(entitlement.isEntitled == says, "seed \(seed)")
        #expect(entitlement.isEntitled || entitlement.entitledUntilDate == nil, "seed \(seed)")
      }
    }
  }

  @Test func `Merging snapshots is the same in every order and grouping`() {
    for seed in 0..<300 as Range<UInt64> {
      var world = World(seed: seed)
      let snapshots = (0..<3).map { _ in
        let date = world.day(3)
        return PurchaseFacts.gather(world.data(), asOf: date).facts
      }
      let (a, b, c) = (snapshots[0], snapshots[1], snapshots[2])
      #expect(a.merged(with: b) == b.merged(with: a), "seed \(seed)")
      #expect(
        a.merged(with: b).merged(with: c) == a.merged(with: b.merged(with: c)),
        "seed \(seed)"
      )
      #expect(a.merged(with: a) == a, "seed \(seed)")
    }
  }

  @Test func `The cache answers as the facts did that were written to it`() throws {
    let document = Document<EntitlementCache>("iap.entitlementCache")
    for seed in 0..<200 as Range<UInt64> {
      var world = World(seed: seed)
      let cache = EntitlementCache(
        facts: PurchaseFacts.gather(world.data(), asOf: world.day(300)).facts,
        overrides: EntitlementOverrides(world.chance(2) ? ["pro": true, "basic": false] : [:])
      )

      let read = try document.read(document.bytes(cache), path: "entitlements.json")

      #expect(read == cache, "seed \(seed)")
    }
  }
}
