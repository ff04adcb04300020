import IAPCommandLine
import IAPTestSupport
import Testing

struct ProductsLintCommandTests {
  private func world(_ fixtures: String...) throws -> World {
    let world = World()
    for name in fixtures {
      let short = name.split(separator: "/").last.map(String.init) ?? name
      world.files.contents[short + ".storekit"] = try Fixture.bytes("catalogs/\(name).storekit")
    }
    return world
  }

  @Test func `A well-made catalogue has no problems`() throws {
    let outcome = try world("SampleShop").run("products", "lint", "SampleShop.storekit")

    #expect(outcome == .init(output: "no problems in 1 file\n", errors: "", exit: .success))
  }

  @Test func `The place of an error in the whole file is said once`() throws {
    let outcome = try world("broken/WrongTypes").run("products", "lint", "WrongTypes.storekit")

    let why = outcome.errors.split(separator: "\n").first { $0.hasPrefix("  why: ") } ?? ""
    let place = why.split(separator: ": ").dropFirst(2).first.map(String.init) ?? ""
    #expect(!place.isEmpty && why.ranges(of: place + ":").count == 1, "\(outcome.errors)")
  }

  @Test func `case M02: yen with decimals are an error, exit 5`() throws {
    let outcome = try world("Yen").run("products", "lint", "Yen.storekit")

    #expect(outcome.exit == .invalid)
    #expect(
      outcome.output == """
        Yen.storekit: products[1].displayPrice: error: 9.99 cannot be paid in JPY [impossiblePrice]
          hint: write a price with as many decimals as the currency of the storefront has
        1 error in 1 file

        """
    )
  }

  @Test func `case M02: the document of lint`() throws {
    let outcome = try world("Yen").run("products", "lint", "Yen.storekit", "--json")

    #expect(outcome.exit == .invalid)
    #expect(
      outcome.output == """
        {
          "error": {
            "code": "impossiblePrice",
            "exitCode": 5,
            "message": "1 problem is an error",
            "why": "Yen.storekit: products[1].displayPrice: 9.99 cannot be paid in JPY"
          },
          "problems": [
            {
              "code": "impossiblePrice",
              "file": "Yen.storekit",
              "hint": "write a price with as many decimals as the currency of the storefront has",
              "message": "9.99 cannot be paid in JPY",
              "path": "products[1].displayPrice",
              "severity": "error"
            }
          ]
        }

        """
    )
  }

  @Test func `Broken files are one error each, and the others are still checked`() throws {
    let outcome = try world("broken/Empty", "broken/WrongTypes", "broken/DuplicateKeys", "Minimal")
      .run(
        "products",
        "lint",
        "Empty.storekit",
        "WrongTypes.storekit",
        "DuplicateKeys.storekit",
        "Minimal.storekit"
      )

    #expect(outcome.exit == .invalid)
    #expect(
      outcome.output == """
        Empty.storekit: error: the file is empty [emptyCatalog]
          hint: name a .storekit file that Xcode's editor opens
        WrongTypes.storekit: error: products[1].displayPrice: expected text, found a number \
        [wrongType]
          hint: correct the place as the message says
        DuplicateKeys.storekit: error: not JSON: 5:3: the member 'products' twice in one object \
        [notJSON]
          hint: keep one of the two: readers disagree about which one counts
        3 errors in 4 files

        """
    )
  }

  @Test func `Warnings alone are no failure`() throws {
    let outcome = try world("Version-4.0").run("products", "lint", "Version-4.0.storekit")

    #expect(outcome.exit == .success)
    #expect(outcome.output.contains("warning: the price is empty"))
  }

  @Test func `White space in an id is shown`() throws {
    let outcome = try world("Problems").run("products", "lint", "Problems.storekit")

    #expect(outcome.output.contains("the product id 'lamp\\u{a}' contains white space"))
  }

  @Test func `A package directory is read by its inner file`() throws {
    let world = World()
    world.files.contents["Picture.storekit/Configuration.storekit"] = try Fixture.bytes(
      "catalogs/Picture.storekit/Configuration.storekit"
    )

    let outcome = world.run("products", "lint", "Picture.storekit")

    #expect(outcome == .init(output: "no problems in 1 file\n", errors: "", exit: .success))
  }

  @Test func `Standard input is a file too`() throws {
    let world = World()
    world.input = try Fixture.bytes("catalogs/broken/PropertyList.storekit")

    let outcome = world.run("products", "lint", "-")

    #expect(outcome.exit == .invalid)
    #expect(outcome.output.hasPrefix("-: error: a property list, not JSON [propertyList]\n"))
  }

  @Test func `case N04: a missing file is one error and nothing else`() throws {
    let outcome = try world("Yen").run("products", "lint", "Yen.storekit", "nofile")

    #expect(outcome.exit == .notFound)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("nofile"))
  }
}
