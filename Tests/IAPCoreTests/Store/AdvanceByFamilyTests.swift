import IAPCore
import IAPTestSupport
import Testing

/// The clock moves family by family: the same happens as when it moves for all at once.
struct AdvanceByFamilyTests {
  /// A store after a random story of accounts that join, share, fall out and pay.
  private func store(_ seed: UInt64) throws -> StoreState {
    var story = StoreStory(seed: seed)
    for account in RandomStories.accounts.dropFirst() {
      try story.play(.accountAdd(AccountAddEvent(name: account)))
    }
    var random = RandomStories(seed: seed)
    for _ in 0..<60 { _ = story.refusal(of: random.event(), as: random.account()) }
    return story.state
  }

  private func check(_ store: StoreState, _ event: AdvanceEvent, _ comment: Comment) throws {
    guard let goal = try? store.goal(of: event, by: .standard) else { return }
    var atOnce = store
    var changes: [StoreChange] = []
    atOnce.advance(to: goal) { changes.append($0) }

    var joined = store
    joined.header.now = goal.date
    for family in store.families {
      var part = store.part(of: family)
      var told: [StoreChange] = []
      part.advance(to: goal) { told.append($0) }
      joined.accounts.merge(part.accounts) { _, later in later }
      #expect(told == changes.filter { family.contains($0.account) }, comment)
    }

    #expect(joined == atOnce, comment)
    guard let occurrence = event.until else { return }
    let first = try #require(changes.firstIndex { $0.matches(occurrence) }, comment)
    // One step may change several accounts; they all are of its moment.
    #expect(changes[first...].allSatisfy { $0.date == goal.date }, comment)
  }

  @Test func `A family does not notice whether others move along`() throws {
    for seed in 0..<60 as Range<UInt64> {
      let store = try store(seed)
      for days in [1, 31, 400] {
        let event = AdvanceEvent(by: CalendarDuration(days: days))
        try check(store, event, "seed \(seed), \(days) days")
      }
    }
  }

  @Test func `Until something happens, each family stops where the whole store does`() throws {
    for seed in 0..<60 as Range<UInt64> {
      let store = try store(seed)
      for occurrence in ["renewed", "expired", "DID_RENEW", "EXPIRED", "renewalFailed"] {
        try check(store, AdvanceEvent(until: occurrence), "seed \(seed), until \(occurrence)")
      }
    }
  }
}

extension StoreChange {
  fileprivate func matches(_ occurrence: String) -> Bool {
    kind.rawValue == occurrence || notification?.type.rawValue == occurrence
  }
}
