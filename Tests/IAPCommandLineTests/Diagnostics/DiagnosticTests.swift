import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// Errors on stderr, as text and as JSON, and the codes that explain them.
struct DiagnosticTests {
  @Test func `An error is what, why and hint, and nothing on stdout`() {
    let outcome = World().run("store", "aprove", "req-1")

    #expect(outcome.exit == .usage)
    #expect(outcome.output == "")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines[0] == "iap: error: 'iap store' has no command 'aprove'")
    #expect(lines[1].hasPrefix("  why: allowed: approve decline "))
    #expect(lines[2] == "  hint: iap store approve req-1")
  }

  @Test func `case N06: in JSON mode an error is one JSON object on stderr`() throws {
    for words in [
      ["--json", "purchse", "x"], ["purchse", "--json"], ["queue", "--bogus", "--json"],
    ] {
      let outcome = World().run(words)

      #expect(outcome.output == outcome.errors)
      let error = try JSONParser.parse(outcome.errors)["error"]
      #expect(error?["exitCode"]?.integer == 2)
      #expect(error?["code"]?.string?.hasPrefix("unknown") == true)
      #expect(error?["message"]?.string?.isEmpty == false)
      #expect(outcome.errors.count { $0 == "\n" } == 1)
    }
  }

  @Test func `A hint is quoted so that it can be typed`() {
    let outcome = World().run("purchase", "it's mine", "--quantty", "2")

    #expect(outcome.errors.contains("  hint: iap purchase 'it'\\''s mine' --quantity 2\n"))
  }

  @Test func `Control characters of the words do not reach the terminal`() {
    let outcome = World().run("\u{1B}[2J")

    #expect(outcome.errors.contains("no command '\\u{1b}[2J'"))
    #expect(!outcome.errors.contains("\u{1B}"))
  }

  @Test func `A word that is not UTF-8 is a usage error that shows its bytes`() {
    let outcome = World().run(bytes: [Array("purchase".utf8), [0x70, 0xFF]])

    #expect(outcome.exit == .usage)
    #expect(outcome.errors.hasPrefix("iap: error: word 2 is not UTF-8: p\\xff\n"))
  }

  @Test func `Every code is explained once, and explaining it works`() throws {
    let codes = Explanation.all.map(\.code)

    #expect(codes.filter { code in codes.count { $0 == code } > 1 } == [])
    for code in codes {
      let outcome = World().run("explain", code, "--json")
      #expect(outcome.exit == .success)
      #expect(try JSONParser.parse(outcome.output)["code"]?.string == code)
    }
    #expect(World().run("explain").exit == .success)
  }

  @Test func `Every usage error has a code that is explained`() {
    let problems: [UsageError.Problem] = [
      .missingCommand, .unknownCommand("x"), .unknownOption("--x"),
      .missingValue(option: "x", name: "X"), .unexpectedValue(option: "x"), .repeatedOption("x"),
      .invalidValue(place: "X", found: "", expected: "x"), .missingOperand("X"),
      .unexpectedOperand("x"), .notUTF8(position: 1, shown: "x"), .conflict("x"),
    ]

    for problem in problems {
      let diagnostic = UsageError(problem).diagnostic
      #expect(Explanation.of(diagnostic.code)?.exitCode == diagnostic.exitCode)
    }
  }

  @Test func `Every failure of files and storage has a code that is explained`() {
    let files: [FileFailure.Reason] = [
      .notFound, .noFolder, .isFolder, .isNoFolder, .notPermitted, .tooLarge(limit: 1), .noSpace,
      .other("x"),
    ]
    let storage: [StorageFailure.Problem] = [
      .missing, .corrupt(.endlessLine(offset: 0)), .newer(format: "x", version: 2, known: 1),
      .locked(holder: nil, waitedMilliseconds: 1), .readOnly, .permission, .diskFull,
      .wrongKind(found: .folder), .tooLarge(limit: 1), .io(code: 5, text: "x"),
    ]
    let diagnostics =
      files.map { FileFailure(path: "x", reason: $0).diagnostic }
      + storage.map { StorageFailure("x", $0).diagnostic }

    for diagnostic in diagnostics {
      #expect(Explanation.of(diagnostic.code)?.exitCode == diagnostic.exitCode, "\(diagnostic)")
    }
  }

