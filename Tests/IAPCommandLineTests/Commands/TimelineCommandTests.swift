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
        "2026-01-01 00:00 UTC subscribed pro_monthly, free trial, from 2025-11-01, until 2025-11-08",
        "2026-01-01 00:00 UTC renewed pro_monthly, 9.99 USD, from 2025-11-08, until 2025-12-08",
        "2026-01-01 00:00 UTC renewed pro_monthly, 9.99 USD, from 2025-12-08, until 2026-01-08",
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
}
