import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// What signed data can and cannot answer, and how it is named when it is given the wrong way.
struct ReceivedDataTests {
  /// A store with one purchase, what it signs, and a file of two signed lines.
  private func world() -> World {
    let world = World()
    for line in [
      "init", "purchase lifetime", "purchase pro_monthly --no-intro", "store notify test",
    ] {
      world.run(line.split(separator: " ").map(String.init))
    }
    world.files["app.jws"] = world.run("receipt", "--format", "app-transaction").output
    world.files["lines.jws"] = world.run("history", "--signed").output
    world.files["test.jws"] =
      world.run("store", "notifications", "--signed", "--type", "TEST").output
    world.files["receipt.b64"] = world.run("receipt").output
    return world
  }

  private func ask(_ world: World, _ words: String...) -> World.Outcome {
    world.run(["entitlements", "--for-store"] + words)
  }

  @Test func `Data that never holds purchases cannot tell`() {
    let world = world()

    for file in ["app.jws", "test.jws"] {
      let outcome = ask(world, "--from", file, "--require", "pro")

      #expect(outcome.exit == .cannotTell && outcome.output == "", "\(file)")
      #expect(outcome.errors.contains("says nothing about purchases"), "\(outcome.errors)")
    }
    let both = ask(world, "--from", "app.jws", "--from", "receipt.b64", "--require", "pro")
    #expect(both.exit == .success, "\(both.errors)")
  }

  @Test func `The clock of received data is named, and old data is warned of`() {
    let world = world()

    let signed = ask(world, "--from", "receipt.b64", "pro")
    let sameDay = ask(world, "--from", "receipt.b64", "lifetime", "--as-of", "2026-01-02")
    let later = ask(world, "--from", "receipt.b64", "lifetime", "--as-of", "2026-01-31")

    #expect(
      signed.output.hasSuffix("as of 2026-01-01 00:00 UTC, the time at which the data was signed\n")
    )
    #expect(!signed.errors.contains("the data is from"))
    #expect(!sameDay.errors.contains("the data is from"))
    #expect(later.output.hasSuffix("as of 2026-01-31 00:00 UTC, the time asked for\n"))
    #expect(later.errors.contains("the data is from 2026-01-01 00:00 UTC, 30 days before"))
  }

  @Test func `Several signed lines in a file lead to --lines`() {
    let world = world()

    let verified = world.run("verify", "lines.jws", "--for-store")
    let entitled = ask(world, "--from", "lines.jws")

    #expect(verified.exit == .invalid && entitled.exit == .invalid)
    #expect(verified.errors.hasSuffix("  hint: iap verify --lines lines.jws\n"))
    #expect(entitled.errors.hasSuffix("  hint: iap entitlements --lines --from lines.jws\n"))
    #expect(world.run("verify", "--lines", "lines.jws", "--for-store").exit == .success)
  }

  /// Received data, asked without a map and a catalogue.
  private func chains(_ file: String, root: String) throws -> World {
    let world = World()
    world.files.contents["data"] = try Fixture.bytes("chains/good/\(file)")
    world.files.contents["root.cer"] = try Fixture.bytes("chains/certificates/\(root).der")
    return world
  }

  private func askData(_ world: World, _ words: String...) -> World.Outcome {
    world.run(["entitlements", "--from", "data", "--trust-root", "root.cer"] + words)
  }

  @Test func `Where there is nothing to judge, no state is as expected`() throws {
    let world = try chains("receipt-empty.der", root: "receipt-root")

    for state in ["active", "notPurchased"] {
      let outcome = askData(world, "--expect", state, "--json")

      let document = try JSONParser.parse(outcome.output)
      #expect(document["error"]?["code"] == "nothingToJudge" && outcome.exit == .cannotTell)
    }
    #expect(askData(world).exit == .success)
    #expect(askData(world, "pro_monthly", "--expect", "notPurchased").exit == .success)
    #expect(askData(world, "pro_monthly", "--expect", "active").exit == .no)
  }

  @Test func `Without a map a name is that of a product, and a stranger is a no with a warning`()
    throws
  {
    let world = try chains("transaction.jws", root: "root")
    world.files["map.json"] =
      #"{"format":"iap.entitlements","version":1,"entitlements":{"pro":["pro_monthly"]}}"#

    let never = askData(world, "--require", "lifetime")
    let typo = askData(world, "--require", "pro_montly")
    let known = askData(world, "--require", "pro_monthly")
    let mapped = askData(world, "--require", "prof", "--map", "map.json")

    #expect(never.exit == .no && never.output.contains("notPurchased"))
    #expect(never.errors.contains("nothing in the data names 'lifetime'"))
    #expect(typo.exit == .no && typo.errors.contains("did you mean 'pro_monthly'?"))
    #expect(known.exit == .success && !known.errors.contains("nothing in the data"))
    #expect(mapped.exit == .notFound)
  }

  @Test func `Renewal info alone cannot tell, beside a transaction it can`() throws {
    let world = try chains("renewal-info.jws", root: "root")
    world.files.contents["transaction"] = try Fixture.bytes("chains/good/transaction.jws")

    let alone = askData(world, "--require", "pro_monthly")
    let both = askData(world, "--require", "pro_monthly", "--from", "transaction")

    #expect(alone.exit == .cannotTell && alone.errors.contains("says nothing about purchases"))
    #expect(both.exit == .success)
  }

  @Test func `Unknown names alone leave nothing to show`() {
    let world = world()

    let outcome = world.run("entitlements", "nobody")

    #expect(outcome.exit == .notFound && outcome.output == "")
    #expect(outcome.errors.hasPrefix("iap: error: no entitlement 'nobody'\n"))
  }
}
