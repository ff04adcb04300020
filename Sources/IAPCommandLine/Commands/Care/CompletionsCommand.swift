import IAPCore

/// `iap completions SHELL`: completion of words and ids.
enum CompletionsCommand: Command {
  static let words = "completions"
  static var spec: CommandSpec {
    CommandSpec(
      "Print a completion script",
      operands: [
        OperandSpec(
          "SHELL",
          .word(CompletionScript.Shell.allCases.map(\.rawValue)),
          help: "bash, zsh, fish or powershell"
        ),
        OperandSpec("WORD", .anything, .any, help: "used by the script: the words so far"),
      ],
      details: ["Ids of products, transactions, requests and accounts come from the store."],
      examples: [
        .init("source <(iap completions bash)", "for this shell"),
        .init("iap completions fish > ~/.config/fish/completions/iap.fish", "for every shell"),
        .init("iap completions powershell >> $PROFILE", "in PowerShell"),
      ]
    )
  }

  static func run(_ context: CommandContext) -> ExitCode {
    let words = context.options.words
    guard let shell = words.first.flatMap(CompletionScript.Shell.init(rawValue:)) else {
      preconditionFailure("the parser has checked the shell's name")
    }
    guard words.count > 1 else {
      let text = CompletionScript.text(for: shell)
      context.output.show(PlainReport(text.split(separator: "\n").map { StyledText(String($0)) }))
      return .success
    }
    var typed = Array(words.dropFirst())
    if shell == .powershell, typed.last == " " { typed[typed.count - 1] = "" }
    let completion = Completion.of(typed) { names(of: $0, context) }
    var lines = completion.candidates.map { candidate in
      candidate.word + (candidate.meaning.isEmpty ? "" : "\t" + candidate.meaning)
    }
    // A colon alone asks the shell for paths.
    if completion.isPath { lines.append(":") }
    context.output.write(Array(lines.map { $0 + "\n" }.joined().utf8))
    return .success
  }

  /// The names that the store has; none where there is no store.
  private static func names(of kind: ValueKind, _ context: CommandContext) -> [String] {
    let found = try? context.withStore(.reading) { session, _ in
      try names(of: kind, session, account: try context.account())
    }
    return found ?? []
  }

  private static func names(
    of kind: ValueKind,
    _ session: Session,
    account: AccountName
  ) throws -> [String] {
    let products = session.store.products.map(\.id.rawValue)
    switch kind {
    case .product: return products
    case .transaction:
      let queue = try session.app(of: account).queue.transactions
      return queue.compactMap { $0.transaction?.id.rawValue } + products
    case .subscription:
      return session.store.products.filter { $0.subscription != nil }.map(\.id.rawValue)
    case .request:
      return try session.account(account).requests.flatMap {
        [$0.id.rawValue, $0.purchase.id.rawValue]
      }
    case .intent: return try session.account(account).intents.map(\.id.rawValue)
    case .account: return try session.accounts().map(\.name.rawValue)
    case .entitlement: return (try session.entitlementMap()?.names ?? []) + products
    case .name: return try session.snapshots()
    default: return []
    }
  }
}
