import IAPCore

/// `iap snapshot list`: the states that were kept.
enum SnapshotListCommand: Command {
  static let words = "snapshot list"
  static var spec: CommandSpec {
    CommandSpec(
      "List the states that were kept",
      examples: [
        .init("iap snapshot list", "their names, in order")
      ]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let names = try context.withStore(.reading) { session, _ in try session.snapshots() }
    context.output.show(SnapshotsReport(done: nil, names: names))
    return .success
  }
}
