import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// What `iap help` finds by the words that people type.
struct HelpTests {
  @Test func `A command below another is found by its last word`() {
    #expect(World().run("help", "refund") == World().run("help", "store", "refund"))
    #expect(
      World().run("help", "export-root") == World().run("help", "store", "keys", "export-root")
    )
    #expect(World().run("help", "billing") == World().run("help", "store", "billing"))
  }

  @Test func `A topic is found behind the words of a command`() {
    #expect(World().run("help", "store", "settings") == World().run("help", "settings"))
    #expect(World().run("help", "replay", "scenarios") == World().run("help", "scenarios"))
  }

  @Test func `Several topics are shown one after the other, and a command takes no word more`() {
    let both = World().run("help", "settings", "exit-codes").output
    #expect(both.contains("ask-to-buy on|off") && both.contains("usage error"))

    let extra = World().run("help", "verify", "extra")
    #expect(extra.exit == .usage && !extra.errors.contains("allowed: \n"))
    #expect(extra.errors.contains("'iap verify' is a whole command"), "\(extra.errors)")
  }

  @Test func `The settings topic has every value, every default and what a preset sets`() {
    let page = World().run("help", "settings").output
    let words = page.split(whereSeparator: \.isWhitespace).map(String.init).joined(separator: " ")

    for word in RenewalRate.allCases.map(\.rawValue) + SettingKey.failWords.apis
      + SettingKey.failWords.errors
    { #expect(words.contains(word), "\(word)") }
    #expect(words.contains("how long a payment is retried; without: 60"), "\(page)")
    #expect(words.contains("testflight rate testflight, renewal-limit 6"), "\(page)")
  }

  @Test func `The scenario topic has every verb, key and expectation`() {
    let page = World().run("help", "scenarios").output

    for verb in EventVerb.allCases { #expect(page.contains("  \(verb.rawValue) "), "\(verb)") }
    for form in Expectation.forms { #expect(page.contains("  \(form.name) "), "\(form.name)") }
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: ["init", "queue", "snapshot save", "doctor", "verify"])
  func `A command that opens a store says what a store can answer`(command: String) {
    let page = World().run(["help"] + command.split(separator: " ").map(String.init)).output

    #expect(page.contains("\n  8  the store folder cannot be used"), "\(page)")
    #expect(!World().run("help", "explain").output.contains("\n  8  "))
  }

  @Test func `The overview has every command once, and every group says what it is for`() {
    let tree = CommandTree.standard
    let page = World().run("help").output.split(separator: "\n")

    for name in tree.names(below: []) {
      #expect(page.count { $0.hasPrefix("  \(name)  ") } == 1, "\(name)")
    }
    for command in tree.commands {
      let path = command.words.split(separator: " ").map(String.init)
      for length in 1...path.count where tree.spec(of: Array(path.prefix(length))) == nil {
        let overview = World().run(["help"] + path.prefix(length)).output
        #expect(overview.split(separator: "\n").first?.hasSuffix(".") == true, "\(path)")
      }
    }
  }

  private struct Case {
    let line: String
    let why: String
    let hint: String
  }

  private static let cases = [
    Case(line: "foo", why: "topics: options exit-codes", hint: "iap help"),
    Case(line: "refnd", why: "did you mean 'store refund'", hint: "iap help store refund"),
    Case(line: "setings", why: "did you mean 'settings'", hint: "iap help settings"),
    Case(line: "store foo", why: "allowed: approve decline", hint: "iap help store"),
    Case(
      line: "list",
      why: "did you mean 'store account list' or 'snapshot list'",
      hint: "iap help store account list"
    ),
    Case(
      line: "userCancelled",
      why: "'userCancelled' is an error code",
      hint: "iap explain userCancelled"
    ),
  ]

  @Test(arguments: cases) private func `What there is no help on is a usage error that helps`(
    _ example: Case
  ) {
    let outcome = World().run(["help"] + example.line.split(separator: " ").map(String.init))

    #expect(outcome.exit == .usage && outcome.output == "")
    #expect(outcome.errors.contains("  why: " + example.why), "\(outcome.errors)")
    #expect(outcome.errors.hasSuffix("  hint: \(example.hint)\n"), "\(outcome.errors)")
  }

  @Test func `The manual page has every command with every option, and no date`() {
    let page = World().run("help", "--man").output

    #expect(page.hasPrefix(".TH \"IAP\" \"1\" \"\" \"iap "))
    for command in CommandTree.standard.commands {
      #expect(page.contains(".SS \"iap " + command.words.replacing("-", with: "\\-") + "\""))
      for option in command.spec().options {
        #expect(page.contains("\\-\\-" + option.name.replacing("-", with: "\\-")))
      }
    }
    #expect(page.split(separator: "\n").allSatisfy { !$0.hasPrefix("'") })
    #expect(World().run("help", "--man", "purchase").exit == .usage)
  }
}
