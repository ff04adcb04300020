import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// One table of exit statuses for all commands, in text and JSON alike.
struct ExitStatusTests {
  /// What a command needs besides its operands, so that its words are right.
  private static let extras = [
    "finish": ["--all"], "store advance": ["1d"], "store share": ["--with", "kid"],
  ]

  /// A word of every kind.
  private static func sample(_ operand: OperandSpec) -> String {
    switch operand.kind {
    case .word(let words): words[0]
    case .integer(let range): "\(range.lowerBound)"
    case .duration: "1d"
    case .uuid: "7e3fb204-2cf0-4e0d-8d68-93a2a1b4a2f5"
    case .amount: "9.99"
    default: "something"
    }
  }

  /// The shortest right words of a command.
  private static func words(_ command: (words: String, spec: @Sendable () -> CommandSpec))
    -> [String]
  {
    if command.words == "store set" { return ["store", "set", "ask-to-buy", "on"] }
    let operands = command.spec().operands.filter { $0.count == .one || $0.count == .oneOrMore }
    return command.words.split(separator: " ").map(String.init) + operands.map(sample)
      + (extras[command.words] ?? [])
  }

  private static let storeless = [
    "help", "init", "verify", "replay", "explain", "completions", "version",
    "products lint",
  ]

  @Test func `Every command that needs a store says that there is none, exit status 6`() throws {
    for command in CommandTree.standard.commands where !Self.storeless.contains(command.words) {
      let words = Self.words(command)

      let text = World().run(words)
      let json = World().run(words + ["--json"])

      #expect(text.exit == .notFound, "\(words)")
      #expect(text.output == "" && text.errors.hasSuffix("  hint: iap init\n"), "\(words)")
      #expect(json.exit == .notFound, "\(words)")
      let error = try JSONParser.parse(json.errors)["error"]
      #expect(try JSONParser.parse(json.output)["error"] == error, "\(words)")
      #expect(error?["code"]?.string == "noStore" && error?["exitCode"]?.integer == 6, "\(words)")
    }
  }

  @Test func `Every command refuses a word too many and an unknown option, exit status 2`() {
    for command in CommandTree.standard.commands {
      let words = command.words.split(separator: " ").map(String.init)

      #expect(World().run(words + ["--no-such-option"]).exit == .usage, "\(words)")
    }
  }

  @Test func `rule R-2: an answer that comes too late is refused, what cannot be meant is not`() {
    let world = World()
    for line in [
      "init", "store set strict-consumption-window on", "purchase coins_100",
      "request-refund coins_100", "store advance 13h",
    ] {
      #expect(world.run(line.split(separator: " ").map(String.init)).exit == .success, "\(line)")
    }

    let late = world.run("store", "consumption", "coins_100", "--refund-preference", "DECLINE")
    let wrong = world.run("store", "consumption", "coins_100", "--consumption", "101")

    #expect(late.exit == .refused)
    #expect(late.errors.hasSuffix("  hint: iap store set strict-consumption-window off\n"))
    #expect(wrong.exit == .usage)
  }

  @Test func `A store that cannot be used is exit status 8, whatever the command`() {
    let problems: [StorageFailure.Problem] = [
      .locked(holder: LockHolder(processID: 7, command: "iap watch"), waitedMilliseconds: 10),
      .corrupt(.shape(JSONShapeError(path: "date", problem: .missing))),
      .newer(format: "iap.store", version: 9, known: 1), .permission, .readOnly, .diskFull,
    ]
    for problem in problems {
      let world = World()
      #expect(world.run("init").exit == .success)
      world.stores.failure = problem

      for line in ["queue", "purchase lifetime", "entitlements", "store advance 1d", "doctor"] {
        let outcome = world.run(line.split(separator: " ").map(String.init))
        #expect(outcome.exit == .unusableStore, "\(line): \(outcome.errors)")
        #expect(outcome.errors.hasPrefix("iap: error: "), "\(line)")
      }
    }
  }

