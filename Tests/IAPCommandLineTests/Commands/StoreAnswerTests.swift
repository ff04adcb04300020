import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// What the store answers to a purchase, in and outside the app, and what the app does with it.
struct StoreAnswerTests {
  private func world(_ lines: String...) -> World {
    let world = World()
    for line in ["init"] + lines {
      let outcome = run(world, line)
      #expect(outcome.exit == .success, "\(line): \(outcome.errors)")
    }
    return world
  }

  @discardableResult
  private func run(_ world: World, _ line: String) -> World.Outcome {
    world.run(line.split(separator: " ").map(String.init))
  }

  // MARK: - Outside the app

  @Test func `A purchase outside the app that fails is an error and makes nothing`() throws {
    let world = world("store set fail purchase unknown")

    let outcome = run(world, "store buy lifetime --json")

    #expect(outcome.exit == .refused)
    #expect(try JSONParser.parse(outcome.output)["error"]?["code"] == "unknown")
    #expect(run(world, "history").output == "no transactions\n")
  }

  @Test func `What is advised after a purchase names the customer`() {
    let world = world()

    let bought = run(world, "purchase lifetime --no-finish --account kid")

    #expect(bought.output.hasSuffix("not finished: iap finish 2000002000000001 --account kid\n"))
    #expect(run(world, "finish 2000002000000001 --account kid").exit == .success)
  }

  @Test(arguments: ["store billing fail", "store billing fail pro_monthly"])
  func `Resetting the settings lets the bank accept renewals again`(failing: String) {
    let world = world("purchase pro_monthly --no-intro", failing, "reset --settings")

    run(world, "store advance 40d")

    #expect(run(world, "entitlements --require pro").exit == .success)
    #expect(run(world, "doctor").output == "the store is sound\n")
  }

  @Test func `Buying outside the app what is not for sale, or with a wrong offer, is an error`() {
    let world = world("store remove lifetime")

    #expect(run(world, "store buy lifetime").exit == .refused)
    #expect(run(world, "store buy pro_monthly --offer nothing").exit == .refused)
  }

  @Test func `Buying again outside the app says that it is owned`() throws {
    let world = world("purchase lifetime")

    let text = run(world, "store buy lifetime")
    let json = try JSONParser.parse(run(world, "store buy lifetime --json").output)

    #expect(text.output == "already owned: lifetime, nothing was charged\n")
    #expect(text.exit == .success)
    #expect(json["result"] == "alreadyOwned")
    #expect(json["changes"] == [])
  }

  @Test func `A code for new customers refuses the owner for that, whatever rebuy says`() throws {
    let world = world("purchase lifetime", "store code lifetime LAUNCH --for new")
    run(world, "store code lifetime ALL")

    let new = run(world, "store redeem LAUNCH")
    let all = run(world, "store redeem ALL --json")

    #expect(new.exit == .refused)
    #expect(new.errors.contains("why: the code is not for present customers"))
    #expect(try JSONParser.parse(all.output)["error"]?["code"] == "ineligibleForOffer")
    #expect(all.errors.contains("owns the product"))
    #expect(!(new.errors + all.errors).contains("rebuy"))
  }

  // MARK: - Plans and prices

