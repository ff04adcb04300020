/// One line of `journal.jsonl`: an accepted event, of the store's side or the app's.
///
/// The journal is the truth: everything else of a store can be made from it again.
package struct JournalEntry: Equatable, Sendable, Codable {
  /// Counted from 1 without gaps.
  package var sequence: Int
  /// The store's clock when the event was accepted, before it moved.
  package var date: Instant
  package var account: AccountName
  /// The version of the store's rules that played the event.
  package var rules: Int
  package var event: Event

  package init(sequence: Int, date: Instant, account: AccountName, rules: Int, event: Event) {
    self.sequence = sequence
    self.date = date
    self.account = account
    self.rules = rules
    self.event = event
  }

  package static let format = DocumentFormat("iap.journal")
}
