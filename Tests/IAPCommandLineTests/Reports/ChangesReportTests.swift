import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// What the table of changes says besides the kind: what was changed, and to what.
struct ChangesReportTests {
  private func world(_ lines: String...) -> World {
    let world = World()
    for line in ["init"] + lines { _ = run(world, line) }
    return world
  }

  private func run(_ world: World, _ line: String) -> World.Outcome {
    world.run(line.split(separator: " ").map(String.init))
  }

  @Test func `Each setting is a row with its value`() throws {
    let outcome = run(world(), "store set grace-period 16d ask-to-buy on")
    let document = try JSONParser.parse(
      run(world(), "store set rate testflight --json").output
    )

    #expect(
      outcome.output == """
        DATE                  ACCOUNT  WHAT            DETAILS
        2026-01-01 00:00 UTC  default  settingChanged  ask-to-buy on
        2026-01-01 00:00 UTC  default  settingChanged  grace-period 16d

        """
    )
    #expect(document["changes"]?[0]?["key"] == "rate")
    #expect(document["changes"]?[0]?["value"] == "testflight")
  }

  private struct Case: CustomTestStringConvertible {
    var setup: [String] = []
    let line: String
    /// What the rows say after the kind, blanks joined.
    let rows: [String]

    var testDescription: String { line }
  }

  private static let cases = [
    Case(line: "store price pro_monthly 12.99", rows: ["priceChanged pro_monthly 12.99"]),
    Case(
      setup: ["purchase pro_monthly --no-intro"],
      line: "store price pro_monthly 12.99",
      rows: [
        "priceChanged pro_monthly 12.99",
        "priceIncreaseAccepted pro_monthly 2000001000000001 next 12.99 USD PRICE_INCREASE/ACCEPTED",
      ]
    ),
    Case(
      line: "store product lifetime for-sale off",
      rows: ["productChanged lifetime for-sale off"]
    ),
    Case(line: "store remove lifetime", rows: ["productRemoved lifetime"]),
    Case(line: "store billing fail", rows: ["settingChanged billing fails"]),
    Case(
      setup: ["purchase pro_monthly"],
      line: "store billing fix pro_monthly",
      rows: ["settingChanged pro_monthly billing ok"]
    ),
    Case(
      setup: ["store account add kid"],
      line: "store join kid",
      rows: ["familyJoined family-of kid"]
    ),
    Case(
      setup: ["store set ask-to-buy on", "purchase lifetime"],
      line: "store decline lifetime",
      rows: ["requestDeclined lifetime req-1"]
    ),
    Case(line: "store promote lifetime", rows: ["intentCreated lifetime intent-1"]),
    Case(
      setup: ["purchase pro_monthly --no-intro", "store advance 1d"],
      line: "store renew pro_monthly",
      rows: [
        "shortened pro_monthly 2000001000000001 until 2026-01-02 00:00 UTC",
        "renewed pro_monthly 2000001000000002 DID_RENEW",
      ]
    ),
    Case(
      setup: ["purchase pro_monthly --no-intro"],
      line: "store extend pro_monthly 3",
      rows: [
        "extended pro_monthly 2000001000000001 until 2026-02-04 00:00 UTC RENEWAL_EXTENDED"
      ]
    ),
    Case(
      setup: ["purchase pro_yearly --no-intro"],
      line: "store refund pro_yearly --percent 50",
      rows: [
        "refunded pro_yearly 2000001000000001 50 % REFUND"
      ]
    ),
  ]

  @Test(arguments: cases) private func `A row says what the change is about`(_ example: Case) {
    let world = world()
    for line in example.setup {
      #expect([.success, .pending].contains(run(world, line).exit), "\(line)")
    }

    let outcome = run(world, example.line)

    let rows = outcome.output.split(separator: "\n").dropFirst().map { row in
      row.split(separator: " ").dropFirst(4).joined(separator: " ")
    }
    #expect(rows == example.rows)
  }

  @Test func `Who is in the family already is named, not the other one`() {
    let world = world("store join default --account kid")

    let twice = run(world, "store join default --account kid")
    let itself = run(world, "store join default")

    #expect(
      twice.errors.hasPrefix("iap: error: the account 'kid' is in the family of 'default' already")
    )
    #expect(itself.errors.hasPrefix("iap: error: 'default' is the account that acts\n"))
  }
}
