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
}
