/// What is true for the whole store, whoever the customer is: `store.json`.
package struct StoreHeader: Equatable, Sendable, Codable {
  /// The version of the rules that this iap applies events with.
  ///
  /// It grows whenever the same events make something else than before: 2 knows two periods while a
  /// renewal is early, and keeps what was pending before a change of plan. A store of older rules
  /// opens and goes on by these; one of newer rules is refused, for its files hold what only those
  /// can explain.
  package static let currentRules = 2

  /// The store's clock; it never goes back (rule X-6).
  package var now: Instant
  /// Where UUIDs come from (rule X-5).
  package var seed: UInt64
  /// The version of the rules that the last event was applied with.
  package var rules: Int
  package var settings: StoreSettings
  /// What accounts start with that are created later.
  package var accountDefaults: AccountSettings
  /// SHA-256 of the catalogue in force, in hex; `nil`: none was loaded.
  package var catalog: String?
  /// SHA-256 of the entitlement map in force, in hex; `nil`: there is none.
  package var entitlements: String?
  /// SHA-256 of the description of hosted content in force, in hex; `nil`: there is none.
  package var downloads: String?
  /// What was changed in App Store Connect since the catalogue was written.
  package var productChanges: [ProductID: ProductChange]
  /// How many mass extensions there were.
  package var massExtensions: UInt64

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case now = "date"
    case seed
    case rules
    case settings
    case accountDefaults
    case catalog
    case entitlements
    case downloads
    case productChanges
    case massExtensions
  }

  package init(now: Instant, seed: UInt64) {
    self.now = now
    self.seed = seed
    rules = Self.currentRules
    settings = StoreSettings()
    accountDefaults = AccountSettings()
    productChanges = [:]
    massExtensions = 0
  }
}

/// What differs from the catalogue for one product; absent members are as the file says.
package struct ProductChange: Equatable, Sendable, Codable {
  package var price: Price?
  /// The last increase, for rule B-20's twelve months.
  package var lastIncreaseDate: Instant?
  /// False: nobody can buy it and nobody's renewal succeeds (rule N-34).
  package var isForSale: Bool?
  package var isFamilyShareable: Bool?
  /// Since when it is shareable; purchases before that come by restoring (rule F-5).
  package var shareableSinceDate: Instant?
  package var groupLevel: Int?
  package var isWinBackEligible: Bool?
  /// What a customer of a win-back offer must have been (rule O-9); `nil`: nothing is asked.
  package var winBackCriteria: WinBackCriteria?
  /// Offer codes of a one-time product, which no catalogue file can hold; `nil`: none.
  package var codes: [ProductCode]?

  package init() {}
}
