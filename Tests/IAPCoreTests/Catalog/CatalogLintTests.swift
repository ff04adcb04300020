import IAPCore
import IAPTestSupport
import Testing

/// What is wrong with a catalogue that can be read.
struct CatalogLintTests {
  private func lint(_ name: String) throws -> [CatalogProblem] {
    try CatalogLint.problems(in: Fixture.bytes("catalogs/\(name).storekit"))
  }

  private func problems(_ code: CatalogProblemCode, in name: String) throws -> [CatalogProblem] {
    try lint(name).filter { $0.code == code }
  }

  @Test func `Well-made catalogues have no problems`() throws {
    for name in ["SampleShop", "Version-1.2", "Minimal", "Picture.storekit/Configuration"] {
      #expect(try lint(name) == [])
    }
  }

  @Test func `Every kind of problem is found in some fixture`() throws {
    var found: Set<CatalogProblemCode> = []
    for name in try Fixture.names(in: "catalogs", suffix: ".storekit")
    where !name.contains("Picture") {
      found.formUnion(try CatalogLint.problems(in: Fixture.bytes(name)).map(\.code))
    }

    #expect(CatalogProblemCode.allCases.filter { !found.contains($0) } == [])
  }

  @Test func `Every problem has a place in its file`() throws {
    for name in ["Problems", "HandWritten", "Version-4.0", "Version-Newer"] {
      let document = try JSONParser.parse(Fixture.bytes("catalogs/\(name).storekit"))
      for problem in try lint(name) {
        #expect(document.leads(to: problem.path), "\(name): \(problem.path)")
        if let other = problem.otherPath { #expect(document.leads(to: other), "\(name): \(other)") }
      }
    }
  }

  @Test func `case M02: a price that nobody can pay is an error`() throws {
    #expect(
      try lint("Yen") == [
        CatalogProblem(
          .impossiblePrice,
          at: "products[1].displayPrice",
          found: "9.99",
          expected: "JPY"
        )
      ]
    )
    #expect(CatalogProblemCode.impossiblePrice.severity == .error)
  }

  @Test func `case M10: the same id twice is an error with both places`() throws {
    #expect(
      try problems(.duplicateProductID, in: "Problems") == [
        CatalogProblem(
          .duplicateProductID,
          at: "nonRenewingSubscriptions[1].productID",
          found: "twice",
          otherPath: "products[0].productID"
        )
      ]
    )
    #expect(CatalogProblemCode.duplicateProductID.severity == .error)
  }

  @Test func `case D04: a shorter plan that ranks above a longer one is a warning`() throws {
    #expect(
      try problems(.levelsOutOfOrder, in: "Problems").first
        == CatalogProblem(
          .levelsOutOfOrder,
          at: "subscriptionGroups[0].subscriptions[0].groupNumber",
          found: "plan.month",
          expected: "plan.year",
          otherPath: "subscriptionGroups[0].subscriptions[1].groupNumber",
          owner: "pro"
        )
    )
    #expect(CatalogProblemCode.levelsOutOfOrder.severity == .warning)
  }

  @Test func `case D04: a better service in both lengths is in order`() throws {
    #expect(try problems(.levelsOutOfOrder, in: "SampleShop") == [])
  }

  @Test func `case M08: white space in an id is an error, and ids that differ in it shadow`() throws
  {
    #expect(
      try problems(.oddWhiteSpace, in: "Problems").map(\.found) == ["lamp\n", "bad id?"]
    )
    #expect(
      try problems(.shadowingProductID, in: "Problems") == [
        CatalogProblem(
          .shadowingProductID,
          at: "products[3].productID",
          found: "Lamp",
          expected: "lamp\n",
          otherPath: "products[2].productID"
        )
      ]
    )
  }

  @Test func `What people write by hand is told with what was meant`() throws {
    let problems = try lint("HandWritten")

    #expect(
      problems.filter { $0.code == .misnamedMember }.map {
        "\($0.found ?? "") \($0.expected ?? "")"
      } == [
        "nonConsumableProducts products", "nonConsumableIAPIdentifiers products",
        "nonRenewingSubscriptionProducts nonRenewingSubscriptions",
        "subscriptions subscriptionGroups", "familySharable familyShareable",
        "adHocOfferCodesEnabled codeOffers", "duration subscriptionPeriod",
        "durationUnit subscriptionPeriod", "offerID internalID", "offerMode paymentMode",
      ]
    )
    #expect(
      problems.filter { $0.severity == .error } == [
        CatalogProblem(
          .misplacedProducts,
          at: "nonConsumableProducts[0]",
          found: "hand.unlock",
          expected: "products"
        ),
        CatalogProblem(
          .offerFieldMissing,
          at: "subscriptionGroups[0].subscriptions[0].introductoryOffer.paymentMode",
          expected: "paymentMode"
        ),
      ]
    )
    #expect(problems.contains { $0.code == .offerModeNone })
  }

  @Test func `An unknown member names the nearest known one`() throws {
    #expect(
      try problems(.unknownMember, in: "Problems") == [
        CatalogProblem(.unknownMember, at: "produkts", found: "produkts", expected: "products")
      ]
    )
    #expect(
      try problems(.unknownSetting, in: "Problems").map(\.expected) == ["_askToBuyEnabled"]
    )
  }

  @Test func `A trial longer than the period and a price on it are told apart`() throws {
    let places = try lint("Problems").filter {
      $0.code == .trialLongerThanPeriod || $0.code == .stalePrice
    }

    #expect(
      places.map(\.path) == [
        "subscriptionGroups[0].subscriptions[0].introductoryOffer.displayPrice",
        "subscriptionGroups[0].subscriptions[0].introductoryOffer.subscriptionPeriod",
      ]
    )
  }

  @Test func `A file that cannot be read has no other problems`() throws {
    #expect(throws: CatalogError.propertyList) { try lint("broken/PropertyList") }
  }
}

extension JSONValue {
  /// Whether the path, or all of it but its last member, stands in this document.
  fileprivate func leads(to path: String) -> Bool {
    var value = self
    let steps = path.split(separator: ".").flatMap { step -> [(name: String, index: Int?)] in
      let parts = step.split(separator: "[")
      return parts.enumerated().map { place, part in
        place == 0 ? (String(part), nil) : ("", Int(part.dropLast()))
      }
    }
    for (place, step) in steps.enumerated() {
      let next = step.index.map { value[$0] } ?? value[step.name]
      guard let next else { return place == steps.count - 1 && step.index == nil }
      value = next
    }
    return true
  }
}
