/// What answering `iap entitlements` needs, and nothing more: four small files.
///
/// Neither catalogue, journal, history nor the store's live state is read, so that the answer costs
/// the same whatever the store has seen.
package struct AppReading: Sendable {
  package var configuration: SessionConfiguration
  package var store: StoreExcerpt
  package var cache: EntitlementCache
  /// `nil`: no map is in force.
  package var map: EntitlementMap?

  /// The store's clock.
  package var now: Instant { store.now }

  /// Reads an account's cache; an account that does not exist has none.
  package init(of account: AccountName, in kept: KeptFiles) throws(SessionFailure) {
    let storage = kept.storage
    configuration = try Session.readConfiguration(in: storage)
    store = try storing { () throws(StorageFailure) in try StoreExcerpt(in: storage) }
    let file = StateFile.entitlements(account)
    let bytes = try storing { () throws(StorageFailure) in try storage.readIfPresent(file) }
    guard let bytes else { throw try Self.failure(without: file, of: account, in: storage) }
    cache = try storing { () throws(StorageFailure) in
      try AppSide.cacheDocument.read(bytes, path: file.path)
    }
    map = try store.entitlements.map { sha256 throws(SessionFailure) in try kept.map(sha256) }
  }

  /// Why an account has no cache: nobody has this name, or a file is gone.
  private static func failure(
    without file: StateFile,
    of account: AccountName,
    in storage: any StateStorage
  ) throws(SessionFailure) -> SessionFailure {
    let isThere = try storing { () throws(StorageFailure) in
      try storage.contains(.account(account))
    }
    guard !isThere else { return .storage(StorageFailure(file, .missing)) }
    let registry = try storing { () throws(StorageFailure) in
      try Session.registryDocument.read(.accounts, from: storage)
    }
    guard registry[account] == nil else {
      return .storage(StorageFailure(.account(account), .missing))
    }
    return .unknownAccount(account, known: registry.accounts.map(\.name))
  }

  /// The types of the catalogue's products, for names that the map does not have.
  package func productTypes(
    in kept: KeptFiles
  ) throws(SessionFailure) -> [ProductID: ProductType] {
    guard let sha256 = store.catalog else { return [:] }
    let products = try kept.catalog(sha256).products
    return Dictionary(products.map { ($0.id, $0.type) }) { first, _ in first }
  }
}
