/// The bytes of the files that a store is made from, as they are now.
package struct StoreSources: Equatable, Sendable {
  /// The `.storekit` file, or the one inside its package directory.
  package var catalog: [UInt8]
  /// What an error calls it.
  package var catalogPath: String
  /// The entitlement map; `nil`: none.
  package var entitlements: [UInt8]?
  package var entitlementsPath: String
  /// The description of hosted content, from the file beside the catalogue; `nil`: none.
  package var downloads: [UInt8]?
  package var downloadsPath: String

  package init(
    catalog: [UInt8],
    catalogPath: String,
    entitlements: [UInt8]? = nil,
    entitlementsPath: String = "",
    downloads: [UInt8]? = nil,
    downloadsPath: String = ""
  ) {
    self.catalog = catalog
    self.catalogPath = catalogPath
    self.entitlements = entitlements
    self.entitlementsPath = entitlementsPath
    self.downloads = downloads
    self.downloadsPath = downloadsPath
  }

  /// The sample shop inside the binary.
  package static var sample: StoreSources {
    StoreSources(
      catalog: Array(SampleShop.catalog.utf8),
      catalogPath: "SampleShop.storekit",
      entitlements: Array(SampleShop.entitlements.utf8),
      entitlementsPath: "SampleEntitlements.json"
    )
  }

  /// All of them, one after the other.
  package var contents: [[UInt8]] { [catalog] + [entitlements, downloads].compactMap(\.self) }

  /// Reads them all, so that nothing unreadable gets into a store.
  func check() throws(SessionFailure) {
    _ = try Self.readCatalog(catalog, path: catalogPath)
    if let entitlements { _ = try Self.readMap(entitlements, path: entitlementsPath) }
    if let downloads { _ = try Self.readDownloads(downloads, path: downloadsPath) }
  }

  static func readCatalog(_ bytes: [UInt8], path: String) throws(SessionFailure) -> Catalog {
    do throws(CatalogError) {
      return try CatalogReader.read(bytes).catalog
    } catch {
      throw .catalog(error, path: path)
    }
  }

  static func readDownloads(
    _ bytes: [UInt8],
    path: String
  ) throws(SessionFailure) -> HostedContents {
    do throws(HostedContentsError) {
      return try HostedContents.read(bytes)
    } catch {
      throw .hostedContents(error, path: path)
    }
  }

  static func readMap(_ bytes: [UInt8], path: String) throws(SessionFailure) -> EntitlementMap {
    do throws(EntitlementMapError) {
      return try EntitlementMap.read(bytes)
    } catch {
      throw .entitlementMap(error, path: path)
    }
  }
}

extension StoreSources {
  /// Whether a store keeps exactly these files under the given SHA-256.
  ///
  /// A kept file that is gone or was changed is no news from the developer but a damaged store.
  package func areKept(
    catalog: String?,
    entitlements map: String?,
    downloads contents: String?,
    in kept: KeptFiles
  ) throws(SessionFailure) -> Bool {
    func isKept(_ bytes: [UInt8]?, as sha256: String?) throws(SessionFailure) -> Bool {
      guard let bytes, let sha256 else { return bytes == nil && sha256 == nil }
      let found = try storing { () throws(StorageFailure) in
        try kept.storage.readIfPresent(.catalog(sha256))
      }
      if found == bytes { return true }
      return try kept.bytes(sha256) == bytes
    }
    guard try isKept(self.catalog, as: catalog) else { return false }
    guard try isKept(entitlements, as: map) else { return false }
    return try isKept(downloads, as: contents)
  }
}
