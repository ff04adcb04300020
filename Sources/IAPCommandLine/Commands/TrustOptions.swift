/// The options that say what signed data is expected to be; `verify` and `entitlements` share them.
enum TrustOptions {
  static let kinds = [
    "transaction", "renewal", "notification", "app-transaction", "realtime-request", "receipt",
    "verify-receipt",
  ]

  static let specs = [
    OptionSpec(
      "trust-root",
      value: "FILE",
      .file,
      count: .many,
      help: "a root certificate, DER or PEM"
    ),
    OptionSpec("for-store", help: "trust the store's own root; expect its bundle id, environment"),
    OptionSpec("kind", value: "KIND", .word(kinds), help: "what the input must be"),
    OptionSpec("bundle-id", value: "ID", help: "the app it must be for"),
    OptionSpec("app-apple-id", value: "N", .integer(1...Int64.max), help: "the app it must be for"),
    OptionSpec(
      "environment",
      value: "WORD",
      .word(["Production", "Sandbox", "Xcode", "LocalTesting"]),
      help: "where it must be from"
    ),
    OptionSpec(
      "app-account-token",
      value: "UUID",
      .uuid,
      help: "whose purchase it must be: exit 1 for another's"
    ),
    OptionSpec("device-id", value: "ID", help: "the device of a receipt: UUID or hex"),
    OptionSpec("online", help: "demand a check of revocation, which has no network here"),
    OptionSpec("allow-unsigned", help: "let unsigned input answer, with a warning"),
  ]
}
