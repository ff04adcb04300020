import IAPCore

/// `iap version`, `iap --version`.
enum VersionCommand: Command {
  /// Semantic versioning: documents, exit statuses and file formats are what is promised.
  static let number = "0.1.0"

  static let words = "version"
  static var spec: CommandSpec {
    CommandSpec("Print the version", examples: [.init("iap --version", "the same")])
  }

  static func run(_ context: CommandContext) -> ExitCode {
    context.output.show(VersionReport())
    return .success
  }
}

private struct VersionReport: Report {
  var json: JSONValue { .object(["version": .string(VersionCommand.number)]) }

  func write(to page: inout TextPage) { page.line("iap \(VersionCommand.number)") }
}
