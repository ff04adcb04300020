/// The attempts that are due by one moment of the store's clock, one after the other.
///
/// Retries fall between the first attempts of later notifications, as they do at Apple's, so that a
/// receiver sees an old state after a newer one (rule D-5).
package struct DeliveryQueue: Sendable {
  /// A notification's name and date, and what was tried with it before.
  package struct Item: Equatable, Sendable {
    package var uuid: String
    package var date: Instant
    package var attempts: [SendAttempt]

    package init(uuid: String, date: Instant, attempts: [SendAttempt] = []) {
      self.uuid = uuid
      self.date = date
      self.attempts = attempts
    }
  }

  /// One attempt to be made now.
  package struct Attempt: Equatable, Sendable {
    package var uuid: String
    /// When it is due on the store's clock, which is also its date.
    package var date: Instant
    /// 1 for the first.
    package var number: Int

    package init(uuid: String, date: Instant, number: Int) {
      self.uuid = uuid
      self.date = date
      self.number = number
    }
  }

  private let schedule: DeliverySchedule
  private let now: Instant
  /// `nil`: by the date they are due.
  private var shuffler: SplitMix64?
  /// Sorted so that the next one stands last, unless they are drawn.
  private var due: [(date: Instant, place: Int)] = []
  private var items: [Item]

  /// `items` in the order of the store; `shuffleSeed`: draw what is due in another order.
  package init(
    _ items: [Item],
    schedule: DeliverySchedule,
    now: Instant,
    shuffleSeed: UInt64? = nil
  ) {
    self.items = items
    self.schedule = schedule
    self.now = now
    shuffler = shuffleSeed.map(SplitMix64.init)
    for place in items.indices {
      if let date = dueDate(of: place) { due.append((date, place)) }
    }
    due.sort { ($1.date, $1.place) < ($0.date, $0.place) }
  }

  /// The notifications of which an attempt is due now.
  package var dueNotifications: Set<String> { Set(due.map { items[$0.place].uuid }) }

  /// Takes the next attempt out; `nil`: nothing is due any more.
  ///
  /// `record` must be told how it ended before the next one is asked for.
  package mutating func next() -> Attempt? {
    guard !due.isEmpty else { return nil }
    var place = due.count - 1
    if var generator = shuffler {
      place = Int(generator.next() % UInt64(due.count))
      shuffler = generator
    }
    let taken = due.remove(at: place)
    let item = items[taken.place]
    current = taken
    return Attempt(uuid: item.uuid, date: taken.date, number: item.attempts.count + 1)
  }

  private var current: (date: Instant, place: Int)?

  /// Writes down how the attempt ended that `next` gave, and answers it.
  ///
  /// A failed one that is due again before the queue's moment comes again. `nil`: none was out.
  @discardableResult
  package mutating func record(_ result: SendAttemptResult) -> SendAttempt? {
    guard let (date, place) = current else { return nil }
    current = nil
    let attempt = SendAttempt(attemptDate: date, result: result)
    items[place].attempts.append(attempt)
    if let again = dueDate(of: place) {
      let index = due.firstIndex { ($0.date, $0.place) < (again, place) } ?? due.count
      due.insert((again, place), at: index)
    }
    return attempt
  }

  private func dueDate(of place: Int) -> Instant? {
    let item = items[place]
    let date = schedule.nextAttempt(of: item.uuid, sent: item.date, after: item.attempts)
    return date.flatMap { $0 <= now ? $0 : nil }
  }
}
