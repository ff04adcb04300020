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
  /// The version of the rules that is noted beside what is played: that of an old entry where one is
  /// played again to be compared with what it said.
  var rules = StoreHeader.currentRules
  /// Where the journal ends.
  var journalMark = JournalMark()
  /// How long the files of lines of the accounts in `store` are.
  var lengths: [AccountName: PastLengths] = [:]
  /// Contents by their SHA-256 that may stand in for kept files that are damaged.
  var standIns: [String: [UInt8]] = [:]
  /// What the next commit takes along.
  var draft = CommitDraft()

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

  package var history: HistoryFiles { HistoryFiles(in: storage, known: lengths) }

  package var journal: Journal { Journal(in: storage, mark: journalMark) }

  static let headerDocument = NotedDocument<StoreHeader, JournalMark>("iap.store", note: "journal")
  static let registryDocument = Document<AccountRegistry>("iap.accounts")
  static let accountDocument = NotedDocument<AccountState, PastLengths>(
    "iap.account",
    note: "lengths"
  )
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
    services: SessionServices,
    rules: Int = StoreHeader.currentRules
  ) throws(SessionFailure) -> Session {
    let exists = try isThere(in: storage)
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
    session.rules = rules
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
    let (header, mark) = try storing { () throws(StorageFailure) in
      let (header, mark) = try headerDocument.read(.store, from: storage)
      try StoreHeader.requireKnown(header.rules, in: .store)
      return (header, mark)
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
    session.journalMark = mark
    return session
  }

  /// Whether there is a store, or what is left of one.
  package static func isThere(in storage: any StateStorage) throws(SessionFailure) -> Bool {
    try storing { () throws(StorageFailure) in
      for file in [StateFile.configuration, .store, .journal] where try storage.contains(file) {
        return true
      }
      return false
    }
  }

  /// Throws `noStore` where there is none; what is left of one without its configuration is damaged.
  package static func readConfiguration(
    in storage: any StateStorage
  ) throws(SessionFailure) -> SessionConfiguration {
    do throws(StorageFailure) {
      return try SessionConfiguration.document.read(.configuration, from: storage)
    } catch {
      if error.problem == .missing, try !isThere(in: storage) { throw .noStore }
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
    let kept = KeptFiles(in: storage, cryptography: services.cryptography)
    return try kept.catalog(sha256)
  }

  /// The entitlement map in force; `nil`: there is none.
  package func entitlementMap() throws(SessionFailure) -> EntitlementMap? {
    try store.header.entitlements.map { sha256 throws(SessionFailure) in
      try keptFiles.map(sha256)
    }
  }

  /// The catalogues, maps and descriptions as they were loaded.
  package var keptFiles: KeptFiles {
    KeptFiles(in: storage, cryptography: services.cryptography)
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
    let registry = try registry()
    guard registry[name] == nil else { throw .storage(StorageFailure(.account(name), .missing)) }
    throw .unknownAccount(name, known: registry.accounts.map(\.name))
  }

  /// An account's live state, for questions; throws when it does not exist.
  package func account(_ name: AccountName) throws(SessionFailure) -> AccountState {
    if let state = store.accounts[name] { return state }
    try requireAccount(name)
    return try storing { () throws(StorageFailure) in
      try Self.accountDocument.read(.account(name), from: storage).content
    }
  }

  /// Loads accounts with their families into `store`, so that it can be asked about them.
  ///
  /// A name that nobody has yet is left out; an account without its file is a damaged store.
  package mutating func loadAccounts(_ names: some Sequence<AccountName>) throws(SessionFailure) {
    for name in names where store.accounts[name] == nil {
      let bytes = try storing { () throws(StorageFailure) in
        try storage.readIfPresent(.account(name))
      }
      guard let bytes else {
        let isRegistered = try registry()[name] != nil
        guard !isRegistered else { throw .storage(StorageFailure(.account(name), .missing)) }
        continue
      }
      let (state, lengths) = try storing { () throws(StorageFailure) in
        try Self.accountDocument.read(bytes, path: StateFile.account(name).path)
      }
      store.accounts[name] = state
      self.lengths[name] = lengths
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
      in: keptFiles
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
