import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// Where the store is, who acts, and what becomes of a changed catalogue.
struct StoreFolderTests {
  private static let shop = """
    {"identifier":"A","products":[{"displayPrice":"1.99","familyShareable":false,
    "internalID":"1","localizations":[],"productID":"gem","referenceName":"Gem",
    "type":"Consumable"}],"settings":{},"subscriptionGroups":[],"version":{"major":3,"minor":0}}
    """

  @Test func `The folder is found upwards like a repository, an option and a variable name it`() {
    let world = World()
    #expect(world.run("init").exit == .success)

    world.workingDirectory = "/shop/deep/below"
    #expect(world.run("queue").exit == .success)
    world.workingDirectory = "/elsewhere"
    #expect(world.run("queue").exit == .notFound)
    #expect(world.run("queue", "--store", "../shop/.iap").exit == .success)
    world.variables["IAP_STORE"] = "/shop/.iap"
    #expect(world.run("queue").exit == .success)
    #expect(world.run("queue", "--store", "nowhere").exit == .notFound)
  }

  @Test func `The account comes from the option, then the variable, then it is default`() {
    let world = World()
    #expect(world.run("init").exit == .success)
    #expect(world.run("store", "account", "add", "kid").exit == .success)
    world.variables["IAP_ACCOUNT"] = "kid"
    #expect(world.run("purchase", "lifetime").exit == .success)

    #expect(world.run("history").output.contains("lifetime"))
    #expect(world.run("history", "--account", "default").output == "no transactions\n")
    world.variables["IAP_ACCOUNT"] = "not a name"
    #expect(world.run("history").exit == .usage)
  }

  @Test func `A subscription is found by a product that it was of before`() {
    let world = World()
    #expect(world.run("init").exit == .success)
    #expect(world.run("purchase", "basic_monthly").exit == .success)
    #expect(world.run("purchase", "pro_monthly").exit == .success)

    let former = world.run("status", "basic_monthly")

    #expect(former.exit == .success)
    #expect(former.output == world.run("status", "pro_monthly").output)
    #expect(former.output.contains("pro_monthly"))
    #expect(world.run("status", "pro_yearly").output.contains("no subscriptions"))
  }

  @Test func `Verbose says why it is this store and this customer`() {
    let world = World()
    world.run("init")

    #expect(world.run("queue", "-v").errors.contains("store /shop/.iap (in this folder), clock"))
    #expect(world.run("queue", "-v").errors.contains("account default (nobody was named)"))
    world.workingDirectory = "/shop/deep"
    #expect(world.run("queue", "-v").errors.contains("(found above)"))
    world.variables["IAP_STORE"] = "/shop/.iap"
    world.variables["IAP_ACCOUNT"] = "default"
    let named = world.run("queue", "-v").errors
    #expect(named.contains("(IAP_STORE)") && named.contains("default (IAP_ACCOUNT)"), "\(named)")
    #expect(world.run("queue", "-v", "--store", "../.iap").errors.contains("(--store)"))
  }

  @Test func `A changed catalogue is loaded by the next command, which says so`() {
    let world = World()
    world.files["/shop/Shop.storekit"] = Self.shop
    #expect(world.run("init", "--catalog", "/shop/Shop.storekit").exit == .success)
    world.files["/shop/Shop.storekit"] = Self.shop.replacing("gem", with: "jewel")

    let frozen = world.run("purchase", "jewel", "--frozen")
    let loaded = world.run("purchase", "jewel")
    let again = world.run("purchase", "jewel")
    world.files["/shop/Shop.storekit"] = Self.shop
    let document = world.run("queue", "--json")

    #expect(frozen.exit == .unusableStore && frozen.errors.contains("has changed"))
    #expect(loaded.exit == .success && loaded.errors.contains("warning: the catalogue has changed"))
    #expect(again.exit == .success && again.errors == "")
    #expect(document.output.contains("\"warnings\": [\n"), "\(document.output)")
  }

