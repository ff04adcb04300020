/// When a notification is handed over, and when again: Apple's schedule on the store's clock.
package struct DeliverySchedule: Equatable, Sendable {
  package var environment: StoreEnvironment
  /// What every first attempt is late by at most, in milliseconds; 0: it is made at once.
  package var maximumDelay: Int64
  /// What the delays are drawn from.
  package var seed: UInt64

  package init(environment: StoreEnvironment, maximumDelay: Int64 = 0, seed: UInt64 = 0) {
    self.environment = environment
    self.maximumDelay = maximumDelay
    self.seed = seed
  }

  /// From one attempt to the next, in milliseconds (rule D-2).
  package static let retryDelays = [1, 12, 24, 48, 72].map { $0 * Instant.hour }

  /// Six in production, one in the sandbox, none from Xcode (rules D-2, D-3).
  package var maximumAttempts: Int {
    switch environment {
    case .production: Self.retryDelays.count + 1
    case .xcode, .localTesting: 0
    default: 1
    }
  }

  /// When the next attempt is to be made; `nil`: it was received, or the store has given up.
  ///
  /// `date` is the notification's own.
  package func nextAttempt(
    of uuid: String,
    sent date: Instant,
    after attempts: [SendAttempt]
  ) -> Instant? {
    guard attempts.count < maximumAttempts, attempts.last?.result != .success else { return nil }
    guard let last = attempts.last else { return date.adding(milliseconds: delay(of: uuid)) }
    return last.attemptDate.adding(milliseconds: Self.retryDelays[attempts.count - 1])
  }

  /// The same for every run with the same seed, whatever else is delivered.
  private func delay(of uuid: String) -> Int64 {
    guard maximumDelay > 0 else { return 0 }
    let state = uuid.utf8.reduce(seed) { SplitMix64.mixed($0 ^ UInt64($1)) }
    var generator = SplitMix64(seed: state)
    return Int64(generator.next() % (UInt64(maximumDelay) + 1))
  }
}
