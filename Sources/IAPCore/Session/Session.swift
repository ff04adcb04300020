/// One store folder at work: the store's side and the app's side, joined.
///
/// An event goes to the side that it concerns; what the store sends is signed, verified and put
/// into the app's queue and cache; then everything is committed at once. A failure changes nothing.
package struct Session {
  package let storage: any StateStorage
  package let services: SessionServices
  package let configuration: SessionConfiguration
  package internal(set) var store: StoreState
  /// False while `store.registry` is empty because nothing has asked for it: with many accounts it is
  /// long, and most events do without.
  var isRegistryLoaded = true
  /// The app's side of the accounts that were needed so far.
  var apps: [AccountName: AppSide] = [:]

  init(
    storage: any StateStorage,
    services: SessionServices,
    configuration: SessionConfiguration,
    store: StoreState
  ) {
    self.storage = storage
    self.services = services
    self.configuration = configuration
    self.store = store
  }

  /// The store's clock.
  package var now: Instant { store.header.now }

  package var history: HistoryFiles { HistoryFiles(in: storage) }

  static let headerDocument = Document<StoreHeader>("iap.store")
  static let registryDocument = Document<AccountRegistry>("iap.accounts")
  static let accountDocument = Document<AccountState>("iap.account")
}

// MARK: - Making and opening

extension Session {
  /// Makes a store in an empty folder.
  ///
  /// The first events in its journal load the catalogue and the map; `keys/` is filled before.
  package static func create(
    _ configuration: SessionConfiguration,
    from sources: StoreSources,
    in storage: any StateStorage,
    services: SessionServices
  ) throws(SessionFailure) -> Session {
    let exists = try storing { () throws(StorageFailure) in
      try storage.contains(.configuration)
    }
    guard !exists else { throw .storeExists }
    try sources.check()
    try services.makeKeys()
    let blobs = services.blobs(of: sources)
    var session = Session(
      storage: storage,
      services: services,
      configuration: configuration,
      store: StoreState(
        now: configuration.startDate,
        seed: configuration.seed,
        configuration: configuration.app,
        catalog: Catalog()
      )
    )
    let first: [FileChange] = [
      SessionConfiguration.document.change(.configuration, to: configuration)
    ]
    try session.load(blobs, also: first, isFirst: true)
    return session
  }

  /// Opens the store of a folder; only what the store itself needs is read.
  package static func open(
    in storage: any StateStorage,
    services: SessionServices
  ) throws(SessionFailure) -> Session {
    let configuration = try readConfiguration(in: storage)
    let header = try storing { () throws(StorageFailure) in
      try headerDocument.read(.store, from: storage)
    }
    var store = StoreState(
      now: header.now,
      seed: header.seed,
      configuration: configuration.app,
      catalog: try catalog(header.catalog, in: storage, services: services)
    )
    store.header = header
    store.accounts = [:]
    store.registry = AccountRegistry()
    var session = Session(
      storage: storage,
      services: services,
      configuration: configuration,
      store: store
    )
    session.isRegistryLoaded = false
    return session
  }

  package static func readConfiguration(
    in storage: any StateStorage
  ) throws(SessionFailure) -> SessionConfiguration {
    do throws(StorageFailure) {
      return try SessionConfiguration.document.read(.configuration, from: storage)
    } catch {
      if error.problem == .missing { throw .noStore }
      throw .storage(error)
    }
  }

  /// The catalogue kept under its hash; one that was changed there is a damaged store.
  private static func catalog(
    _ sha256: String?,
    in storage: any StateStorage,
    services: SessionServices
  ) throws(SessionFailure) -> Catalog {
    guard let sha256 else { return Catalog() }
    let file = StateFile.catalog(sha256)
    let bytes = try storing { () throws(StorageFailure) in try storage.read(file) }
    guard services.sha256(bytes) == sha256 else {
      let other = JSONShapeError(
        path: "",
        problem: .invalidValue("another file than its name says")
      )
      throw .storage(StorageFailure(file, .corrupt(.shape(other))))
    }
    return try StoreSources.readCatalog(bytes, path: StateFile.catalog(sha256).path)
  }

  /// The entitlement map in force; `nil`: there is none.
  package func entitlementMap() throws(SessionFailure) -> EntitlementMap? {
    guard let sha256 = store.header.entitlements else { return nil }
    let bytes = try storing { () throws(StorageFailure) in
      try storage.read(.catalog(sha256))
    }
    return try StoreSources.readMap(bytes, path: StateFile.catalog(sha256).path)
  }
}

// MARK: - Accounts

extension Session {
  /// Every account there is, in the order of creation.
  package func accounts() throws(SessionFailure) -> [RegisteredAccount] {
    try registry().accounts
  }