  private struct Case: CustomTestStringConvertible {
    let line: String
    let exit: ExitCode

    var testDescription: String { line }
  }

  private static let cases: [Case] = [
    Case(line: "purchase lifetime", exit: .success),
    Case(line: "purchase lifetime --simulate cancelled", exit: .refused),
    Case(line: "purchase lifetime --simulate pending", exit: .pending),
    Case(line: "purchase lifetime --simulate interrupted", exit: .pending),
    Case(line: "purchase lifetime --simulate purchaseNotAllowed", exit: .refused),
    Case(line: "purchase lifetime --simulate networkError", exit: .cannotTell),
    Case(line: "purchase lifetime --simulate unverified:invalidSignature", exit: .invalid),
    Case(line: "purchase nothing", exit: .notFound),
    Case(line: "restore", exit: .success),
    Case(line: "restore --fail-if-empty", exit: .no),
    Case(line: "restore --simulate systemError", exit: .refused),
    Case(line: "entitlements", exit: .success),
    Case(line: "entitlements --require lifetime", exit: .no),
    Case(line: "entitlements lifetime --expect notPurchased", exit: .success),
    Case(line: "entitlements lifetime --expect active", exit: .no),
    Case(line: "entitlements nothing", exit: .notFound),
    Case(line: "finish --all", exit: .success),
    Case(line: "finish nothing", exit: .notFound),
    Case(line: "history --product nothing", exit: .notFound),
    Case(line: "status nothing", exit: .notFound),
    Case(line: "store refund lifetime", exit: .notFound),
    Case(line: "store share lifetime", exit: .usage),
    Case(line: "store share nothing kid", exit: .notFound),
    Case(line: "store share nothing --with kid", exit: .notFound),
    Case(line: "store approve req-1", exit: .notFound),
    Case(line: "store advance 1mo", exit: .success),
    Case(line: "store advance --to 2025-01-01", exit: .refused),
    Case(line: "store advance --to 1999-12-31", exit: .usage),
    Case(line: "store advance --to 2200-01-01", exit: .usage),
    Case(line: "entitlements --as-of 1999-12-31", exit: .usage),
    Case(line: "entitlements --as-of 2200-01-01", exit: .usage),
    Case(line: "init --force --now 1999-12-31", exit: .usage),
    Case(line: "init --force --now 2199-12-31", exit: .success),
    Case(line: "store advance 500y", exit: .usage),
    Case(line: "queue --account nobody", exit: .notFound),
    Case(line: "snapshot load nothing", exit: .notFound),
    Case(line: "init", exit: .unusableStore),
    Case(line: "init --force", exit: .success),
    Case(line: "doctor", exit: .success),
    Case(line: "explain nothing", exit: .notFound),
  ]

  @Test(arguments: cases) private func `In a new store the status is the same in text and JSON`(
    _ example: Case
  ) {
    let words = example.line.split(separator: " ").map(String.init)
    let (world, other) = (World(), World())
    #expect(world.run("init").exit == .success)
    #expect(other.run("init").exit == .success)

    let text = world.run(words)
    let json = other.run(words + ["--json"])

    #expect(text.exit == example.exit, "\(text.errors)")
    #expect(json.exit == example.exit)
    #expect((try? JSONParser.parse(json.output)) != nil)
    #expect(json.errors.isEmpty || (try? JSONParser.parse(json.errors)) != nil)
    #expect(text.errors.isEmpty == json.errors.isEmpty)
  }

  @Test func `case N01: asking an unknown id is an error with a status, in both modes`() throws {
    let world = World()
    #expect(world.run("init").exit == .success)

    let text = world.run("purchase", "nothing")
    let json = world.run("purchase", "nothing", "--json")

    #expect(text.exit == .notFound && text.output == "" && text.errors.contains("'nothing'"))
    #expect(json.exit == .notFound && json.output.contains("\"unknownProduct\""))
    #expect(try JSONParser.parse(json.errors)["error"]?["code"]?.string == "unknownProduct")
  }

