import IAPTestSupport
import Testing

@testable import IAPCommandLine

/// What a shell is told may follow.
struct CompletionTests {
  private func words(_ words: String...) -> [String] {
    let completion = Completion.of(words) { kind in
      kind == .product ? ["pro_monthly", "lifetime"] : []
    }
    return completion.candidates.map(\.word) + (completion.isPath ? [":"] : [])
  }

  @Test func `Commands, then the commands below them`() {
    #expect(words("pur") == ["purchase"])
    #expect(words("--json", "snap", "") == [])
    #expect(words("snapshot", "") == ["save", "load", "list"])
    #expect(words("store", "keys", "ex") == ["export-root"])
    #expect(words("products", "li") == ["lint", "lifetime"])
  }

  @Test func `Options of the command and global ones, not after two dashes`() {
    #expect(words("purchase", "--off") == ["--offer", "--offer-type", "--offer-signature"])
    #expect(words("--acc") == ["--account"])
    #expect(words("purchase", "--", "--off") == [])
  }

  @Test func `Values, apart and attached, and names from the store`() {
    #expect(words("queue", "--color", "a") == ["auto", "always"])
    #expect(words("queue", "--color=n") == ["--color=never"])
    #expect(words("purchase", "pro") == ["pro_monthly"])
    #expect(words("purchase", "pro_monthly", "pro") == [])
    #expect(words("store", "set", "ask") == ["ask-to-buy"])
  }

  @Test func `Files are left to the shell`() {
    #expect(words("verify", "") == [":"])
    #expect(words("init", "--catalog", "Sh") == [":"])
  }

  @Test func `PowerShell sends a blank for the word that is still empty`() {
    let outcome = World().run(["completions", "powershell", "--", "snapshot", " "])

    #expect(outcome == World().run(["completions", "bash", "--", "snapshot", ""]))
    #expect(outcome.output.hasPrefix("save\t"))
  }

  @Test func `Every shell gets a script, every command is reachable by it`() {
    for shell in CompletionScript.Shell.allCases {
      let outcome = World().run("completions", shell.rawValue)

      #expect(outcome.exit == .success && outcome.output.contains("iap completions \(shell) -- "))
    }
    for command in CommandTree.standard.commands {
      var path = command.words.split(separator: " ").map(String.init)
      let last = path.removeLast()

      let outcome = World().run(["completions", "zsh", "--"] + path + [last])

      #expect(outcome.output.split(separator: "\n").contains { $0.hasPrefix(last + "\t") })
    }
  }
}
