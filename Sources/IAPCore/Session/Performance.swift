/// What came of one event.
package struct Performance: Equatable, Sendable {
  package var event: Event
  package var account: AccountName
  /// The store's clock before and after.
  package var fromDate: Instant
  package var toDate: Instant
  package var changes: Changes
  package var result: EventResult
  /// What `finish` did; `nil` for other events.
  package var finish: FinishReport?
  /// What the app received and did not believe, in order.
  package var refusals: [RefusedArrival]

  init(event: Event, account: AccountName, date: Instant) {
    self.event = event
    self.account = account
    fromDate = date
    toDate = date
    changes = Changes([])
    result = .done
    refusals = []
  }
}
