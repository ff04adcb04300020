import IAPCore

/// What `--for-store` stands for: the roots of the store at hand, and what its data says of itself.
struct StoreTrust {
  var roots: [[UInt8]]
  var bundleID: String
  var environment: StoreEnvironment
  var appAppleID: Int64?

  /// Reads the store's configuration and certificates; nothing else of it is needed.
  init(_ context: CommandContext) throws {
    let opened = try context.environment.stores.open(
      try Self.folder(context),
      for: .reading,
      command: "iap verify"
    )
    defer { opened.close() }
    let configuration = try Session.readConfiguration(in: opened.storage)
    let isXcode = configuration.environment == .xcode
    roots = try context.environment.keyring(opened.storage, isXcode).trustedRoots()
    bundleID = configuration.bundleID
    environment = configuration.environment
    appAppleID = configuration.appAppleID
  }

  /// The state folder: `--store`, else `IAP_STORE`, else `.iap` in the working directory or above.
  private static func folder(_ context: CommandContext) throws -> String {
    let start = context.environment.workingDirectory
    if let named = context.options.global.store ?? context.environment.variable("IAP_STORE") {
      return named.hasPrefix("/") ? named : start + "/" + named
    }
    var place = start[...]
    while true {
      let candidate = place + "/.iap"
      if context.environment.files.kind(of: String(candidate)) == .folder {
        return String(candidate)
      }
      guard let slash = place.lastIndex(of: "/") else { throw SessionFailure.noStore }
      place = place[..<slash]
    }
  }
}
