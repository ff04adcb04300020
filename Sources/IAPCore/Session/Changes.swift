/// What an event changed, in the order in which it happened.
///
/// An `advance` may change more than fits into memory. Its changes are not kept: the store, which
/// answers the same to the same event, is asked again each time they are wanted.
package struct Changes: Equatable, Sendable {
  private enum Source: Equatable {
    case kept([StoreChange])
    /// The store as it was before, with the accounts that the clock reaches.
    /// Beside it what happens to the apps meanwhile, by date.
    case advance(StoreState, AdvanceGoal, [StoreChange])
  }

  private let source: Source

  package init(_ changes: [StoreChange]) {
    source = .kept(changes)
  }

  /// What the store does until it reaches the goal.
  init(of store: StoreState, until goal: AdvanceGoal, and others: [StoreChange] = []) {
    source = .advance(store, goal, others)
  }

  /// Hands out one after the other.
  package func visit(_ visit: (StoreChange) -> Void) {
    switch source {
    case .kept(let changes):
      for change in changes { visit(change) }
    case .advance(let store, let goal, let others):
      var store = store
      var rest = others[...]
      store.advance(to: goal) { change in
        while let other = rest.first, other.date < change.date {
          visit(other)
          rest.removeFirst()
        }
        visit(change)
      }
      for other in rest { visit(other) }
    }
  }

  /// All of them at once, for those who know that they are few.
  package var all: [StoreChange] {
    if case .kept(let changes) = source { return changes }
    var changes: [StoreChange] = []
    visit { changes.append($0) }
    return changes
  }
}
