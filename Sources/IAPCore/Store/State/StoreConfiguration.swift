/// Which app the store belongs to, as it stands in every signed payload; part of `config.json`.
package struct StoreConfiguration: Equatable, Sendable, Codable {
  package var bundleID: String
  /// Written in production only (rule C-16); `nil`: never.
  package var appAppleID: Int64?
  /// The signed word only: rates, limits and retries are settings.
  package var environment: StoreEnvironment

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case bundleID = "bundleId"
    case appAppleID = "appAppleId"
    case environment
  }

  package init(
    bundleID: String = "com.example.app",
    appAppleID: Int64? = nil,
    environment: StoreEnvironment = .sandbox
  ) {
    self.bundleID = bundleID
    self.appAppleID = appAppleID
    self.environment = environment
  }

  /// The app's number where a payload carries it.
  var signedAppAppleID: Int64? { environment == .production ? appAppleID : nil }
}
