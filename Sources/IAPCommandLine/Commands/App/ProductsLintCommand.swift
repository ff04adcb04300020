import IAPCore

/// `iap products lint [FILE...]`: problems of catalogue files.
enum ProductsLintCommand: Command {
  static let words = "products lint"
  static var spec: CommandSpec {
    CommandSpec(
      "Report problems of .storekit files",
      operands: [
        OperandSpec("FILE", .file, .any, help: "files to read; without: the store's catalogue")
      ],
      details: [
        "Exit status 5 with any problem of severity error."
      ],
      examples: [
        .init("iap products lint Shop.storekit", "problems with place and advice")
      ],
      statuses: [.invalid, .notFound]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let paths = context.options.words
    let files =
      paths.isEmpty ? [try ownCatalog(context)] : try paths.map { try file($0, in: context) }
    let report = LintReport(files.map(LintReport.File.init))
    context.output.show(report)
    if let diagnostic = report.diagnostic { context.output.fail(diagnostic) }
    return report.exitCode
  }

  private static func file(_ path: String, in context: CommandContext) throws -> CatalogFile {
    guard path == "-" else {
      return try CatalogFile.read(path, through: context.environment.files)
    }
    let bytes = try context.environment.bytes(of: path, limit: CatalogReader.maximumSize)
    return CatalogFile(path: path, bytes: bytes)
  }

  /// The file that the store was made from as it is now; where it is gone, what was loaded of it.
  private static func ownCatalog(_ context: CommandContext) throws -> CatalogFile {
    try context.withStore(.reading) { session, folder in
      if session.configuration.catalog == nil {
        return CatalogFile(
          path: StoreSources.sample.catalogPath,
          bytes: StoreSources.sample.catalog
        )
      }
      if let sources = try context.sources(of: session.configuration, folder: folder) {
        return CatalogFile(path: sources.catalogPath, bytes: sources.catalog)
      }
      let kept = StateFile.catalog(session.store.header.catalog ?? "")
      return CatalogFile(path: kept.path, bytes: try session.storage.read(kept))
    }
  }
}
