import IAPCore
import IAPTestSupport
import Testing

/// Files that are no catalogue: one clear error each, with the place.
struct CatalogErrorTests {
  struct Broken: CustomTestStringConvertible {
    let name: String
    let error: CatalogError

    var testDescription: String { name }
  }

  private static func syntax(
    _ problem: JSONSyntaxError.Problem,
    _ offset: Int,
    _ line: Int,
    _ column: Int,
    member: String? = nil
  ) -> CatalogError {
    .notJSON(
      JSONSyntaxError(
        problem: problem,
        offset: offset,
        line: line,
        column: column,
        member: member
      )
    )
  }

  static let broken = [
    Broken(name: "AnArray", error: .notACatalog(members: [])),
    Broken(
      name: "DuplicateKeys",
      error: syntax(.duplicateMember, 27, 5, 3, member: "products")
    ),
    Broken(name: "Empty", error: .empty),
    Broken(
      name: "MissingPeriod",
      error: .missing(path: "subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod")
    ),
    Broken(name: "NotACatalog", error: .notACatalog(members: ["format", "version"])),
    Broken(name: "NotJSON", error: syntax(.unexpectedByte, 0, 1, 1)),
    Broken(name: "PropertyList", error: .propertyList),
    Broken(name: "TrailingComma", error: syntax(.unexpectedByte, 25, 5, 1)),
    Broken(name: "Truncated", error: syntax(.unexpectedEnd, 1000, 46, 15)),
    Broken(name: "WhiteSpace", error: .empty),
    Broken(
      name: "WrongPrice",
      error: .invalidValue(
        path: "products[0].displayPrice",
        expected: "a decimal like 9.99",
        found: "9,99"
      )
    ),
    Broken(
      name: "WrongTypes",
      error: .wrongType(path: "products[1].displayPrice", expected: "text", found: "a number")
    ),
  ]

  @Test(arguments: broken)
  func `A broken file is one error with its place`(_ file: Broken) throws {
    #expect(try CatalogFixture.error("broken/\(file.name)") == file.error)
  }

  @Test func `Every broken fixture is among them`() throws {
    let names = try Fixture.names(in: "catalogs/broken", suffix: ".storekit")

    #expect(names == Self.broken.map { "catalogs/broken/\($0.name).storekit" })
  }

  @Test func `Binary property lists are recognized too`() {
    #expect(throws: CatalogError.propertyList) {
      try CatalogReader.read(Array("bplist00".utf8) + [0xD1, 0x01, 0x02])
    }
  }

  @Test func `A catalogue cut at any byte is an error and never a trap`() throws {
    let bytes = try Fixture.bytes("catalogs/Version-1.2.storekit")
    let length = bytes.count - 1

    for end in 0..<length {
      #expect(throws: CatalogError.self) { try CatalogReader.read(Array(bytes[..<end])) }
    }
  }

  @Test func `Any value in place of any other is read or refused, never a trap`() throws {
    let document = try JSONParser.parse(Fixture.bytes("catalogs/Version-5.0.storekit"))
    let strange: [JSONValue] = [
      .null, -1, .number("99999999999999999999"), "", .object([]),
    ]
    let variants = strange.flatMap { document.variants(replacingEachPartBy: $0) }

    let read = variants.count { (try? CatalogReader.read(JSONWriter.bytes($0))) != nil }

    #expect(variants.count > 700)
    #expect(read > 100)
  }
}

extension JSONValue {
  /// The value with each of its parts, one at a time, replaced.
  fileprivate func variants(replacingEachPartBy replacement: JSONValue) -> [JSONValue] {
    var variants = [replacement]
    switch self {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        for part in element.variants(replacingEachPartBy: replacement) {
          var copy = elements
          copy[index] = part
          variants.append(.array(copy))
        }
      }
    case .object(let members):
      for (index, member) in members.enumerated() {
        for part in member.value.variants(replacingEachPartBy: replacement) {
          var copy = members
          copy[index].value = part
          variants.append(.object(copy))
        }
      }
    default: break
    }
    return variants
  }
}
