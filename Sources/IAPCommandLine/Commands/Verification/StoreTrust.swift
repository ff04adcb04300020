import IAPCore

/// What `--for-store` stands for: the roots of the store at hand, and what its data says of itself.
struct StoreTrust {
  var roots: [[UInt8]]
  var bundleID: String
  var environment: StoreEnvironment
  var appAppleID: Int64?

  /// Reads the store's configuration and certificates; nothing else of it is needed.
  init(_ context: CommandContext) throws {
    self = try context.withStorage(.reading) { storage, _ in
      try StoreTrust(storage, keyring: context.environment.keyring)
    }
  }

  private init(
    _ storage: any StateStorage,
    keyring: (any StateStorage, Bool) -> any StoreKeyring
  ) throws {
    let configuration = try Session.readConfiguration(in: storage)
    roots = try keyring(storage, configuration.environment == .xcode).trustedRoots()
    bundleID = configuration.bundleID
    environment = configuration.environment
    appAppleID = configuration.appAppleID
  }
}
