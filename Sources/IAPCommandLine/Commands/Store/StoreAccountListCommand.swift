/// `iap store account list`: all customers.
enum StoreAccountListCommand: Command {
  static let words = "store account list"
  static var spec: CommandSpec {
    CommandSpec(
      "List the customers",
      examples: [
        .init("iap store account list", "with their families")
      ]
    )
  }
}