  @Test func `Taking a downgrade back is told as that`() throws {
    let world = world("purchase pro_monthly --no-intro", "purchase basic_monthly")

    let outcome = run(world, "purchase pro_monthly --json")

    #expect(try JSONParser.parse(outcome.output)["result"] == "planChangeCancelled")
    #expect(outcome.exit == .success)
    run(world, "purchase basic_monthly")
    #expect(
      run(world, "purchase pro_monthly").output
        .hasPrefix("plan change cancelled: pro_monthly goes on, nothing was charged\n")
    )
  }

  @Test func `A price that nobody can pay in the currency is refused`() throws {
    let world = world()

    let dollars = run(world, "store price pro_monthly 9.999 --json")
    run(world, "store set storefront JPN")
    let yen = run(world, "store price lifetime 147.99")

    #expect(dollars.exit == .usage)
    #expect(try JSONParser.parse(dollars.output)["error"]?["code"] == "invalidPrice")
    #expect(yen.errors.contains("'lifetime' cannot cost 147.99 JPY"))
    #expect(run(world, "store price lifetime 148").exit == .success)
  }

  @Test func `The price on show is the price that is charged, in every storefront`() throws {
    let world = world("store set storefront JPN")

    let listed = run(world, "products lifetime --json")
    let bought = run(world, "purchase lifetime --json")

    let product = try #require(try JSONParser.parse(listed.output)["products"]?[0])
    let price = try #require(product["price"]?.string.flatMap { Price($0) })
    #expect(product["displayPrice"]?.string?.hasSuffix(price.text) == true)
    let transaction = try JSONParser.parse(bought.output)["transaction"]
    #expect(transaction?["price"]?.integer == price.milliunits)
  }

  @Test func `What would not be charged is said in the document`() throws {
    let world = world("purchase lifetime")

    let document = try JSONParser.parse(
      run(world, "products lifetime coins_100 --eligibility --json").output
    )

    #expect(document["products"]?[0]?["now"]?["charged"] == .boolean(false))
    #expect(document["products"]?[1]?["now"]?["charged"] == .boolean(true))
  }

  // MARK: - Waiting, and not believed

  @Test func `What waits has no failure code, interrupted or pending`() throws {
    for outcome in ["pending", "interrupted"] {
      let document = try JSONParser.parse(
        run(world(), "purchase lifetime --simulate \(outcome) --json").output
      )

      #expect(document["result"]?.string == outcome)
      #expect(document["code"] == nil)
    }
  }

  @Test func `An unverified purchase stands in the queue as that and cannot be finished`() throws {
    let world = world()
    run(world, "purchase lifetime --simulate unverified:invalidSignature")

    let queue = try JSONParser.parse(run(world, "queue --json").output)
    let finished = run(world, "finish lifetime --json")

    let item = try #require(queue["transactions"]?[0])
    #expect(item["state"] == "unverified")
    #expect(item["code"] == "invalidSignature")
    #expect(item["transaction"]?["productId"] == "lifetime")
    #expect(run(world, "queue").output.contains("unverified  purchase  lifetime"))
    #expect(finished.exit == .invalid)
    #expect(try JSONParser.parse(finished.output)["error"]?["code"] == "invalidSignature")
    #expect(run(world, "finish 2000001000000001").exit == .invalid)
    #expect(run(world, "entitlements --require lifetime").exit == .no)
  }

  @Test(arguments: ["storekit1", "storekit2"])
  func `Restoring while chains are broken fails, and says why`(api: String) throws {
    let world = world("purchase lifetime", "store set tamper chain")

    let document = run(world, "restore --fail-if-empty --json --api \(api)")
    let text = run(world, "restore --api \(api)")

    #expect(document.exit == .refused && text.exit == .refused)
    let json = try JSONParser.parse(document.output)
    #expect(json["restored"]?.array?.isEmpty == true)
    #expect(json["failed"]?[0]?["productId"] == "lifetime")
    #expect(json["failed"]?[0]?["code"] == "brokenChain")
    #expect(text.errors.contains("form no chain to the root"))
  }

  @Test func `While signatures are broken, what comes waits as unverified`() throws {
    let world = world("store set tamper signature", "store buy lifetime")

    let broken = run(world, "queue").output
    run(world, "store set tamper off")
    let whole = run(world, "queue").output

    #expect(broken.contains("unverified  purchase  lifetime"))
    #expect(whole.contains("purchased  purchase  lifetime"))
    #expect(!whole.contains("unverified"))
    #expect(run(world, "finish lifetime").exit == .success)
  }

  @Test func `A purchase in the past that overlaps another says what it must be`() {
    let world = World()
    for line in ["init", "purchase pro_monthly"] {
      world.run(line.split(separator: " ").map(String.init))
    }

    let outcome = world.run("store", "buy", "basic_monthly", "--purchase-date", "2025-12-01")

    #expect(outcome.exit == .usage)
    #expect(outcome.errors.contains("after all that the customer had of the group"))
    #expect(world.run("doctor").output == "the store is sound\n")
  }
}