  @Test func `case N02: an empty list is no failure, unless it is asked to be one`() {
    let world = World()
    #expect(world.run("init").exit == .success)

    for line in ["queue", "intents", "history", "status", "downloads", "restore"] {
      let outcome = world.run(line)
      #expect(outcome.exit == .success && outcome.errors == "" && outcome.output != "")
    }
    #expect(world.run("restore", "--fail-if-empty").exit == .no)
  }

  @Test func `case N03: no and could not tell have numbers of their own, and no is silent`() {
    let world = World()
    #expect(world.run("init").exit == .success)

    let no = world.run("entitlements", "--require", "lifetime")
    world.stores.failure = .locked(holder: nil, waitedMilliseconds: 1)
    let broken = world.run("entitlements", "--require", "lifetime")

    #expect(no.exit == .no && no.errors == "" && no.output.contains("lifetime"))
    #expect(broken.exit == .unusableStore && broken.output == "" && broken.errors != "")
  }

  @Test func `case N04: a file that is missing is one error, and nothing goes on`() {
    let world = World()

    let outcome = world.run("init", "--catalog", "nothing.storekit")

    #expect(outcome.exit == .notFound)
    #expect(outcome.errors == "iap: error: no file 'nothing.storekit'\n")
    #expect(outcome.output == "" && world.stores.storages.isEmpty)
  }

  @Test func `case N06: JSON mode is one document on stdout, whatever happens`() throws {
    let world = World()
    world.terminal = TerminalFacts(isOutputTerminal: true, isErrorTerminal: true, width: 40)
    for line in ["init", "products", "purchase lifetime", "queue", "entitlements", "store show"] {
      let words = line.split(separator: " ").map(String.init)

      let outcome = world.run(words + ["--json", "--color", "always", "-v"])

      #expect(outcome.exit == .success && outcome.errors == "")
      #expect(try JSONParser.parse(outcome.output).members?.isEmpty == false)
    }
  }

  /// Worlds in which something cannot be done, and what makes them so.
  private static let troubles:
    [(name: String, lines: [String], change: @Sendable (World) -> Void)] = [
      ("bought", ["purchase coins_100 --no-finish", "purchase pro_monthly"], { _ in }),
      ("offline", ["purchase pro_monthly", "store set network off"], { _ in }),
      ("failing", failing, { _ in }),
      ("catalogue broken", [], { $0.files["/shop/Shop.storekit"] = "{" }),
    ]

  private static let failing = FailableAPI.allCases.map {
    "store set fail \($0.rawValue) \($0 == .verification ? "invalidSignature" : "networkError")"
  }

  /// The statuses that the help of a command lists.
  private static func listed(_ command: String) -> [Int] {
    let words = command.split(separator: " ").map(String.init)
    let lines = World().run(["help"] + words).output.split(separator: "\n")
    let section = lines.drop { $0 != "exit status" }.dropFirst().prefix { $0.hasPrefix("  ") }
    return section.compactMap { Int($0.dropFirst(2).prefix(1)) }
  }

  @Test func `No command gives a status that its help does not list`() throws {
    let shop = String(decoding: StoreSources.sample.catalog, as: UTF8.self)
    for trouble in Self.troubles {
      let world = World()
      world.files["/shop/Shop.storekit"] = shop
      let lines = ["init --catalog /shop/Shop.storekit"] + trouble.lines
      for line in lines {
        #expect(world.run(line.split(separator: " ").map(String.init)).exit == .success, "\(line)")
      }
      let sound = try #require(world.stores.storages["/shop/.iap"]).copy()
      trouble.change(world)
      for command in CommandTree.standard.commands where command.words != "watch" {
        let listed = Self.listed(command.words)
        world.stores.storages["/shop/.iap"] = sound.copy()
        let words = Self.words(command).map { $0 == "something" ? "pro_monthly" : $0 }
        let exit = world.run(words).exit
        #expect(listed.contains(Int(exit.rawValue)), "\(trouble.name): \(words): \(exit)")
      }
    }
  }
}
