/// `iap store keys rotate`: new keys under a new root.
enum StoreKeysRotateCommand: Command {
  static let words = "store keys rotate"
  static var spec: CommandSpec {
    CommandSpec(
      "Make new signing keys",
      examples: [
        .init("iap store keys rotate", "export the new root afterwards")
      ]
    )
  }
}
