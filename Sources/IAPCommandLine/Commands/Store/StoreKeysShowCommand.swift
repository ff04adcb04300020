import IAPCore

/// `iap store keys show`: the store's certificates.
enum StoreKeysShowCommand: Command {
  static let words = "store keys show"
  static var spec: CommandSpec {
    CommandSpec(
      "Show the store's certificates",
      examples: [
        .init("iap store keys show", "subjects, validity and fingerprints")
      ]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    try context.withStore(.reading) { session, _ in
      context.output.show(KeysReport(keys: try session.keys()))
      return .success
    }
  }
}
