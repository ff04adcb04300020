/// `iap record`: what was played by hand, as a scenario.
enum RecordCommand: Command {
  static let words = "record"
  static var spec: CommandSpec {
    CommandSpec(
      "Print what was played by hand as a scenario",
      examples: [
        .init("iap record > story.json", "play it again with: iap replay story.json")
      ]
    )
  }
}
