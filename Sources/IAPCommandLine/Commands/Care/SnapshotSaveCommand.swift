import IAPCore

/// `iap snapshot save NAME`: keeps the present state.
enum SnapshotSaveCommand: Command {
  static let words = "snapshot save"
  static var spec: CommandSpec {
    CommandSpec(
      "Keep the present state under a name",
      operands: [
        OperandSpec("NAME", .name, help: "1 to 64 of A-Z a-z 0-9 . _ -")
      ],
      options: [OptionSpec("force", help: "replace one of the same name")],
      examples: [
        .init("iap snapshot save before", "come back with: iap snapshot load before")
      ]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let name = context.options.required(0)
    let names = try context.withStore(.writing) { session, _ in
      try session.saveSnapshot(name, force: context.options.has("force"))
      return try session.snapshots()
    }
    context.output.show(SnapshotsReport(done: "saved '\(name)'", names: names))
    return .success
  }
}
