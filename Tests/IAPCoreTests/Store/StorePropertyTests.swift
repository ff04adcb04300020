import IAPCore
import IAPTestSupport
import Testing

/// What holds for every story, tried with many seeds.
struct StorePropertyTests {
  private static let seeds: ClosedRange<UInt64> = 1...90
  private static let steps = 120

  private func replayable(_ seed: UInt64) -> StoreStory {
    var random = RandomStories(seed: seed)
    var story = start(seed)
    for _ in 0..<Self.steps {
      let (event, account) = (random.event(), random.account())
      _ = story.refusal(of: event, as: account)
    }
    return story
  }

  /// The shop of the tests, which a `load` finds again.
  private func start(_ seed: UInt64) -> StoreStory {
    var story = StoreStory(seed: seed)
    story.checks.catalog = { _ in TestShop.catalog }
    // Half of the stores renew early from the beginning, and some late.
    let times = [
      ["lead": "0s"], ["lead": "1h"], ["lead": "6h"], ["lead": "24h"], ["lag": "3h"], [:],
    ]
    let refusal = story.refusal(of: .set(SetEvent(times[Int(seed % 6)])))
    #expect(refusal == nil || times[Int(seed % 6)].isEmpty)
    return story
  }

  /// What the catalogue asks for each product: itself, its offers, its billing plans.
  private var catalogPrices: [ProductID: Set<Int64>] {
    TestShop.catalog.products.reduce(into: [:]) { prices, product in
      var found: Set<Int64> = [product.price.milliunits]
      if let info = product.subscription {
        let offers =
          info.introductoryOffers + info.promotionalOffers + info.codeOffers + info.winBackOffers
        found.formUnion(offers.map(\.price.milliunits))
        found.formUnion(info.billingPlans.map(\.price.milliunits))
      }
      prices[product.id] = found
    }
  }

  @Test func `Every random story keeps the invariants, and a refusal changes nothing`() {
    var accepted: [EventVerb: Int] = [:]
    for seed in Self.seeds {
      var random = RandomStories(seed: seed)
      var story = start(seed)
      var prices = catalogPrices
      var promises = PromiseWatch()
      for step in 0..<Self.steps {
        let account = random.account()
        let event = random.event(for: story.account(account))
        let before = story.state
        let count = story.changes.count
        if story.refusal(of: event, as: account) != nil {
          #expect(story.state == before, "seed \(seed), step \(step)")
          #expect(story.changes.count == count, "seed \(seed), step \(step)")
        } else {
          accepted[event.verb, default: 0] += 1
          event.promise(in: &prices)
          promises.see(event, story.changes[count...], in: story)
        }
        #expect(story.state.header.now >= before.header.now, "seed \(seed), step \(step)")
        if step % 10 == 9 {
          let violations = StoreInvariants.violations(in: story)
          #expect(violations == [], "seed \(seed), step \(step)")
        }
      }
      #expect(StoreInvariants.prices(of: story, promised: prices) == [], "seed \(seed)")
      #expect(promises.violations == [], "seed \(seed)")
    }
    // Thousands of events, and every kind of them was taken, not only tried.
    #expect(accepted.values.reduce(0, +) > 3000)
    #expect(RandomStories.verbs.filter { accepted[$0, default: 0] == 0 } == [])
  }

  @Test func `The same events make the same store`() {
    for seed in Self.seeds where seed % 6 == 0 {
      let (first, second) = (replayable(seed), replayable(seed))
      #expect(first.state == second.state, "seed \(seed)")
      #expect(first.changes == second.changes, "seed \(seed)")
    }
  }

  @Test func `Two advances are one advance`() throws {
    for seed in Self.seeds where seed % 3 == 0 {
      var once = replayable(seed)
      var twice = once
      let days = 60 + Int(seed)
      try once.play(.advance(AdvanceEvent(by: CalendarDuration(days: days))))
      try twice.play(.advance(AdvanceEvent(by: CalendarDuration(days: days / 2))))
      try twice.play(.advance(AdvanceEvent(by: CalendarDuration(days: days - days / 2))))
      #expect(once.state == twice.state, "seed \(seed)")
      #expect(once.changes == twice.changes, "seed \(seed)")
    }
  }

  @Test func `Saved and loaded, a store goes on the same`() throws {
    for seed in Self.seeds where seed % 4 == 0 {
      var story = replayable(seed)
      var loaded = story
      loaded.state = StoreState(
        header: try reloaded(story.state.header),
        registry: try reloaded(story.state.registry),
        accounts: try story.state.accounts.mapValues { try reloaded($0) },
        catalog: story.state.catalog,
        configuration: try reloaded(story.state.configuration)
      )
      #expect(loaded.state == story.state, "seed \(seed)")
      try story.play(.advance(AdvanceEvent(by: CalendarDuration(days: 90))))
      try loaded.play(.advance(AdvanceEvent(by: CalendarDuration(days: 90))))
      #expect(loaded.changes == story.changes, "seed \(seed)")
    }
  }

  private func reloaded<Content: Codable>(_ content: Content) throws -> Content {
    let bytes = JSONWriter.bytes(JSONValueEncoder.encode(content))
    return try JSONValueDecoder.decode(from: JSONParser.parse(bytes))
  }

  @Test func `Accounts without a family do not touch each other`() throws {
    for seed in Self.seeds where seed % 5 == 0 {
      func play(_ order: [AccountName]) throws -> StoreStory {
        var story = StoreStory(seed: seed)
        for account in RandomStories.accounts.dropFirst() {
          try story.play(.accountAdd(AccountAddEvent(name: account)))
        }
        for account in order {
          var random = RandomStories(seed: seed &+ UInt64(account.rawValue.utf8.count))
          for _ in 0..<40 {
            let event = random.event()
            if event.touchesOthers { continue }
            _ = story.refusal(of: event, as: account)
          }
        }
        return story
      }
      let forwards = try play(["a", "b"])
      let backwards = try play(["b", "a"])
      #expect(forwards.state == backwards.state, "seed \(seed)")
    }
  }
}

extension Event {
  /// Notes the prices that from now on may be asked.
  fileprivate func promise(in prices: inout [ProductID: Set<Int64>]) {
    switch self {
    case .price(let event): prices[event.id, default: []].insert(event.amount.milliunits)
    case .code(let event): prices[event.id, default: []].insert(event.price?.milliunits ?? 0)
    default: break
    }
  }

  /// Events that move the clock or change more than one account.
  fileprivate var touchesOthers: Bool {
    switch self {
    case .advance, .price, .share, .join, .leave, .set, .extend, .code, .product, .remove, .load,
      .accountAdd:
      true
    default: false
    }
  }
}
