/// `iap intents`: purchases started in the store that wait for the app.
enum IntentsCommand: Command {
  static let words = "intents"
  static var spec: CommandSpec {
    CommandSpec(
      "List purchases that were started in the store",
      examples: [
        .init("iap intents", "continue with purchase --intent, or refuse")
      ]
    )
  }
}
