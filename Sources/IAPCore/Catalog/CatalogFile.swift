/// A catalogue on disk, found and not yet read as one.
package struct CatalogFile: Equatable, Sendable {
  /// The file whose bytes these are; inside the folder where a package directory was named.
  package var path: String
  package var bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Takes the file, or the one inside the package directory (storekit-format 1).
  ///
  /// A folder without a catalogue is refused as missing its `Configuration.storekit`.
  package static func read(
    _ path: String,
    through files: any FileAccess
  ) throws(FileFailure) -> CatalogFile {
    var place = path
    if files.kind(of: path) == .folder {
      let folder = path.hasSuffix("/") ? path : path + "/"
      let names = try files.names(in: path)
      place = folder + (CatalogReader.configuration(inPackageOf: names) ?? "Configuration.storekit")
    }
    return CatalogFile(
      path: place,
      bytes: try files.read(place, limit: CatalogReader.maximumSize)
    )
  }
}

/// Why one named file is no catalogue.
package struct CatalogFileError: Error, Equatable, Sendable {
  package var file: String
  package var error: CatalogError

  package init(file: String, error: CatalogError) {
    self.file = file
    self.error = error
  }
}

extension CatalogFile {
  /// Reads the catalogue; the error names the file.
  package func catalog() throws(CatalogFileError) -> CatalogReading {
    do throws(CatalogError) {
      return try CatalogReader.read(bytes)
    } catch {
      throw CatalogFileError(file: path, error: error)
    }
  }
}
