import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// The cases of public reports that are told as stories: each story of a case holds.
struct CaseStoryTests {
  private func hold(_ stories: String...) throws {
    let paths = stories.map { "scenarios/\($0).json" }
    let outcome = try World.withFixtures().run(["replay"] + paths)

    #expect(outcome.exit == .success, "\(outcome.output)")
  }

  @Test func `case C01, L09: grace end, not period end`() throws {
    try hold("grace-period-keeps-access")
  }
  @Test func `case C02: after grace, still in retry`() throws { try hold("grace-period-runs-out") }
  @Test func `case C03: no grace configured`() throws { try hold("declined-without-grace") }
  @Test func `case C04: recovery inside grace`() throws { try hold("recovered-within-grace") }
  @Test func `case C06: retry runs out`() throws { try hold("billing-retry-runs-out") }
  @Test func `case C07: one field decides`() throws { try hold("grace-period-keeps-access") }
  @Test func `case C09: purchase refused during grace`() throws {
    try hold("grace-period-keeps-access")
  }
  @Test func `case C11: expired for which reason`() throws {
    try hold(
      "cancelled-keeps-access",
      "billing-retry-runs-out",
      "price-increase-unanswered",
      "product-leaves-the-shop"
    )
  }
  @Test func `case D01: downgrade waits`() throws { try hold("downgrade-waits") }
  @Test func `case D02: upgrade is immediate`() throws { try hold("upgrade-is-immediate") }
  @Test func `case D04: levels in the wrong order are followed`() throws {
    try hold("levels-in-the-wrong-order")
  }
  @Test func `case D05: change of product, and already subscribed`() throws {
    try hold("monthly-to-yearly-waits", "already-subscribed")
  }
  @Test func `case D08: two groups at once`() throws { try hold("two-groups-at-once") }
  @Test func `case E01: never tried, still active`() throws {
    try hold("trial-not-for-subscribers")
  }
  @Test func `case E02: trial used on a sibling product`() throws {
    try hold("trial-used-on-another-plan")
  }
  @Test func `case E04: a product without an offer`() throws { try hold("no-offer-is-no-refusal") }
  @Test func `case E05: unknown is not no`() throws { try hold("unknown-is-not-no") }
  @Test func `case E06: a trial implies that the offer is used`() throws {
    try hold("trial-counts-as-used")
  }
  @Test func `case E09: offer code redeemed outside`() throws {
    try hold("offer-code-redeemed-outside")
  }
  @Test func `case E10: promotional offer for an active or lapsed user`() throws {
    try hold("promotional-offer-for-members")
  }
  @Test func `case F01, F02: unfinished ones return, finished ones do not`() throws {
    try hold("consumable-waits-until-finished")
  }
  @Test func `case F04: second purchase while one is open`() throws {
    try hold("unfinished-purchase-blocks-a-second")
  }
  @Test func `case F05: finish only what was delivered`() throws {
    try hold("finish-only-what-was-delivered")
  }
  @Test func `case F07, F08: deferred, then approved while nobody listens`() throws {
    try hold("ask-to-buy-approved-hours-later")
  }
  @Test func `case F09: deferred, then declined`() throws { try hold("ask-to-buy-declined") }
  @Test func `case F11: interrupted, then bought`() throws { try hold("interrupted-then-bought") }
  @Test func `case F12, F13: failures leave nothing, and four answers differ`() throws {
    try hold("four-different-answers", "store-has-trouble")
  }
  @Test func `case F14: promoted purchase waits`() throws {
    try hold("promoted-purchase-waits-for-the-app")
  }
  @Test func `case K07: month ends`() throws { try hold("month-ends") }
  @Test func `case L01: member leaves`() throws { try hold("family-member-leaves") }
  @Test func `case L02: owner refunds or lapses`() throws {
    try hold("purchaser-gets-a-refund", "purchaser-lapses")
  }
  @Test func `case L04, L05: not shareable`() throws { try hold("what-cannot-be-shared") }
  @Test func `case L07: told once, however often`() throws { try hold("told-once-however-often") }
  @Test func `case L08: late news ends the same`() throws { try hold("late-news-changes-nothing") }
}
