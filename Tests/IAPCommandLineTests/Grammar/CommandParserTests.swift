import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// From words to what the user said.
struct CommandParserTests {
  private func parse(_ line: String) throws(UsageError) -> ParsedOptions {
    try CommandParser.parse(line.split(separator: " ").map(String.init))
  }

  private func problem(_ words: [String]) -> UsageError? {
    do throws(UsageError) {
      _ = try CommandParser.parse(words)
      return nil
    } catch {
      return error
    }
  }

  private func problem(_ line: String) -> UsageError? {
    problem(line.split(separator: " ").map(String.init))
  }

  @Test func `Global options stand anywhere`() throws {
    var expected = ParsedOptions(command: ["store", "approve"], operands: [.text("req-1")])
    expected.global.isJSON = true
    expected.global.account = "kid"
    expected.global.store = "shop"

    for line in [
      "--json --store shop --account kid store approve req-1",
      "store --json approve --store shop req-1 --account=kid",
      "store approve --account=x req-1 --store=shop --account kid --json",
    ] {
      #expect(try parse(line) == expected)
    }
  }

  @Test func `Short flags combine`() throws {
    let options = try parse("queue -qv")

    #expect(options.global.isQuiet && options.global.isVerbose)
    #expect(problem("queue -qx")?.problem == .unknownOption("-x"))
  }

