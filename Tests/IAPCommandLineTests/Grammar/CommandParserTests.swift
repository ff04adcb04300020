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
