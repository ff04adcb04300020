import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

struct ProductsCommandTests {
  private func world() -> World {
    let world = World()
    #expect(world.run("init").exit == .success)
    return world
  }

  @Test func `The sample shop is listed`() throws {
    let outcome = world().run("products", "coins_100", "lifetime")

    #expect(
      outcome
        == .init(
          output: """
            ID         TYPE            NAME           PRICE  FAMILY
            coins_100  Consumable      100 Coins      $0.99
            lifetime   Non-Consumable  Pro Forever  $149.99  shareable

            """,
          errors: "",
          exit: .success
        )
    )
  }

  @Test func `Storefront and locale can be asked for`() throws {
    let outcome = world().run(
      "products",
      "coins_100",
      "--storefront",
      "de",
      "--locale",
      "de-DE",
      "--json"
    )

    let product = try JSONParser.parse(outcome.output)["products"]?[0]
    #expect(product?["currency"] == "EUR")
    #expect(product?["displayName"] == "100 Münzen")
    #expect(product?["displayPrice"]?.string?.hasPrefix("0,99") == true)
    #expect(product?["price"] == "0.99")
  }

  @Test func `case M08: an id is compared exactly, with blanks shown and near ids named`() throws {
    let outcome = world().run("products", " Pro_Monthly")

    #expect(
      outcome
        == .init(
          output: "",
          errors: """
            iap: error: no product ' Pro_Monthly'
              why: ids are compared exactly; did you mean 'pro_monthly'?
              hint: iap products pro_monthly

            """,
          exit: .notFound
        )
    )
  }

  @Test func `case N01: unknown ids stand in the document and on stderr, exit 6`() throws {
    let outcome = world().run("products", "nothing_like_it", "coins_100", "--json")

    let document = try JSONParser.parse(outcome.output)
    #expect(document["invalidProductIds"] == ["nothing_like_it"])
    #expect(document["products"]?.array?.count == 1)
    #expect(try JSONParser.parse(outcome.errors)["error"]?["code"] == "unknownProduct")
    #expect(outcome.exit == .notFound)
  }

  @Test(arguments: [
    ["--storefront", "UK", "GBR"], ["--storefront", "USB", "USA"], ["--locale", "ja_JJ", "ja_JP"],
  ])
  func `A value that is none names near ones, exit 2`(_ words: [String]) throws {
    let outcome = world().run(["products"] + words.prefix(2))

    #expect(outcome.exit == .usage)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(words[2]))
  }

  @Test func `Offline the app gets no products, exit 7`() throws {
    let world = world()
    #expect(world.run("store", "set", "network", "off").exit == .success)

    let outcome = world.run("products")

    #expect(outcome.exit == .cannotTell)
    #expect(outcome.output == "")
  }

  @Test func `Without a store there is nothing to list, exit 6`() throws {
    #expect(World().run("products").exit == .notFound)
  }

  @Test func `Eligibility is told in words`() throws {
    let outcome = world().run("products", "basic_monthly", "--eligibility")

    #expect(outcome.output.contains("$1.99 each for 3 months  eligible"))
  }

  @Test func `Without a file, lint looks at the store's own catalogue`() throws {
    #expect(world().run("products", "lint").output == "no problems in 1 file\n")
    let other = World()
    other.files.contents["/shop/Yen.storekit"] = try Fixture.bytes("catalogs/Yen.storekit")
    #expect(other.run("init", "--catalog", "/shop/Yen.storekit").exit == .success)

    let outcome = other.run("products", "lint")

    #expect(outcome.exit == .invalid)
    #expect(outcome.output.hasPrefix("/shop/Yen.storekit: products[1].displayPrice: error"))
  }

  @Test func `case M11: no command writes the catalogue's file`() throws {
    let world = World()
    let before = try Fixture.bytes("catalogs/Version-6.3.storekit")
    world.files.contents["/shop/Shop.storekit"] = before

    for words in [
      ["init", "--catalog", "/shop/Shop.storekit"], ["products"], ["products", "lint"],
      ["purchase", "studio.month"], ["store", "price", "studio.month", "4.98"],
    ] {
      #expect(world.run(words).exit == .success)
    }

    #expect(world.files.contents["/shop/Shop.storekit"] == before)
  }

  @Test func `case M12: settings of the file are shown at start, unknown ones noted`() throws {
    let world = World()
    world.files.contents["/shop/Shop.storekit"] = try Fixture.bytes("catalogs/SettingsOn.storekit")

    let outcome = world.run("init", "--catalog", "/shop/Shop.storekit")

    #expect(outcome.exit == .success)
    for words in ["ask-to-buy", "interrupted", "grace-period", "oneRenewalEveryMinute", "NOR"] {
      #expect(outcome.output.contains(words), "\(words)")
    }
    #expect(outcome.errors.contains("the setting '_teleportEnabled' is not known and is ignored"))
  }
}