  @Test func `What is advised about data has no gap to fill`() {
    let gaps: Set<Substring> = ["FILE", "ID", "TIME", "WORD", "UUID", "N", "C", "ROOT.cer"]
    let found = Explanation.all.filter { explanation in
      explanation.exitCode == .invalid && explanation.code != "invalidRoot"
        && !gaps.isDisjoint(with: explanation.advice.split(separator: " "))
        && !StoreKitFailure.verificationErrors.map(\.rawValue).contains(explanation.code)
    }

    #expect(found.map(\.code) == [])
  }

  @Test func `A hint names the product that was asked for, and no placeholder`() {
    let world = World()
    world.run("init")

    let offer = world.run("purchase", "pro_yearly", "--offer", "loyal_year")
    world.run("store", "set", "fail", "sync", "notAvailableInStorefront")
    let restore = world.run("restore")

    #expect(offer.errors.hasSuffix("  hint: iap products pro_yearly --eligibility\n"))
    #expect(restore.errors.hasSuffix("  hint: iap explain notAvailableInStorefront\n"))
  }

  @Test func `A folder that is named and holds no store is named`() {
    let world = World()

    let outcome = world.run("queue", "--store", "my shop")
    world.variables["IAP_STORE"] = "/nope"
    let variable = world.run("queue")

    #expect(outcome.exit == .notFound)
    #expect(outcome.errors.hasPrefix("iap: error: no store at 'my shop'\n"))
    #expect(outcome.errors.hasSuffix("  hint: iap init --store 'my shop'\n"))
    #expect(variable.errors.hasPrefix("iap: error: no store at '/nope'\n"))
  }

  @Test func `An advised command is for the account and the store that were named`() {
    let world = World()
    let words = ["--account", "kid", "--store", "my shop"]
    _ = world.run("init", "--store", "my shop")
    _ = world.run(["store", "account", "add", "kid", "--store", "my shop"])
    _ = world.run(["store", "set", "network", "off"] + words)

    let offline = world.run(["restore"] + words)
    let unknown = world.run("queue", "--account", "nobody", "--store", "my shop")
    let usage = world.run(["purchase"] + words)

    #expect(
      offline.errors.hasSuffix("  hint: iap store set network on --account kid --store 'my shop'\n")
    )
    #expect(unknown.errors.hasSuffix("  hint: iap store account add nobody --store 'my shop'\n"))
    #expect(usage.errors.hasSuffix("  hint: iap help purchase\n"))
  }

  @Test func `A failure that is set to happen is not blamed on the network`() {
    let world = World()
    world.run("init")
    world.run("store", "set", "fail", "loadProducts", "networkError")

    let failed = world.run("products")
    world.run("store", "set", "network", "off")
    let offline = world.run("purchase", "lifetime")

    #expect(failed.errors.hasSuffix("  hint: iap store show\n"), "\(failed.errors)")
    #expect(offline.errors.hasSuffix("  hint: iap store set network on\n"))
  }

  @Test func `A scenario that is none has a code that is explained`() throws {
    let world = World()
    world.files["bad.json"] = "{}"

    let outcome = world.run("replay", "bad.json", "--json")
    let code = try #require(
      try JSONParser.parse(outcome.output)["error"]?["code"]?.string
    )

    #expect(Explanation.of(code)?.exitCode == outcome.exit)
  }

  @Test func `An explanation has no letter in the place of a fact, and always an exit status`() {
    for explanation in Explanation.all {
      let text = explanation.meaning + " " + explanation.advice
      let words = text.split { !$0.isLetter && $0 != "_" }
      #expect(!words.contains("X") && !words.contains("Y"), "\(explanation)")
      let outcome = World().run("explain", explanation.code)
      #expect(outcome.output.contains("exit status: "), "\(explanation)")
    }
  }

  @Test func `An unknown code suggests the nearest`() {
    let outcome = World().run("explain", "usercanceled")

    #expect(outcome.exit == .notFound)
    #expect(outcome.errors.hasSuffix("  hint: iap explain userCancelled\n"))
  }

  @Test func `The help topic lists every exit status with its meaning`() {
    let help = World().run("help", "exit-codes").output.split(separator: "\n")

    for code in ExitCode.allCases {
      #expect(help.contains { $0.hasPrefix("  \(code.rawValue)  ") })
    }
    #expect(ExitCode.allCases.map(\.rawValue) == Array(0...8))
  }
}
