/// What the beginnings of commands stand for, and how the overview of help orders commands.
enum CommandGroups {
  /// One phrase each, as the summary of a command.
  static let summaries = [
    "store": "Act outside the app: the store, the parent, the bank, Apple",
    "store billing": "Let the bank refuse renewals, or accept them again",
    "store notify": "Send the server a notification",
    "store keys": "Look after the store's signing keys",
    "store account": "Create and list customers",
    "snapshot": "Keep states of the store and go back to them",
  ]

  /// The first words of commands by what they are for, in the order of the overview.
  static let sections: [(title: String, names: [String])] = [
    (
      "the app",
      [
        "products", "purchase", "restore", "finish", "queue", "intents", "refuse", "entitlements",
        "verify", "history", "status", "receipt", "request-refund", "downloads", "override",
        "watch",
      ]
    ),
    ("the store", ["init", "store", "snapshot", "reset", "doctor"]),
    ("stories", ["replay", "record", "timeline"]),
    ("help", ["help", "explain", "completions", "version"]),
  ]
}
