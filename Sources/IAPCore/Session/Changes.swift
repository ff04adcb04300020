/// What an event changed, in the order in which it happened.
///
/// An `advance` may change more than fits into memory. Its changes are not kept: the store, which
/// answers the same to the same event, is asked again each time they are wanted.
package struct Changes: Equatable, Sendable {
  private enum Source: Equatable {
    case kept([StoreChange])
    /// The store as it was before, with the accounts that the clock reaches.
    case advance(StoreState, AdvanceGoal)
  }

  private let source: Source

  package init(_ changes: [StoreChange]) {
    source = .kept(changes)
  }

  /// What the store does until it reaches the goal.
  init(of store: StoreState, until goal: AdvanceGoal) {
    source = .advance(store, goal)
  }

  /// Hands out one after the other.
  package func visit(_ visit: (StoreChange) -> Void) {
    switch source {
    case .kept(let changes):
      for change in changes { visit(change) }
    case .advance(let store, let goal):
      var store = store
      store.advance(to: goal, emit: visit)
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
