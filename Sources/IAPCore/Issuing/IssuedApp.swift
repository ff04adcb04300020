/// The app that signed data is issued for: what stands in every payload of the store.
package struct IssuedApp: Equatable, Sendable {
  package var bundleID: String
  /// Written for production only (rule C-16).
  package var appAppleID: Int64?
  package var environment: StoreEnvironment
  /// The store's own environment, whatever word a tampering puts into the data: it decides the shape.
  private let origin: StoreEnvironment

  package init(bundleID: String, appAppleID: Int64? = nil, environment: StoreEnvironment) {
    self.bundleID = bundleID
    self.appAppleID = appAppleID
    self.environment = environment
    origin = environment
  }

  /// True: data has the shape of Xcode's StoreKit testing (storekit-test-api section 9).
  package var isXcode: Bool { origin == .xcode }

  /// True: data is dated and numbered as in production.
  var isProduction: Bool { origin == .production }

  /// The app's number where it is written at all (rule C-16).
  var writtenAppleID: Int64? { isProduction ? appAppleID : nil }

  /// The app as the payloads name it when the store breaks them on purpose.
  func applying(_ tampering: Tampering?) -> IssuedApp {
    var app = self
    switch tampering {
    case .bundleID: app.bundleID += ".tampered"
    case .environment: app.environment = Self.otherEnvironment(than: environment)
    case .signature, .chain, .expiry, nil: break
    }
    return app
  }

  /// One that comes in the same shape, so that nothing but the word is wrong.
  private static func otherEnvironment(than environment: StoreEnvironment) -> StoreEnvironment {
    switch environment {
    case .sandbox: .production
    case .xcode: .localTesting
    default: .sandbox
    }
  }
}
