/// `iap snapshot save NAME`: keeps the present state.
enum SnapshotSaveCommand: Command {
  static let words = "snapshot save"
  static var spec: CommandSpec {
    CommandSpec(
      "Keep the present state under a name",
      operands: [
        OperandSpec("NAME", .name, help: "1 to 64 of A-Z a-z 0-9 . _ -")
      ],
      examples: [
        .init("iap snapshot save before", "come back with: iap snapshot load before")
      ]
    )
  }
}
