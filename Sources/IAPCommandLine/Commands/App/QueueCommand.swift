/// `iap queue`: the app's transaction queue (rules T-10 to T-13).
enum QueueCommand: Command {
  static let words = "queue"
  static var spec: CommandSpec {
    CommandSpec(
      "List what is not finished",
      examples: [
        .init("iap queue", "unfinished, pending and failed")
      ]
    )
  }
}