  /// Throws when the account does not exist.
  package func requireAccount(_ name: AccountName) throws(SessionFailure) {
    guard store.accounts[name] == nil else { return }
    let isThere = try storing { () throws(StorageFailure) in
      try storage.contains(.account(name))
    }
    guard !isThere else { return }
    throw .unknownAccount(name, known: try registry().accounts.map(\.name))
  }

  /// An account's live state, for questions; throws when it does not exist.
  package func account(_ name: AccountName) throws(SessionFailure) -> AccountState {
    if let state = store.accounts[name] { return state }
    try requireAccount(name)
    return try storing { () throws(StorageFailure) in
      try Self.accountDocument.read(.account(name), from: storage)
    }
  }

  /// Loads accounts with their families into `store`, so that it can be asked about them.
  package mutating func loadAccounts(_ names: some Sequence<AccountName>) throws(SessionFailure) {
    for name in names where store.accounts[name] == nil {
      let bytes = try storing { () throws(StorageFailure) in
        try storage.readIfPresent(.account(name))
      }
      guard let bytes else { continue }
      let state = try storing { () throws(StorageFailure) in
        try Self.accountDocument.read(bytes, path: StateFile.account(name).path)
      }
      store.accounts[name] = state
      try loadAccounts(state.family)
    }
  }

  mutating func loadRegistry() throws(SessionFailure) {
    guard !isRegistryLoaded else { return }
    store.registry = try registry()
    isRegistryLoaded = true
  }

  private func registry() throws(SessionFailure) -> AccountRegistry {
    if isRegistryLoaded { return store.registry }
    return try storing { () throws(StorageFailure) in
      try Self.registryDocument.read(.accounts, from: storage)
    }
  }
}

// MARK: - Catalogue and map

extension Session {
  /// Loads the sources when they are not the ones in force; answers what that did, `nil` for nothing.
  package mutating func refresh(
    from sources: StoreSources
  ) throws(SessionFailure) -> Performance? {
    let isInForce = try areInForce(sources)
    guard !isInForce else { return nil }
    try sources.check()
    return try load(services.blobs(of: sources))
  }

  /// Whether the store works with exactly these files.
  package func areInForce(_ sources: StoreSources) throws(SessionFailure) -> Bool {
    try sources.areKept(
      catalog: store.header.catalog,
      entitlements: store.header.entitlements,
      downloads: store.header.downloads,
      in: storage
    )
  }

  @discardableResult
  mutating func load(
    _ blobs: SourceBlobs,
    also changes: [FileChange] = [],
    isFirst: Bool = false
  ) throws(SessionFailure) -> Performance {
    let kept = blobs.files.map { FileChange.replace(.catalog($0.sha256), $0.bytes) }
    return try perform(
      .load(
        LoadEvent(
          catalog: blobs.catalog.sha256,
          entitlements: blobs.entitlements?.sha256,
          downloads: blobs.downloads?.sha256
        )
      ),
      by: .standard,
      blobs: blobs,
      also: changes + kept,
      isFirst: isFirst
    )
  }
}

/// A catalogue and what belongs to it, with the names that they are kept under.
struct SourceBlobs {
  struct Blob {
    var sha256: String
    var bytes: [UInt8]
  }

  var catalog: Blob
  var entitlements: Blob?
  var downloads: Blob?

  var files: [Blob] { [catalog] + [entitlements, downloads].compactMap(\.self) }

  func bytes(_ sha256: String) -> [UInt8]? { files.first { $0.sha256 == sha256 }?.bytes }
}

extension SessionServices {
  func blobs(of sources: StoreSources) -> SourceBlobs {
    func blob(_ bytes: [UInt8]) -> SourceBlobs.Blob {
      SourceBlobs.Blob(sha256: sha256(bytes), bytes: bytes)
    }
    return SourceBlobs(
      catalog: blob(sources.catalog),
      entitlements: sources.entitlements.map(blob),
      downloads: sources.downloads.map(blob)
    )
  }

  func makeKeys() throws(SessionFailure) {
    do throws(SigningFailure) {
      try keyring?.makeKeys()
    } catch {
      throw .signing(error)
    }
  }
}

extension SessionConfiguration {
  /// The part that stands in every signed payload.
  var app: StoreConfiguration {
    StoreConfiguration(bundleID: bundleID, appAppleID: appAppleID, environment: environment)
  }
}

/// Runs something of the storage and calls its failure by the session's name.
func storing<Answer>(
  _ body: () throws(StorageFailure) -> Answer
) throws(SessionFailure) -> Answer {
  do throws(StorageFailure) {
    return try body()
  } catch {
    throw .storage(error)
  }
}
