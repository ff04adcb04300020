import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// `iap timeline`: what its list of events tells.
struct TimelineCommandTests {
  /// The rows of the list, without signs and with single blanks.
  private func rows(after lines: String...) -> [String] {
    let world = World()
    world.terminal = TerminalFacts(width: 160)
    for line in ["init"] + lines {
      let outcome = world.run(line.split(separator: " ").map(String.init))
      #expect(outcome.exit == .success, "\(line): \(outcome.errors)")
    }
    let text = world.run("timeline", "--ascii").output
    return text.split(separator: "\n").filter { $0.contains(" UTC  ") }.map { row in
      row.split(separator: " ").dropFirst(1).joined(separator: " ")
    }
  }

  @Test func `A purchase in the past has a row for each period that it brought`() {
    #expect(
      rows(after: "store buy pro_monthly --purchase-date 2025-11-01") == [
        "2025-11-01 00:00 UTC subscribed pro_monthly, free trial, until 2025-11-08",
        "2025-11-08 00:00 UTC renewed pro_monthly, 9.99 USD, until 2025-12-08",
        "2025-12-08 00:00 UTC renewed pro_monthly, 9.99 USD, until 2026-01-08",
      ]
    )
  }

  @Test func `A price increase tells the next price, not that of the running period`() {
    #expect(
      rows(after: "purchase pro_monthly --no-intro", "store price pro_monthly 12.99") == [
        "2026-01-01 00:00 UTC subscribed pro_monthly, 9.99 USD, until 2026-02-01",
        "2026-01-01 00:00 UTC price increase accepted pro_monthly, next 12.99 USD",
      ]
    )
  }

  @Test func `A recovery in grace tells from when its period runs`() {
    let found = rows(
      after: "purchase pro_monthly --no-intro",
      "store set grace-period 16d",
      "store billing fail",
      "store advance --to 2026-02-05",
      "store billing fix"
    )

    #expect(
      found.last
        == "2026-02-05 00:00 UTC recovered pro_monthly, 9.99 USD, from 2026-02-01, until 2026-03-01"
    )
  }

  @Test func `Two extensions at one moment are two, and no earlier row changes by them`() {
    #expect(
      rows(
        after: "purchase pro_monthly --no-intro",
        "store extend pro_monthly 5",
        "store extend pro_monthly 7"
      ) == [
        "2026-01-01 00:00 UTC subscribed pro_monthly, 9.99 USD, until 2026-02-01",
        "2026-01-01 00:00 UTC extended pro_monthly, until 2026-02-06",
        "2026-01-01 00:00 UTC extended pro_monthly, until 2026-02-13",
      ]
    )
  }

  @Test func `A period that was ended early was sold until its own end`() {
    let found = rows(
      after: "purchase pro_monthly --no-intro",
      "store advance 10d",
      "store expire pro_monthly"
    )

    #expect(
      found.first == "2026-01-01 00:00 UTC subscribed pro_monthly, 9.99 USD, until 2026-02-01"
    )
  }

  @Test func `An upgrade is one row`() {
    #expect(
      rows(
        after: "purchase basic_monthly --no-intro",
        "store advance 5d",
        "purchase pro_monthly --no-intro"
      ).map { $0.split(separator: " ").dropFirst(3).first } == ["subscribed", "upgraded"]
    )
  }

  @Test func `rule R-7: what gave way to a reversed refund ends there`() throws {
    let world = World()
    for line in [
      "init", "purchase pro_monthly --no-intro", "store refund pro_monthly", "store advance 1d",
      "purchase basic_monthly --no-intro", "store advance 2d", "store refund-reverse pro_monthly",
    ] {
      #expect(world.run(line.split(separator: " ").map(String.init)).exit == .success, "\(line)")
    }

    let document = try JSONParser.parse(world.run("timeline", "--json").output)

    let periods = try #require(document["lanes"]?[0]?["periods"]?.array)
    let ends = periods.map { $0["endDate"]?.integer }
    #expect(periods.map { $0["productId"] } == ["pro_monthly", "pro_monthly", "basic_monthly"])
    #expect(periods.map { $0["kind"] } == ["revoked", "paid", "paid"])
    let reversal = SampleTimelines.time("2026-01-04").milliseconds
    #expect(ends == [reversal, SampleTimelines.time("2026-02-01").milliseconds, reversal])
  }

  @Test func `The document tells what the rows tell`() throws {
    let world = World()
    for line in ["init", "purchase pro_monthly --no-intro", "store extend pro_monthly 5"] {
      world.run(line.split(separator: " ").map(String.init))
    }

    let document = try JSONParser.parse(world.run("timeline", "--json").output)

    let events = try #require(document["lanes"]?[0]?["events"]?.array)
    #expect(events.map { $0["kind"] } == ["subscribed", "extended"])
    let month = SampleTimelines.time("2026-02-01").milliseconds
    #expect(events[0]["period"]?["endDate"] == .integer(month))
    #expect(events[0]["period"]?["price"] == .integer(9990))
    #expect(events[1]["expiresDate"] == .integer(month + 5 * Instant.day))
  }

  @Test func `Grace that was paid in the end is seen in every picture`() {
    let world = World()
    for line in [
      "init", "purchase pro_monthly --no-intro", "store set grace-period 16d",
      "store billing fail", "store advance --to 2026-02-10", "store billing fix",
    ] {
      world.run(line.split(separator: " ").map(String.init))
    }

    let text = world.run("timeline", "--ascii").output
    let svg = world.run("timeline", "--svg", "-").output

    #expect(text.contains("!! grace period") && text.contains("|!"))
    let bars = svg.split(separator: "\n").filter { $0.contains("class=\"bar") }
      .filter { $0.contains("<title>") }
    // The paid month after it is drawn from where the grace ended.
    #expect(bars.count == 3)
    #expect(bars.contains { $0.contains("bar grace") })
    #expect(svg.contains(">grace period</text>"))
  }
}
