/// What `iap init` was told: the content of `config.json`.
///
/// It is all that a store starts from; the journal tells the rest.
package struct SessionConfiguration: Equatable, Sendable, Codable {
  package var bundleID: String
  /// The app's number in the App Store; `nil`: none is set.
  package var appAppleID: Int64?
  package var environment: StoreEnvironment
  /// The catalogue's file or package directory, relative to the store folder; `nil`: the sample.
  package var catalog: String?
  /// The entitlement map's file, relative to the store folder; `nil`: none, or the sample's.
  package var entitlements: String?
  /// Where the store's clock begins.
  package var startDate: Instant
  /// What UUIDs are made from.
  package var seed: UInt64
  /// True: `iap override` may change what the app believes.
  package var allowsOverrides: Bool

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case bundleID = "bundleId"
    case appAppleID = "appAppleId"
    case environment
    case catalog
    case entitlements
    case startDate
    case seed
    case allowsOverrides
  }

  package init(
    bundleID: String = "com.example.app",
    appAppleID: Int64? = nil,
    environment: StoreEnvironment = .sandbox,
    catalog: String? = nil,
    entitlements: String? = nil,
    startDate: Instant = SessionConfiguration.usualStart,
    seed: UInt64 = 1,
    allowsOverrides: Bool = false
  ) {
    self.bundleID = bundleID
    self.appAppleID = appAppleID
    self.environment = environment
    self.catalog = catalog
    self.entitlements = entitlements
    self.startDate = startDate
    self.seed = seed
    self.allowsOverrides = allowsOverrides
  }

  /// 2026-01-01T00:00:00Z.
  package static let usualStart = Instant(milliseconds: 1_767_225_600_000)

  package static let document = Document<SessionConfiguration>("iap.config")
}

extension SessionConfiguration {
  package init(from decoder: any Decoder) throws {
    let object = try FlatObject(
      JSONValue(from: decoder),
      members: CodingKeys.allCases.map(\.rawValue)
    )
    self.init(
      bundleID: try object.required("bundleId", object.text("bundleId")),
      appAppleID: try object.number("appAppleId"),
      environment: StoreEnvironment(
        rawValue: try object.required("environment", object.text("environment"))
      ),
      catalog: try object.text("catalog"),
      entitlements: try object.text("entitlements"),
      startDate: Instant(
        milliseconds: try object.required("startDate", object.number("startDate"))
      ),
      seed: try object.required("seed", object.number("seed")),
      allowsOverrides: try object.required("allowsOverrides", object.flag("allowsOverrides"))
    )
  }
}
