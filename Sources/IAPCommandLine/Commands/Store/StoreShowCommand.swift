/// `iap store show`: clock, settings, accounts, catalogue.
enum StoreShowCommand: Command {
  static let words = "store show"
  static var spec: CommandSpec {
    CommandSpec(
      "Show the clock, the settings and the accounts",
      examples: [
        .init("iap store show", "of the store and of --account")
      ]
    )
  }
}
