import IAPCore

/// `iap store keys rotate`: a new leaf and intermediate under the same root.
enum StoreKeysRotateCommand: Command {
  static let words = "store keys rotate"
  static var spec: CommandSpec {
    CommandSpec(
      "Make new signing keys under the same root",
      details: [
        "As Apple does every two years: whoever trusts the root keeps working, whoever pinned a leaf or an intermediate does not. In an Xcode store the one certificate is the root and is replaced; so is a root whose own key is lost or broken."
      ],
      examples: [
        .init("iap store keys rotate", "does your server pin the root only?")
      ]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    try context.withStore(.writing) { session, _ in
      try session.rotateKeys()
      context.output.show(KeysReport(keys: try session.keys()))
      return .success
    }
  }
}
