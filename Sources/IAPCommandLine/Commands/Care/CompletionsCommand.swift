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
          help: "bash, zsh or fish"
        )
      ],
      examples: [
        .init("source <(iap completions bash)", "for this shell"),
        .init("iap completions fish > ~/.config/fish/completions/iap.fish", "for every shell"),
      ]
    )
  }
}
