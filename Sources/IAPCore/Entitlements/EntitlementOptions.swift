/// How a question is asked: at which time, by which clock, for whom, with what known of the outside.
package struct EntitlementOptions: Equatable, Sendable {
  package var asOf: Instant
  package var clock: ClockSource
  /// Only purchases made with this token count; `nil`: all do (case G09).
  package var appAccountToken: String?
  /// True: the store could not be asked since the facts' date (case K05).
  package var isOffline = false
  /// Milliseconds after an expiry during which an unseen renewal is possible.
  package var offlineLimit = 3 * Instant.day
  /// Milliseconds after an expiry at which the App Store stops retrying (rule B-1).
  package var billingRetryLimit = 60 * Instant.day
  /// The simulated store's clock, to warn of questions about its future; `nil`: no store is asked.
  package var storeClock: Instant?
  /// True: received data is asked, which names only what was bought; without a map and a catalogue
  /// any name is then that of a product.
  package var takesNamesForProducts = false
  /// What could not be read of the data: without access, nobody can tell about these products.
  package var leftOut = LeftOutPurchases()

  package init(asOf: Instant, clock: ClockSource) {
    self.asOf = asOf
    self.clock = clock
  }

  /// A revocation counts at once, whatever its date, unless the user named a time before it.
  func counts(_ revocation: Revocation) -> Bool {
    clock != .argument || revocation.date <= asOf
  }

  func isForOtherAccount(_ state: ProductState) -> Bool {
    guard let appAccountToken else { return false }
    return state.appAccountToken?.lowercased() != appAccountToken.lowercased()
  }
}
