import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

struct CatalogWordsTests {
  @Test func `Every kind of problem has words, with and without an expectation`() {
    for code in CatalogProblemCode.allCases {
      for expected in ["EXPECTED", nil] {
        let problem = CatalogProblem(
          code,
          at: "path",
          found: "FOUND",
          expected: expected,
          otherPath: "OTHER",
          owner: "OWNER"
        )

        let words = problem.message + problem.hint
        #expect(!problem.message.isEmpty && !problem.hint.isEmpty)
        #expect(!words.contains("{found") && !words.contains("{o"))
        #expect(!problem.message.hasSuffix("."))
      }
    }
  }

  @Test func `No problem of a fixture shows an empty quotation`() throws {
    for name in try Fixture.names(in: "catalogs", suffix: ".storekit")
    where !name.contains("Picture") {
      for problem in try CatalogLint.problems(in: Fixture.bytes(name)) {
        #expect(!problem.message.contains("  "), "\(problem)")
        if problem.code != .levelMissing {
          #expect(!(problem.message + problem.hint).contains("''"), "\(problem)")
        }
      }
    }
  }

  @Test func `A fact that looks like a placeholder stays as it is`() {
    let problem = CatalogProblem(
      .duplicateProductID,
      at: "products[1].productID",
      found: "{other}",
      otherPath: "products[0].productID"
    )

    #expect(
      problem.message
        == "the product id '{other}' stands twice, first at products[0].productID; "
        + "this one is never sold"
    )
  }

  @Test func `Every code of the catalogue is explained`() {
    let codes =
      CatalogProblemCode.allCases.map(\.rawValue) + [
        "emptyCatalog", "catalogTooLarge", "propertyList", "notJSON", "notACatalog", "wrongType",
        "missingMember", "unknownStorefront", "unknownProduct",
      ]

    #expect(codes.filter { Explanation.of($0) == nil } == [])
  }

  @Test func `A file that is no catalogue is named with the place`() throws {
    let error = CatalogFileError(
      file: "Shop.storekit",
      error: .wrongType(path: "products[1].displayPrice", expected: "text", found: "a number")
    )

    #expect(
      error.diagnostic
        == Diagnostic(
          code: "wrongType",
          message: "'Shop.storekit' is no catalogue: products[1].displayPrice: expected text, "
            + "found a number",
          hint: "correct the place as the message says",
          exitCode: .invalid
        )
    )
  }
}
