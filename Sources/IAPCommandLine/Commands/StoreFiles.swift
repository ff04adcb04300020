import IAPCore

/// Reads the files that a store is made from, as the user names them.
enum StoreFiles {
  /// An entitlement map of a megabyte has more names than any app has products.
  static let mapLimit = 1 << 20

  /// Catalogue and map from their paths; `nil`: the sample shop's.
  static func sources(
    catalog: String?,
    entitlements: String?,
    in environment: Environment
  ) throws -> StoreSources {
    guard let catalog else {
      var sources = StoreSources.sample
      if let entitlements {
        sources.entitlements = try environment.bytes(of: entitlements, limit: mapLimit)
        sources.entitlementsPath = entitlements
      }
      return sources
    }
    let file = try CatalogFile.read(catalog, through: environment.files)
    let downloads = hostedContents(beside: catalog)
    let hasDownloads = environment.files.kind(of: downloads) == .file
    return StoreSources(
      catalog: file.bytes,
      catalogPath: file.path,
      entitlements: try entitlements.map { try environment.bytes(of: $0, limit: mapLimit) },
      entitlementsPath: entitlements ?? "",
      downloads: hasDownloads ? try environment.files.read(downloads, limit: mapLimit) : nil,
      downloadsPath: downloads
    )
  }

  /// `Shop.downloads.json` beside `Shop.storekit`: what Apple hosts of its products.
  static func hostedContents(beside catalog: String) -> String {
    var name = catalog
    while name.hasSuffix("/") { name.removeLast() }
    if name.hasSuffix(".storekit") { name.removeLast(".storekit".count) }
    return name + ".downloads.json"
  }
}

extension Environment {
  /// The whole content of a file, or of standard input for `-`.
  func bytes(of path: String, limit: Int) throws(FileFailure) -> [UInt8] {
    guard path == "-" else { return try files.read(path, limit: limit) }
    var bytes: [UInt8] = []
    while true {
      let more = try standardInput.read(limit: 1 << 16)
      guard !more.isEmpty else { return bytes }
      bytes += more
      guard bytes.count <= limit else {
        throw FileFailure(path: path, reason: .tooLarge(limit: limit))
      }
    }
  }
}