  @Test func `Two dashes end the options`() throws {
    #expect(
      try parse("products --json -- --json -h lint").operands
        == [.text("--json"), .text("-h"), .text("lint")]
    )
    #expect(try parse("products lint").command == ["products", "lint"])
    #expect(try parse("products -- lint").command == ["products"])
  }

  @Test func `A lone dash and a negative number are operands`() throws {
    #expect(try parse("verify -").operands == [.text("-")])
    #expect(
      problem("store extend pro -5")?.problem
        == .invalidValue(place: "DAYS", found: "-5", expected: "a whole number from 1 to 90")
    )
  }

  @Test func `A separate value is no word that looks like an option, an attached one may be`()
    throws
  {
    #expect(
      problem("history --product --json")?.problem == .missingValue(option: "product", name: "ID")
    )
    #expect(try parse("history --product=--json").text("product") == "--json")
    #expect(
      try parse("finish --all --deliver-arg -X --deliver-arg=").texts("deliver-arg") == ["-X", ""]
    )
  }

  @Test func `An option that counts once is not given twice, a flag may be`() throws {
    #expect(problem("purchase a --offer x --offer x")?.problem == .repeatedOption("offer"))
    #expect(try parse("purchase a --no-finish --no-finish").has("no-finish"))
    #expect(try parse("entitlements --require a --require b").texts("require") == ["a", "b"])
  }

  @Test func `Empty words name nothing`() {
    #expect(
      problem(["purchase", ""])?.problem
        == .invalidValue(place: "ID", found: "", expected: "a product id")
    )
    #expect(
      problem(["queue", "--store="])?.problem
        == .invalidValue(place: "--store", found: "", expected: "a folder")
    )
    #expect(problem(["", "x"])?.problem == .unknownCommand(""))
  }

  @Test func `A word too many or too few is named`() {
    #expect(problem("purchase")?.problem == .missingOperand("ID"))
    #expect(problem("queue pro")?.problem == .unexpectedOperand("pro"))
    #expect(problem("store price pro")?.problem == .missingOperand("AMOUNT"))
    #expect(problem("store")?.problem == .missingCommand)
    #expect(problem("queue --json=yes")?.problem == .unexpectedValue(option: "json"))
  }

  @Test func `The nearest match keeps the other words`() {
    #expect(
      problem("--json store aprove req-1 --account kid")?.corrected
        == ["--json", "store", "approve", "req-1", "--account", "kid"]
    )
    #expect(
      problem("purchase pro --quantty=2")?.corrected == ["purchase", "pro", "--quantity=2"]
    )
    #expect(
      problem("queue --color=Always")?.corrected == ["queue", "--color=always"]
    )
    #expect(problem("store xyzzy")?.corrected == nil)
  }

  @Test func `A command that stands elsewhere is found there, with the other words kept`() {
    let cases = [
      "set ask-to-buy on": "store set ask-to-buy on", "refund lifetime": "store refund lifetime",
      "advance 1d --json": "store advance 1d --json",
      "--json approve req-1":
        "--json store approve req-1", "share x --with kid": "store share x --with kid",
      "decline req-1": "store decline req-1", "billing fail": "store billing fail",
      "keys show": "store keys show", "store purchase pro": "purchase pro",
      "store --json entitlements": "--json entitlements",
      "export-root r.der":
        "store keys export-root r.der", "refnd lifetime": "store refund lifetime",
      "stor set": "store set",
    ]

    for (line, corrected) in cases {
      #expect(problem(line)?.corrected?.joined(separator: " ") == corrected, "\(line)")
    }
    #expect(problem("list")?.near == ["store account list", "snapshot list"])
    #expect(problem("cancel")?.near == ["store cancel", "downloads cancel"])
  }

  @Test func `What is allowed is listed`() {
    #expect(problem("snapshot lode x")?.allowed == ["save", "load", "list"])
    #expect(problem("queue --colr never")?.allowed.contains("--color") == true)
    #expect(problem("queue --color sometimes")?.allowed == ["auto", "always", "never"])
  }

  @Test func `Times, durations, percentages and amounts are read where the words are`() throws {
    #expect(
      try parse("store advance --to 2026-03-01").time("to")
        == Instant(milliseconds: 1_772_323_200_000)
    )
    #expect(try parse("store advance 1mo").operands == [.duration(CalendarDuration(months: 1))])
    #expect(try parse("store refund a --percent 33.333%").percentage("percent") == 33_333)
    #expect(problem("store refund a --percent 100")?.problem != nil)
    #expect(problem("store refund a --percent 0")?.problem != nil)
    #expect(try parse("init --now today").text("now") == "today")
    #expect(problem("init --now yesterday")?.problem != nil)
    #expect(problem("store token a 7e3fb204-2cf0-4e0d-8d68-93a2a1b4a2f")?.problem != nil)
    #expect(problem("store price a 9,99")?.problem != nil)
    #expect(problem("queue --account .hidden")?.problem != nil)
    #expect(problem("purchase a --quantity 11")?.problem != nil)
    #expect(problem("purchase a --quantity +1")?.problem != nil)
  }

  @Test func `Standard input is read once, whoever asks for it`() {
    let conflict = UsageError.Problem.conflict("standard input, -, can be read only once")

    #expect(problem("verify - -")?.problem == conflict)
    #expect(problem("verify a - --trust-root -")?.problem == conflict)
    #expect(problem("entitlements --from - --map -")?.problem == conflict)
    #expect(problem("entitlements --from - --from -")?.problem == conflict)
    #expect(problem("replay - -")?.problem == conflict)
    #expect(problem("verify - a") == nil && problem("timeline - --svg -") == nil)
  }

  @Test func `A file whose path is kept, or that is written beside the answer, has a name`() {
    for line in [
      "init --catalog -", "init --entitlements -", "replay a --junit -", "replay a --html -",
    ] {
      #expect(problem(line)?.diagnostic.why == "expected a file that has a name", "\(line)")
    }
  }

  @Test func `Times lie in the range of the store's clock`() {
    for line in ["advance --to", "buy pro --purchase-date", "notifications --since"] {
      for time in ["1999-12-31T23:59:59Z", "2200-01-01"] {
        #expect(problem("store \(line) \(time)")?.diagnostic.exitCode == .usage, "\(line)")
      }
      #expect(problem("store \(line) 2199-12-31T23:59:59Z") == nil, "\(line)")
    }
  }

  @Test func `The app's names are names as Apple takes them`() {
    for name in ["a b", "a..b", ".a", "a.", "a\nb", "", "é.b", String(repeating: "a", count: 156)] {
      #expect(problem(["init", "--bundle-id", name])?.diagnostic.exitCode == .usage, "\(name)")
    }
    #expect(problem("init --bundle-id com.example.my-app_2") == nil)
    for number in ["-1", "0", "1.5", "x"] {
      #expect(problem("init --app-apple-id \(number)")?.diagnostic.exitCode == .usage)
    }
  }

  @Test func `A simulated outcome is one that the operation can have`() {
    #expect(problem("purchase a --simulate duplicateRequest")?.diagnostic.exitCode == .usage)
    #expect(problem("purchase a --simulate failed")?.diagnostic.exitCode == .usage)
    #expect(problem("restore --simulate pending")?.diagnostic.exitCode == .usage)
    #expect(problem("restore --simulate ineligibleForOffer")?.diagnostic.exitCode == .usage)
    #expect(problem("restore --simulate networkError") == nil)
  }

  @Test func `Help wins over what is wrong or missing`() throws {
    #expect(try parse("purchase --quantity x --help").global.wantsHelp)
    #expect(problem("purchase -- --help")?.problem == nil)
  }

  @Test func `No words whatever trap the parser`() {
    let table = CommandTree.standard.commands
    let names = table.flatMap { $0.words.split(separator: " ").map(String.init) }
    let options = table.flatMap { $0.spec().options.map { "--" + $0.name } }
    let others = [
      "", "-", "--", "---", "--=", "--=x", "-=", "-qvh", "-9", "--json", "--json=", "--store",
      "--account", "kid", "2026-01-01", "30d", "é\u{301}", "\u{202E}", "\0", "--color=", "-h",
      "9.99", "req-1", "🧾", "off", String(repeating: "a", count: 500),
    ]
    let words = names + options + others

    for seed in 0..<500 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      let line = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        let word = words[Int.random(in: 0..<words.count, using: &generator)]
        return Int.random(in: 0..<9, using: &generator) == 0 ? word + "=" + word : word
      }
      guard let error = problem(line) else { continue }

      #expect(error.diagnostic.exitCode == .usage, "seed \(seed)")
      #expect(!error.diagnostic.message.isEmpty, "seed \(seed)")
    }
  }
}