  @Test func `A catalogue that is gone leaves the store as it was loaded`() {
    let world = World()
    world.files["/shop/Shop.storekit"] = Self.shop
    #expect(world.run("init", "--catalog", "/shop/Shop.storekit").exit == .success)
    world.files["/shop/Shop.storekit"] = nil

    let outcome = world.run("purchase", "gem")

    #expect(outcome.exit == .success)
    #expect(outcome.errors.contains("Shop.storekit' cannot be read, what was loaded of it stays"))
    #expect(world.run("doctor").output.contains("catalogMissing") == false)
    #expect(world.run("doctor", "--json").output.contains("catalogMissing"))
  }

  @Test func `A broken catalogue hides no answer, and nothing is sold from it`() {
    let world = World()
    world.files["/shop/Shop.storekit"] = Self.shop
    #expect(world.run("init", "--catalog", "/shop/Shop.storekit").exit == .success)
    #expect(world.run("purchase", "gem").exit == .success)
    world.files["/shop/Shop.storekit"] = "{ oops"

    let history = world.run("history")
    let entitled = world.run("entitlements")
    let purchase = world.run("purchase", "gem")
    let frozen = world.run("history", "--frozen")

    for outcome in [history, entitled] {
      #expect(outcome.exit == .success)
      #expect(outcome.errors.contains("answered from what was loaded"))
    }
    #expect(history.output.contains("gem"))
    #expect(purchase.exit == .invalid && purchase.output == "")
    #expect(frozen.exit == .unusableStore)
  }

  @Test func `init says what the lint calls an error, in its document too`() throws {
    let world = World()
    world.files["Yen.storekit"] = String(
      decoding: try Fixture.bytes("catalogs/Yen.storekit"),
      as: UTF8.self
    )

    let outcome = world.run("init", "--catalog", "Yen.storekit", "--json")

    let warnings = try #require(try JSONParser.parse(outcome.output)["warnings"]?.array)
    #expect(warnings.count == 1)
    #expect(warnings[0].string?.hasSuffix(": iap products lint Yen.storekit") == true)
    #expect(outcome.errors.contains("iap products lint Yen.storekit"))
    #expect(outcome.exit == .success)
  }

  @Test func `Nothing is left open, and nothing is locked while a program delivers`() {
    let world = World()
    #expect(world.run("init").exit == .success)
    #expect(world.run("purchase", "lifetime", "--no-finish").exit == .success)
    var openWhileDelivering: [Int] = []
    world.programOutcome = { [stores = world.stores] call in
      openWhileDelivering.append(stores.openCount)
      return .exited(0)
    }

    let outcome = world.run("finish", "--all", "--deliver", "./grant", "--deliver-arg", "-v")

    #expect(outcome.exit == .success && openWhileDelivering == [0] && world.stores.openCount == 0)
    let call = world.programCalls.first
    #expect(call?.program == "./grant" && call?.arguments == ["-v"] && call?.timeout == 30_000)
    let input = try? JSONParser.parse(call?.input ?? [])
    #expect(input?["productId"]?.string == "lifetime")
    #expect(call?.variables == ["IAP_TRANSACTION_ID": input?["transactionId"]?.string ?? ""])
  }

  @Test func `What was refunded while it was delivered stays in the queue`() {
    let world = World()
    #expect(world.run("init").exit == .success)
    #expect(world.run("purchase", "lifetime", "--no-finish").exit == .success)
    world.programOutcome = { [world] _ in
      _ = world.run("store", "refund", "lifetime")
      return .exited(0)
    }

    let outcome = world.run("finish", "--all", "--deliver", "./grant")

    #expect(outcome.exit == .refused && outcome.output.contains("a later version arrived"))
    #expect(world.run("queue").output.contains("revocation"))
  }

  @Test func `init over a store is refused, by force it is made anew`() {
    let world = World()
    #expect(world.run("init").exit == .success)
    #expect(world.run("purchase", "lifetime").exit == .success)

    #expect(world.run("init").exit == .unusableStore)
    #expect(world.run("init", "--force", "--now", "today").exit == .success)
    #expect(world.run("history").output == "no transactions\n")
    #expect(world.run("store", "show").output.contains("2026-11-30 00:00 UTC"))
  }
}
