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
    var files: [LintReport.File] = []
    for path in context.options.words {
      files.append(LintReport.File(try file(path, in: context.environment)))
    }
    let report = LintReport(files)
    context.output.show(report)
    return report.exitCode
  }

  private static func file(
    _ path: String,
    in environment: Environment
  ) throws(FileFailure) -> CatalogFile {
    guard path == "-" else { return try CatalogFile.read(path, through: environment.files) }
    var bytes: [UInt8] = []
    while true {
      let more = try environment.standardInput.read(limit: 1 << 16)
      guard !more.isEmpty else { return CatalogFile(path: path, bytes: bytes) }
      bytes += more
      guard bytes.count <= CatalogReader.maximumSize else {
        throw FileFailure(path: path, reason: .tooLarge(limit: CatalogReader.maximumSize))
      }
    }
  }
}
