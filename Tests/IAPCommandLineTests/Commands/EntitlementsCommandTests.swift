import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// `iap entitlements`, asked of a store and of received data.
struct EntitlementsCommandTests {
  private func world(_ commands: String...) throws -> World {
    let world = World()
    for command in ["init"] + commands {
      let outcome = world.run(command.split(separator: " ").map(String.init))
      try #require(outcome.exit == .success, "\(command): \(outcome.errors)")
    }
    return world
  }

  /// The fields of the first entitlement in the document.
  private func first(_ outcome: World.Outcome) throws -> JSONValue {
    let document = try JSONParser.parse(outcome.output)
    return try #require(document["entitlements"]?[0])
  }

  @Test func `The document has the fields of the contract and what decided`() throws {
    let world = try world("purchase pro_monthly --no-intro")

    let outcome = world.run("entitlements", "pro", "--json")

    #expect(
      outcome
        == .init(
          output: """
            {
              "asOfDate": 1767225600000,
              "clock": "store",
              "entitlements": [
                {
                  "entitled": true,
                  "entitledUntilDate": 1769904000000,
                  "expiresDate": 1769904000000,
                  "name": "pro",
                  "ownership": "PURCHASED",
                  "productId": "pro_monthly",
                  "reasons": [
                    "pro_monthly (transaction 2000001000000001) decides: paid until 2026-02-01 00:00 UTC, renews",
                    "as of 2026-01-01 00:00 UTC, the store's clock"
                  ],
                  "state": "active",
                  "transactionId": "2000001000000001",
                  "willRenew": true
                }
              ],
              "warnings": []
            }

            """,
          errors: "",
          exit: .success
        )
    )
  }

  @Test(arguments: [false, true])
  func `A made-up copy does not undo a signed refund`(asLines: Bool) throws {
    let world = try world("purchase lifetime", "store refund lifetime")
    world.files["signed"] = world.run("history", "--signed").output
    world.files["made-up"] = """
      {"transactionId":"2000001000000001","originalTransactionId":"2000001000000001",\
      "productId":"lifetime","bundleId":"com.example.app","environment":"Sandbox",\
      "purchaseDate":1767225600000,"signedDate":1798761600000,"type":"Non-Consumable"}
      """
    let words = [
      "entitlements", "--from", "signed", "--from", "made-up", "--for-store", "--allow-unsigned",
      "--require", "lifetime", "--json",
    ]

    let outcome = world.run(words + (asLines ? ["--lines"] : []))

    #expect(outcome.exit == .no)
    let document = try JSONParser.parse(outcome.output)
    #expect(document["entitlements"]?[0]?["state"] == "revoked")
    #expect(document["asOfDate"] == 1_767_225_600_000)
    let warnings = (document["warnings"]?.array ?? []).compactMap(\.string)
    #expect(warnings.contains { $0.contains("the unsigned copy of 2000001000000001 differs") })
    #expect(warnings.contains { $0.contains("the clock is that of the signed data") })
  }

  @Test func `Inputs of two apps are named as that`() throws {
    let world = World()
    for (file, app) in [("one", "com.example.a"), ("two", "com.example.b")] {
      world.files[file] = """
        {"transactionId":"\(file)","productId":"lifetime","bundleId":"\(app)",\
        "purchaseDate":1767225600000,"signedDate":1767225600000,"type":"Non-Consumable"}
        """
    }

    let answered = world.run(
      ["entitlements", "--from", "one", "--from", "two", "--allow-unsigned"]
    )
    let verified = world.run(
      ["verify", "one", "two", "--allow-unsigned", "--product", "lifetime"]
    )

    for outcome in [answered, verified] {
      #expect(outcome.exit == .success)
      #expect(outcome.errors.contains("of several apps, and all count: com.example.a, com.example"))
    }
  }

  @Test func `case N03: no, not found and cannot tell are different statuses`() throws {
    let world = try world("purchase pro_monthly")

    let statuses = ["pro", "founder", "nobody"].map {
      world.run("entitlements", "--require", $0, "--quiet").exit
    }
    let unknown = world.run("entitlements", "--require", "Pro")

    #expect(statuses == [.success, .no, .notFound])
    #expect(unknown.errors.contains("did you mean 'pro'"))
  }

  @Test func `Without --require the answer may be no and the status is 0`() throws {
    let outcome = try world().run("entitlements", "pro")

    #expect(outcome.exit == .success)
    #expect(outcome.output.contains("notPurchased"))
  }

  @Test func `--expect asks for a state`() throws {
    let world = try world("store set ask-to-buy on")
    _ = world.run("purchase", "pro_monthly")

    #expect(world.run("entitlements", "pro", "--expect", "pending").exit == .success)
    #expect(world.run("entitlements", "pro", "--expect", "active").exit == .no)
  }

  @Test func `case B03: as of a day before the refund it was entitled`() throws {
    let world = try world(
      "purchase pro_yearly",
      "store advance 2mo",
      "store refund pro_yearly"
    )

    let now = world.run("entitlements", "pro", "--json")
    let before = world.run("entitlements", "pro", "--as-of", "2026-02-15", "--json")
    let never = world.run("entitlements", "pro", "--as-of", "2025-06-01", "--json")

    #expect(try first(now)["state"] == "revoked")
    #expect(try first(before)["state"] == "active")
    #expect(try first(never)["state"] == "notPurchased")
    #expect(try JSONParser.parse(before.output)["clock"] == "argument")
  }

  @Test func `A question about the store's future is answered with a warning on stderr`() throws {
    let outcome = try world().run("entitlements", "pro", "--as-of", "2030-01-01")

    #expect(outcome.exit == .success)
    #expect(outcome.errors.contains("warning: "))
    #expect(!outcome.output.contains("warning"))
  }

  @Test func `case C01: grace is a yes with a warning on stderr`() throws {
    let world = try world(
      "store set grace-period 16d",
      "purchase pro_monthly --no-intro",
      "store billing fail",
      "store advance 1mo"
    )

    let outcome = world.run("entitlements", "--require", "pro", "--json")
    let text = world.run("entitlements", "--require", "pro")

    let entitlement = try first(outcome)
    #expect(outcome.exit == .success)
    #expect(entitlement["state"] == "inGracePeriod")
    #expect(entitlement["expiresDate"] == 1_769_904_000_000)
    #expect(entitlement["entitledUntilDate"] == 1_771_286_400_000)
    #expect(entitlement["expirationReason"] == "billing-error")
    #expect(text.errors.contains("payment for pro_monthly failed"))
  }

  // MARK: - Received data

  @Test func `What the store signed answers as the store does`() throws {
    let world = try world("purchase pro_monthly", "purchase founders_pack", "store advance 10d")
    world.files.contents["history.jws"] = Array(world.run("history", "--signed").output.utf8)

    let stored = world.run("entitlements", "--json")
    let received = world.run(
      "entitlements",
      "--from",
      "history.jws",
      "--lines",
      "--for-store",
      "--json"
    )

    func answers(_ outcome: World.Outcome) throws -> [[JSONValue?]] {
      try #require(try JSONParser.parse(outcome.output)["entitlements"]?.array).map {
        [$0["name"], $0["entitled"], $0["state"], $0["transactionId"], $0["entitledUntilDate"]]
      }
    }
    #expect(received.exit == .success)
    #expect(try answers(received) == answers(stored))
    #expect(try JSONParser.parse(received.output)["clock"] == "signed")
  }

  @Test func `What nobody trusted signed answers nothing, exit 5`() throws {
    let world = try world("purchase pro_monthly")
    world.files.contents["one.jws"] = Array(world.run("history", "--signed").output.utf8)

    let outcome = world.run("entitlements", "--from", "one.jws", "--require", "pro_monthly")

    #expect(outcome.exit == .invalid)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("'one.jws'"))
  }

  private let decoded = """
    {"transactionId":"1","originalTransactionId":"1","productId":"plan","purchaseDate":1767225600000,\
    "expiresDate":1769904000000,"type":"Auto-Renewable Subscription","environment":"Sandbox",\
    "bundleId":"com.example.app","signedDate":1768000000000}
    """

  @Test func `Unsigned data answers only when that is allowed, with a warning`() throws {
    let world = World()
    world.files["plan.json"] = decoded

    let refused = world.run("entitlements", "--from", "plan.json", "--require", "plan")
    let allowed = world.run(
      "entitlements",
      "--from",
      "plan.json",
      "--require",
      "plan",
      "--allow-unsigned"
    )

    #expect(refused.exit == .invalid)
    #expect(allowed.exit == .success)
    #expect(allowed.errors.contains("unsigned"))
  }

  @Test func `Lines are read the quick way with the same answer as files`() throws {
    let world = World()
    let later = decoded.replacing("\"transactionId\":\"1\"", with: "\"transactionId\":\"2\"")
      .replacing("1767225600000", with: "1769904000000")
      .replacing("\"expiresDate\":1769904000000", with: "\"expiresDate\":1772323200000")
    world.files["lines"] = decoded + "\n\n" + later + "\n"
    world.files["first"] = decoded
    world.files["second"] = later

    let options = ["--allow-unsigned", "--as-of", "2026-02-10", "--json"]
    let lines = world.run(["entitlements", "--from", "lines", "--lines"] + options)
    let files = world.run(["entitlements", "--from", "first", "--from", "second"] + options)

    #expect(lines == files)
    #expect(try first(lines)["transactionId"] == "2")
    #expect(try first(lines)["state"] == "active")
  }

  @Test func `One bad line among good ones is named, and the status says so`() throws {
    let world = World()
    world.files["lines"] = decoded + "\nnonsense\n"

    let outcome = world.run(
      "entitlements",
      "--from",
      "lines",
      "--lines",
      "--allow-unsigned",
      "--require",
      "plan"
    )

    #expect(outcome.exit == .invalid)
    #expect(outcome.output.contains("plan"))
    #expect(outcome.errors.contains("1 of 2 inputs refused"))
    #expect(outcome.errors.contains("'lines:2'"))
  }

  @Test func `case G09: an account token chooses whose purchases count`() throws {
    let world = World()
    world.files["plan.json"] = decoded.replacing(
      "\"type\"",
      with: "\"appAccountToken\":\"7e3fb204-2c5f-4d3b-9a5e-000000000001\",\"type\""
    )
    func ask(_ token: String) -> ExitCode {
      world.run(
        "entitlements",
        "--from",
        "plan.json",
        "--allow-unsigned",
        "--require",
        "plan",
        "--app-account-token",
        token
      ).exit
    }

    #expect(ask("7e3fb204-2c5f-4d3b-9a5e-000000000001") == .success)
    #expect(ask("7e3fb204-2c5f-4d3b-9a5e-000000000002") == .no)
  }

  @Test func `case A10: copies in both lists of a receipt are warned of once`() throws {
    let world = World()
    let item = """
      {"product_id":"plan","transaction_id":"1","original_transaction_id":"1","quantity":"1",\
      "purchase_date_ms":"1767225600000","original_purchase_date_ms":"1767225600000",\
      "expires_date_ms":"1769904000000"}
      """
    world.files["answer.json"] = """
      {"status":0,"environment":"Sandbox","receipt":{"bundle_id":"com.example.app",\
      "request_date_ms":"1768000000000","in_app":[\(item)]},"latest_receipt_info":[\(item)]}
      """

    let outcome = world.run(
      "entitlements",
      "--from",
      "answer.json",
      "--allow-unsigned",
      "--require",
      "plan",
      "--json"
    )

    let warnings = try JSONParser.parse(outcome.output)["warnings"]?.array ?? []
    #expect(outcome.exit == .success)
    #expect(warnings.filter { $0.string?.contains("list") == true }.count == 1)
  }

  @Test func `Data without any date answers what no date can change`() throws {
    let world = World()
    let undated = decoded.replacing(",\"signedDate\":1768000000000", with: "")
    world.files["plan.json"] = undated
    world.files["owned.json"] = undated.replacing("\"expiresDate\":1769904000000,", with: "")
      .replacing("Auto-Renewable Subscription", with: "Non-Consumable")
    func ask(_ file: String) -> ExitCode {
      world.run("entitlements", "--from", file, "--allow-unsigned", "--require", "plan").exit
    }

    #expect(ask("plan.json") == .cannotTell)
    #expect(ask("owned.json") == .success)
  }

  @Test func `--cached and --lines are refused where they mean nothing`() throws {
    let world = try world()

    #expect(world.run("entitlements", "--lines").exit == .usage)
    #expect(world.run("entitlements", "--from", "x", "--cached").exit == .usage)
  }

  // MARK: - Overrides and content

  @Test func `An override is refused by an ordinary folder, and labelled where it is allowed`()
    throws
  {
    let closed = try world().run("override", "pro", "on")
    let open = World()
    _ = open.run("init", "--allow-overrides")
    let set = open.run("override", "pro", "on")
    let answer = open.run("entitlements", "--require", "pro", "--json")

    #expect(closed.exit == .refused)
    #expect(set.exit == .success)
    #expect(answer.exit == .success)
    #expect(try first(answer)["overridden"] == true)
  }

  @Test func `Hosted content is copied once it is complete`() throws {
    let world = World()
    world.files.contents["/shop/Shop.storekit"] = try Fixture.bytes("catalogs/SampleShop.storekit")
    world.files["/shop/Shop.downloads.json"] = """
      { "format": "iap.downloads", "version": 1,
        "products": { "lifetime": [
          { "id": "manual", "path": "Content/manual", "size": 5000, "bytesPerSecond": 1000 } ] } }
      """
    world.files["/shop/Content/manual/index.html"] = "hello"
    let made = world.run("init", "--catalog", "/shop/Shop.storekit")
    let bought = world.run("purchase", "lifetime", "--json")

    let refused = world.run("finish", "--all")
    let started = world.run("downloads", "start", "lifetime")
    let early = world.run("downloads", "--into", "Out")
    let none = world.files["Out/manual/index.html"]
    _ = world.run("store", "advance", "5s")
    let complete = world.run("downloads", "--into", "Out")
    let finished = world.run("finish", "--all")

    #expect(made.exit == .success, "\(made.errors)")
    #expect(try JSONParser.parse(bought.output)["finished"] == false)
    #expect(refused.exit == .refused)
    #expect(started.exit == .success)
    #expect(early.output.contains("active"))
    #expect(none == nil)
    #expect(complete.output.contains("copied to Out/manual"))
    #expect(world.files["Out/manual/index.html"] == "hello")
    #expect(finished.exit == .success)
  }

  @Test func `Content that was given up is named when its transaction is finished`() throws {
    let world = World()
    world.files.contents["/shop/Shop.storekit"] = try Fixture.bytes("catalogs/SampleShop.storekit")
    world.files["/shop/Shop.downloads.json"] = """
      { "format": "iap.downloads", "version": 1,
        "products": { "lifetime": [ { "id": "manual", "size": 5000 } ] } }
      """
    _ = world.run("init", "--catalog", "/shop/Shop.storekit")
    _ = world.run("purchase", "lifetime")
    _ = world.run("downloads", "cancel", "lifetime")

    let outcome = world.run("finish", "--all")

    #expect(outcome.exit == .success)
    #expect(outcome.errors.contains("warning: 'manual' of transaction"))
  }

  @Test func `Delivery does not finish by a failed purchase what was not delivered`() throws {
    let world = World()
    _ = world.run("init")
    _ = world.run("purchase", "coins_100", "--no-finish", "--simulate", "cancelled")
    _ = world.run("purchase", "coins_100", "--no-finish")
    world.programOutcome = { _ in .exited(1) }

    let failed = world.run("finish", "--all", "--deliver", "./grant")
    let open = world.run("queue", "--json")
    world.programOutcome = { _ in .exited(0) }
    let done = world.run("finish", "--all", "--deliver", "./grant")
    let empty = world.run("queue")

    #expect(failed.exit == .refused)
    #expect(try JSONParser.parse(open.output)["transactions"]?.array?.count == 2)
    #expect(done.exit == .success)
    #expect(empty.output == "the queue is empty\n")
  }
}
