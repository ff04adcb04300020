/// `iap store keys show`: the store's certificates.
enum StoreKeysShowCommand: Command {
  static let words = "store keys show"
  static var spec: CommandSpec {
    CommandSpec(
      "Show the store's certificates",
      examples: [
        .init("iap store keys show", "subjects, validity and fingerprints")
      ]
    )
  }
}
