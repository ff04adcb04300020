/// `iap receipt`: the app receipt of this store.
enum ReceiptCommand: Command {
  static let words = "receipt"
  static var spec: CommandSpec {
    CommandSpec(
      "Write the app receipt",
      options: [
        OptionSpec(
          "format",
          value: "FORMAT",
          .word(["pkcs7", "verify-receipt", "app-transaction"]),
          help: "pkcs7 (default, base64), verify-receipt or app-transaction"
        ),
        OptionSpec("refresh", help: "ask the store for a new one"),
      ],
      examples: [
        .init("iap receipt > receipt.b64", "check it with: iap verify receipt.b64 --for-store")
      ],
      statuses: [.cannotTell]
    )
  }
}
