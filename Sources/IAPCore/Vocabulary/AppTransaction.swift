/// That the app itself was bought: Apple's `AppTransaction` payload.
///
/// Its environment is `receiptType` and its signing time `receiptCreationDate`.
package struct AppTransaction: Equatable, Sendable, Codable {
  package var receiptType: StoreEnvironment?
  package var appAppleID: Int64?
  package var bundleID: String?
  package var applicationVersion: String?
  package var versionExternalIdentifier: Int64?
  package var receiptCreationDate: Instant?
  package var originalPurchaseDate: Instant?
  package var originalApplicationVersion: String?
  /// Base64 of 48 bytes (signed-data 4.3).
  package var deviceVerification: String?
  package var deviceVerificationNonce: String?
  package var preorderDate: Instant?
  package var appTransactionID: String?
  package var originalPlatform: String?

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case receiptType
    case appAppleID = "appAppleId"
    case bundleID = "bundleId"
    case applicationVersion
    case versionExternalIdentifier
    case receiptCreationDate
    case originalPurchaseDate
    case originalApplicationVersion
    case deviceVerification
    case deviceVerificationNonce
    case preorderDate
    case appTransactionID = "appTransactionId"
    case originalPlatform
  }

  package init() {}
}
