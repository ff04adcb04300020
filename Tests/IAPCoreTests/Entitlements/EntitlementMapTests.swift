import Foundation
import IAPCore
import Testing

/// The `iap.entitlements` document.
struct EntitlementMapTests {
  private let document = """
    { "format": "iap.entitlements", "version": 1,
      "entitlements": { "pro": ["pro_monthly", "lifetime"], "founder": ["founders_pack"] },
      "nonRenewing": { "pass_30d": { "duration": "P30D", "overlap": "latest" },
                       "pass_1y": { "duration": "P1Y" } },
      "allowAccessDuringBillingRetry": true }
    """

  @Test func `A map is read as it is written, and written as it is read`() throws {
    let expected = EntitlementMap(
      entitlements: ["pro": ["pro_monthly", "lifetime"], "founder": ["founders_pack"]],
      nonRenewing: [
        "pass_30d": EntitlementMap.Duration(CalendarDuration(days: 30), overlap: .latest),
        "pass_1y": EntitlementMap.Duration(CalendarDuration(months: 12), overlap: .extend),
      ],
      allowsAccessDuringBillingRetry: true
    )

    let map = try EntitlementMap.read(Array(document.utf8))

    #expect(map == expected)
    #expect(try EntitlementMap.read(map.json) == expected)
    #expect(map.names == ["founder", "pro"])
  }

  struct Mistake: CustomTestStringConvertible {
    var testDescription: String
    var change: (from: String, to: String)
    var error: EntitlementMapError

    init(_ name: String, _ from: String, _ to: String, _ error: EntitlementMapError) {
      testDescription = name
      change = (from, to)
      self.error = error
    }
  }

  static let mistakes = [
    Mistake("no format", "\"format\": \"iap.entitlements\", ", "", .wrongFormat(found: nil)),
    Mistake(
      "other format",
      "iap.entitlements\"",
      "iap.scenario\"",
      .wrongFormat(found: "iap.scenario")
    ),
    Mistake("newer", "\"version\": 1", "\"version\": 2", .newerVersion(found: "2", known: 1)),
    Mistake("no version", "\"version\": 1,", "", .missing(path: "version")),
    Mistake(
      "bad version",
      "\"version\": 1",
      "\"version\": \"one\"",
      .expected("version 1", found: "\"one\"", path: "version")
    ),
    Mistake(
      "unknown member",
      "nonRenewing",
      "nonrenewing",
      .unknownMember(path: "nonrenewing", nearest: "nonRenewing")
    ),
    Mistake(
      "unknown member inside",
      "\"overlap\"",
      "\"overlaps\"",
      .unknownMember(path: "nonRenewing.pass_30d.overlaps", nearest: "overlap")
    ),
    Mistake("no list", "[\"founders_pack\"]", "[]", .empty(path: "entitlements.founder")),
    Mistake("empty product", "\"founders_pack\"", "\"\"", .empty(path: "entitlements.founder[0]")),
    Mistake(
      "product twice",
      "\"lifetime\"",
      "\"pro_monthly\"",
      .duplicateProduct("pro_monthly", path: "entitlements.pro[1]")
    ),
    Mistake(
      "number for a product",
      "\"lifetime\"",
      "7",
      .expected("a product id", found: "a number", path: "entitlements.pro[1]")
    ),
    Mistake(
      "no length",
      "P30D",
      "P0D",
      .invalidDuration("P0D", path: "nonRenewing.pass_30d.duration")
    ),
    Mistake(
      "wrong length",
      "P30D",
      "30 days",
      .invalidDuration("30 days", path: "nonRenewing.pass_30d.duration")
    ),
    Mistake(
      "wrong overlap",
      "\"latest\"",
      "\"lastest\"",
      .invalidOverlap("lastest", path: "nonRenewing.pass_30d.overlap", nearest: "latest")
    ),
    Mistake(
      "text for a flag",
      "true",
      "\"true\"",
      .expected("a boolean", found: "text", path: "allowAccessDuringBillingRetry")
    ),
  ]

  @Test(arguments: mistakes)
  func `A mistake is refused by its name and place`(mistake: Mistake) throws {
    let range = try #require(document.range(of: mistake.change.from))
    let changed = document.replacingCharacters(in: range, with: mistake.change.to)

    #expect(throws: mistake.error) { try EntitlementMap.read(Array(changed.utf8)) }
  }

  @Test func `An entitlement that stands twice is refused`() {
    let text = #"{"format":"iap.entitlements","version":1,"entitlements":{"a":["x"],"a":["y"]}}"#

    #expect {
      try EntitlementMap.read(Array(text.utf8))
    } throws: { error in
      guard case .syntax(let syntax)? = error as? EntitlementMapError else { return false }
      return syntax.problem == .duplicateMember && syntax.member == "a"
    }
  }
}
