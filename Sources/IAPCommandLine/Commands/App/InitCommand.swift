/// `iap init`: makes the state folder.
enum InitCommand: Command {
  static let words = "init"
  static var spec: CommandSpec {
    CommandSpec(
      "Create a store in this folder",
      options: [
        OptionSpec(
          "catalog",
          value: "FILE",
          .file,
          help: "a .storekit file; without: a sample shop"
        ),
        OptionSpec("entitlements", value: "FILE", .file, help: "the entitlement map"),
        OptionSpec("bundle-id", value: "ID", help: "of the app (com.example.app)"),
        OptionSpec("app-apple-id", value: "N", .integer(1...Int64.max), help: "of the app"),
        OptionSpec(
          "now",
          value: "TIME",
          .time(besides: ["today"]),
          help: "where the clock starts (2026-01-01)"
        ),
        OptionSpec(
          "environment",
          value: "WORD",
          .word(["Sandbox", "Production", "Xcode"]),
          help: "the word in signed data: Sandbox (default), Production, Xcode"
        ),
        OptionSpec("force", help: "replace a store that is there"),
      ],
      details: [
        "The store is made in --store, else IAP_STORE, else .iap in the working directory. Settings that the catalogue file has become the store's and are shown."
      ],
      examples: [
        .init("iap init", "a sample shop to play with"),
        .init(
          "iap init --catalog Shop.storekit --entitlements Map.json --now today",
          "your own shop"
        ),
      ],
      statuses: [.invalid, .notFound]
    )
  }
}
