/// The app that signed data is issued for: what stands in every payload of the store.
package struct IssuedApp: Equatable, Sendable {
  package var bundleID: String
  /// Written for production only (rule C-16).
  package var appAppleID: Int64?
  package var environment: StoreEnvironment
  /// True: data has the shape of Xcode's StoreKit testing (storekit-test-api section 9), whatever
  /// word a tampering puts into it.
  package let isXcode: Bool

  package init(bundleID: String, appAppleID: Int64? = nil, environment: StoreEnvironment) {
    self.bundleID = bundleID
    self.appAppleID = appAppleID
    self.environment = environment
    isXcode = environment == .xcode
  }

  /// The app as the payloads name it when the store breaks them on purpose.
  func applying(_ tampering: Tampering?) -> IssuedApp {
    var app = self
    switch tampering {
    case .bundleID: app.bundleID += ".tampered"
    case .environment: app.environment = environment == .sandbox ? .production : .sandbox
    case .signature, .chain, .expiry, nil: break
    }
    return app
  }
}
