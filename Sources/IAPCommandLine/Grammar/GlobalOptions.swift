package import IAPCore

/// What is said about every command, before or after its name.
package struct GlobalOptions: Equatable, Sendable {
  package enum Color: String, CaseIterable, Sendable {
    case auto
    case always
    case never
  }

  /// The state folder; `nil`: `IAP_STORE`, else `.iap` found upwards.
  package var store: String?
  /// `nil`: `IAP_ACCOUNT`, else `default`.
  package var account: AccountName?
  /// A catalogue file that changed is an error instead of being loaded.
  package var isFrozen = false
  package var isJSON = false
  package var isQuiet = false
  package var isVerbose = false
  package var color = Color.auto
  package var wantsHelp = false
  package var wantsVersion = false

  package init() {}

  package static let specs = [
    OptionSpec("store", value: "DIR", .folder, count: .last, help: "the state folder to use"),
    OptionSpec(
      "account",
      value: "NAME",
      .account,
      count: .last,
      help: "the customer to act for (default: default)"
    ),
    OptionSpec("frozen", help: "refuse to go on when the catalogue's file has changed"),
    OptionSpec("json", help: "print one JSON document instead of text"),
    OptionSpec("quiet", short: "q", help: "print no answer and no warning, only errors"),
    OptionSpec(
      "verbose",
      short: "v",
      help: "say on stderr which store and clock are used, and why"
    ),
    OptionSpec(
      "color",
      value: "WHEN",
      .word(Color.allCases.map(\.rawValue)),
      count: .last,
      help: "auto, always or never"
    ),
    OptionSpec("help", short: "h", help: "explain the command"),
    OptionSpec("version", help: "print the version"),
  ]

  /// Takes one option of the table above; values have been checked.
  mutating func take(_ name: String, _ value: OptionValue?) {
    switch (name, value) {
    case ("store", .text(let folder)?): store = folder
    case ("account", .text(let name)?): account = AccountName(name)
    case ("color", .text(let word)?): color = Color(rawValue: word) ?? .auto
    case ("frozen", _): isFrozen = true
    case ("json", _): isJSON = true
    case ("quiet", _): isQuiet = true
    case ("verbose", _): isVerbose = true
    case ("help", _): wantsHelp = true
    case ("version", _): wantsVersion = true
    default: preconditionFailure("'\(name)' stands in the table of global options without a field")
    }
  }
}

extension GlobalOptions {
  /// A command that is advised, for the account and the store that the user named.
  func completing(_ hint: String) -> String {
    guard hint.hasPrefix("iap "), !hint.hasPrefix("iap help"), !hint.hasPrefix("iap explain") else {
      return hint
    }
    var words = [hint]
    let isForAccount = !hint.hasPrefix("iap init") && !hint.hasPrefix("iap store account")
    if let account, isForAccount, !hint.contains("--account") {
      words.append("--account \(account)")
    }
    if let store, !hint.contains("--store") {
      words.append("--store " + ShellWord.quoted(store))
    }
    return words.joined(separator: " ")
  }
}
