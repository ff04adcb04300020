/// What answering `iap entitlements` needs, and nothing more: four small files.
///
/// Neither catalogue, journal, history nor the store's live state is read, so that the answer costs
/// the same whatever the store has seen.
package struct AppReading: Sendable {
  package var configuration: SessionConfiguration
  package var header: StoreHeader
  package var cache: EntitlementCache
  /// `nil`: no map is in force.
  package var map: EntitlementMap?

  /// The store's clock.
  package var now: Instant { header.now }
  /// SHA-256 of the catalogue in force, in hex; `nil`: none.
  package var catalog: String? { header.catalog }

  /// Reads an account's cache; an account that does not exist has none.
  package init(of account: AccountName, in storage: any StateStorage) throws(SessionFailure) {
    configuration = try Session.readConfiguration(in: storage)
    header = try storing { () throws(StorageFailure) in
      try Session.headerDocument.read(.store, from: storage)
    }
    let bytes = try storing { () throws(StorageFailure) in
      try storage.readIfPresent(.entitlements(account))
    }
    guard let bytes else {
      let isThere = try storing { () throws(StorageFailure) in
        try storage.contains(.account(account))
      }
      guard !isThere else { throw .storage(StorageFailure(.entitlements(account), .missing)) }
      let registry = try storing { () throws(StorageFailure) in
        try Session.registryDocument.read(.accounts, from: storage)
      }
      throw .unknownAccount(account, known: registry.accounts.map(\.name))
    }
    cache = try storing { () throws(StorageFailure) in
      try AppSide.cacheDocument.read(bytes, path: StateFile.entitlements(account).path)
    }
    map = try header.entitlements.map { sha256 throws(SessionFailure) in
      let file = StateFile.catalog(sha256)
      let bytes = try storing { () throws(StorageFailure) in try storage.read(file) }
      return try StoreSources.readMap(bytes, path: file.path)
    }
  }

  /// The types of the catalogue's products, for names that the map does not have.
  package func productTypes(
    in storage: any StateStorage
  ) throws(SessionFailure) -> [ProductID: ProductType] {
    guard let catalog else { return [:] }
    let file = StateFile.catalog(catalog)
    let bytes = try storing { () throws(StorageFailure) in try storage.read(file) }
    let products = try StoreSources.readCatalog(bytes, path: file.path).products
    return Dictionary(products.map { ($0.id, $0.type) }) { first, _ in first }
  }
}
