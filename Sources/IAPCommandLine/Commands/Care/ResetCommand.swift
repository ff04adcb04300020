/// `iap reset`: back to the state after `init`.
enum ResetCommand: Command {
  static let words = "reset"
  static var spec: CommandSpec {
    CommandSpec(
      "Go back to the state after init",
      options: [
        OptionSpec("settings", help: "the settings too: as the catalogue file has them")
      ],
      examples: [
        .init("iap reset", "same keys, same start of the clock")
      ]
    )
  }
}
