/// `iap snapshot list`: the states that were kept.
enum SnapshotListCommand: Command {
  static let words = "snapshot list"
  static var spec: CommandSpec {
    CommandSpec(
      "List the states that were kept",
      examples: [
        .init("iap snapshot list", "names and store times")
      ]
    )
  }
}
