import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// With `--json` a document stands on stdout whatever the exit status (design section 4).
struct JSONDocumentTests {
  /// Ways to fail that every reader of a document meets; `setup` is played before.
  private struct Case: CustomTestStringConvertible {
    var setup: [String] = []
    let line: String
    let code: String
    let exit: ExitCode
    /// The document's members besides the error, as the command's answer has them.
    var members: [String] = []

    var testDescription: String { line }
  }

  private static let purchase = ["result", "code", "finished"]

  private static let cases: [Case] = [
    Case(
      setup: ["store set rebuy error", "purchase lifetime"],
      line: "purchase lifetime",
      code: "alreadyOwned",
      exit: .refused,
      members: purchase
    ),
    Case(
      setup: ["purchase lifetime --no-finish"],
      line: "purchase lifetime",
      code: "unfinishedTransaction",
      exit: .refused,
      members: purchase
    ),
    Case(
      setup: [
        "purchase pro_monthly", "store billing fail", "store set grace-period 16d",
        "store advance 10d",
      ],
      line: "purchase pro_monthly",
      code: "billingProblem",
      exit: .refused,
      members: purchase
    ),
    Case(
      setup: ["store set network off"],
      line: "purchase lifetime",
      code: "offline",
      exit: .cannotTell,
      members: purchase
    ),
    Case(line: "purchase nothing", code: "unknownProduct", exit: .notFound, members: purchase),
    Case(
      line: "purchase pro_monthly --offer nothing",
      code: "invalidOfferIdentifier",
      exit: .refused,
      members: purchase
    ),
    Case(
      line: "purchase pro_yearly --offer loyal_year --offer-signature auto",
      code: "noOfferKey",
      exit: .notFound,
      members: purchase
    ),
    Case(
      line: "purchase lifetime --simulate userCancelled",
      code: "userCancelled",
      exit: .refused,
      members: purchase
    ),
    Case(
      setup: ["store set network off"],
      line: "restore",
      code: "offline",
      exit: .cannotTell,
      members: ["restored", "failed"]
    ),
    Case(
      line: "restore --simulate systemError",
      code: "systemError",
      exit: .refused,
      members: ["restored", "failed"]
    ),
    Case(
      line: "finish nothing",
      code: "unknownTransaction",
      exit: .notFound,
      members: ["finished", "alreadyFinished", "failed"]
    ),
    Case(
      setup: ["purchase lifetime --no-finish"],
      line: "finish --all --deliver ./missing",
      code: "notDelivered",
      exit: .refused,
      members: ["finished", "alreadyFinished", "failed"]
    ),
    Case(
      line: "finish",
      code: "conflictingOptions",
      exit: .usage,
      members: [
        "finished", "alreadyFinished", "failed",
      ]
    ),
    Case(
      setup: ["store set network off"],
      line: "products",
      code: "offline",
      exit: .cannotTell
    ),
    Case(
      line: "products nothing",
      code: "unknownProduct",
      exit: .notFound,
      members: ["products", "invalidProductIds"]
    ),
    Case(setup: ["store set network off"], line: "status", code: "offline", exit: .cannotTell),
    Case(line: "status nothing", code: "unknownSubscription", exit: .notFound),
    Case(line: "history --product nothing", code: "unknownProduct", exit: .notFound),
    Case(line: "history --signed --product nothing", code: "unknownProduct", exit: .notFound),
    Case(
      line: "entitlements nothing",
      code: "unknownEntitlement",
      exit: .notFound,
      members: ["asOfDate", "clock", "entitlements", "warnings"]
    ),
    Case(line: "entitlements --from nothing", code: "fileNotFound", exit: .notFound),
    Case(line: "verify nothing", code: "fileNotFound", exit: .notFound),
    Case(line: "verify --lines nothing", code: "fileNotFound", exit: .notFound),
    Case(
      line: "override pro on",
      code: "overridesNotAllowed",
      exit: .refused,
      members: ["changes"]
    ),
    Case(line: "refuse nothing", code: "unknownIntent", exit: .notFound, members: ["changes"]),
    Case(line: "receipt --device-id x", code: "invalidValue", exit: .usage),
    Case(line: "queue --account nobody", code: "unknownAccount", exit: .notFound),
    Case(line: "watch --account nobody", code: "unknownAccount", exit: .notFound),
    Case(
      setup: ["purchase pass_30d"],
      line: "entitlements --require pass --map no-duration.json",
      code: "cannotTell",
      exit: .cannotTell,
      members: ["asOfDate", "clock", "entitlements", "warnings"]
    ),
    Case(
      line: "products lint broken.storekit",
      code: "notJSON",
      exit: .invalid,
      members: ["problems"]
    ),
    Case(line: "timeline nothing", code: "unknownTransaction", exit: .notFound),
    Case(line: "snapshot load nothing", code: "unknownSnapshot", exit: .notFound),
    Case(line: "init", code: "storeExists", exit: .unusableStore),
    Case(
      line: "replay nothing.json",
      code: "fileNotFound",
      exit: .notFound,
      members: ["scenarios"]
    ),
    Case(line: "replay empty", code: "noScenario", exit: .notFound),
    Case(line: "explain nothing", code: "unknownCode", exit: .notFound),
    Case(line: "help nothing", code: "unknownTopic", exit: .usage),
    Case(
      line: "store set storefront nowhere",
      code: "invalidValue",
      exit: .usage,
      members: [
        "changes"
      ]
    ),
    Case(
      setup: ["store notify test"],
      line: "store notifications --deliver ./missing",
      code: "programNotStarted",
      exit: .refused
    ),
    Case(line: "nothing", code: "unknownCommand", exit: .usage),
    Case(line: "queue --nothing", code: "unknownOption", exit: .usage),
    Case(line: "store advance --to 1999-12-31", code: "invalidValue", exit: .usage),
  ]

