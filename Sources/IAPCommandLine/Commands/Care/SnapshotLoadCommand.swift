import IAPCore

/// `iap snapshot load NAME`: goes back to a state that was kept.
enum SnapshotLoadCommand: Command {
  static let words = "snapshot load"
  static var spec: CommandSpec {
    CommandSpec(
      "Go back to a state that was kept",
      operands: [
        OperandSpec("NAME", .name, help: "of the snapshot")
      ],
      examples: [
        .init("iap snapshot load before", "everything since is gone")
      ],
      statuses: [.notFound]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let name = context.options.required(0)
    let names = try context.withStore(.writing) { session, _ in
      try session.loadSnapshot(name)
      return try session.snapshots()
    }
    context.output.show(SnapshotsReport(done: "loaded '\(name)'", names: names))
    return .success
  }
}