  @Test(arguments: cases) private func `What fails says so in its document and on stderr`(
    _ example: Case
  ) throws {
    let world = World()
    world.files["empty/notes.txt"] = ""
    world.files["broken.storekit"] = "{"
    world.files["no-duration.json"] =
      #"{"format":"iap.entitlements","version":1,"entitlements":{"pass":["pass_30d"]}}"#
    for line in ["init"] + example.setup { _ = world.run(Self.words(line)) }

    let outcome = world.run(Self.words(example.line) + ["--json"])

    #expect(outcome.exit == example.exit, "\(outcome.errors)")
    let document = try JSONParser.parse(outcome.output)
    let names = Set(document.members?.map(\.name) ?? [])
    #expect(names.subtracting(["error"]) == Set(example.members))
    #expect(document["error"]?["code"]?.string == example.code)
    #expect(document["error"]?["exitCode"]?.integer == Int64(example.exit.rawValue))
    #expect(try JSONParser.parse(outcome.errors)["error"] == document["error"])
  }

  /// Commands of the store with words that a new store refuses.
  private static let refused = [
    "store approve req-1", "store decline req-1", "store resolve req-1", "store abandon req-1",
    "store refund lifetime", "store refund-decline lifetime", "store refund-reverse lifetime",
    "store consumption lifetime", "store cancel pro_monthly", "store resume pro_monthly",
    "store renew pro_monthly", "store expire pro_monthly", "store advance --until EXPIRED",
    "store billing fail pro_monthly", "store billing fix pro_monthly", "store price nothing 1",
    "store consent pro_monthly", "store dissent pro_monthly", "store share lifetime --with kid",
    "store unshare lifetime", "store join nobody", "store leave", "store buy nothing",
    "store promote nothing", "store redeem nothing",
    "store token pro_monthly 7e3fb204-2cf0-4e0d-8d68-93a2a1b4a2f5", "store extend pro_monthly 3",
    "store product nothing for-sale off", "store remove nothing", "store delete nothing",
    "store clear --account nobody", "store set locale !", "store account add default",
    "store code nothing SPRING", "store external-token --created 2199-01-01",
    "store notify test --account nobody", "store rescind-consent --account nobody",
    "request-refund lifetime", "downloads start lifetime", "downloads pause lifetime",
    "downloads resume lifetime", "downloads cancel lifetime", "override pro on", "refuse nothing",
  ]

  @Test(arguments: refused) func `A refused event says in its document that nothing changed`(
    _ line: String
  ) throws {
    let world = World()
    world.run("init")

    let outcome = world.run(Self.words(line) + ["--json"])

    let document = try JSONParser.parse(outcome.output)
    #expect(outcome.exit != .success)
    #expect(document["changes"] == [] && document["error"]?["code"] != nil)
    #expect(document.members?.count == 2)
  }

  @Test func `Every command that is one event has been refused here`() {
    let failure = Diagnostic(code: "x", message: "x", exitCode: .refused)
    let events = CommandRegistry.all.filter { command in
      command.document(of: failure).map(\.name) == ["changes"]
    }.map { $0.words }

    let missing = events.filter { name in
      !Self.refused.contains { $0 == name || $0.hasPrefix(name + " ") }
    }

    #expect(missing == [])
  }

  @Test func `A document that was shown keeps its members beside the error`() throws {
    let world = World()
    world.run("init")

    let outcome = world.run("purchase", "lifetime", "--simulate", "networkError", "--json")

    let document = try JSONParser.parse(outcome.output)
    #expect(document["result"] == "failed" && document["code"] == "networkError")
    #expect(document["error"]?["message"]?.string?.contains("lifetime") == true)
  }

  @Test func `A command that answers in lines of its own puts the error on stderr alone`() {
    let world = World()
    world.run("init")
    world.files["in.txt"] = "a.b.c\n"

    let outcome = world.run("verify", "--lines", "in.txt", "--json")

    #expect(outcome.exit == .invalid)
    #expect(outcome.output.split(separator: "\n").count == 1)
    #expect(!outcome.output.contains("\"error\"") && outcome.errors.contains("\"error\""))
  }

  @Test func `Signed lines, pictures and scenarios stay what they are with --json`() {
    let world = World()
    for line in ["init", "purchase lifetime"] { _ = world.run(Self.words(line)) }
    let plain = [
      "history --signed", "timeline --svg -", "record", "receipt --format verify-receipt",
    ]

    for line in plain {
      let (text, json) = (world.run(Self.words(line)), world.run(Self.words(line) + ["--json"]))

      #expect(json.exit == .success && text.output.count == json.output.count, "\(line)")
      #expect(line == "history --signed" || text == json, "\(line)")
    }
  }

  private static func words(_ line: String) -> [String] {
    line.split(separator: " ").map(String.init)
  }
}
