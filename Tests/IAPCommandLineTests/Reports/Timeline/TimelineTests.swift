import Testing

@testable import IAPCommandLine
@testable import IAPCore

struct TimelineTests {
  private let timeline = SampleTimelines.eventful

  private func time(_ text: String) -> Instant { SampleTimelines.time(text) }

  @Test func `A subscription is one lane of stretches without holes`() throws {
    let lane = try #require(timeline.lanes.first)

    let stretches = lane.periods.map { period in
      "\(period.product) \(period.kind.rawValue) \(period.start.dateText) "
        + (period.end?.dateText ?? "-")
    }

    #expect(timeline.lanes.map(\.id) == ["2000001000000001", "founders_pack"])
    #expect(
      stretches == [
        "pro_monthly trial 2026-01-01 2026-01-15", "pro_monthly paid 2026-01-15 2026-02-15",
        "pro_monthly paid 2026-02-15 2026-03-01",
        "pro_ultimate_monthly paid 2026-03-01 2026-04-01",
        "pro_ultimate_monthly paid 2026-04-01 2026-05-01",
        "pro_ultimate_monthly grace 2026-05-01 2026-05-17",
        "pro_ultimate_monthly retry 2026-05-17 2026-06-06",
        "pro_monthly paid 2026-06-06 2026-07-06", "pro_monthly offer 2026-07-06 2026-08-06",
        "pro_monthly lapsed 2026-08-06 2026-11-10", "pro_monthly paid 2026-11-10 2026-11-20",
        "pro_monthly revoked 2026-11-20 2026-12-10",
      ]
    )
  }

  @Test func `A purchase without end reaches to the end of the picture`() throws {
    let lane = try #require(timeline.lanes.last)

    #expect(lane.periods.map(\.end) == [nil])
    #expect(timeline.span == time("2026-01-01")...time("2026-12-10"))
  }

  @Test func `Words limit the picture to some lanes`() {
    #expect(timeline.limited(to: ["founders_pack"]).lanes.map(\.id) == ["founders_pack"])
    #expect(timeline.limited(to: ["pro_monthly"]).lanes.map(\.id) == ["2000001000000001"])
    #expect(timeline.limited(to: []).lanes.count == 2)
    #expect(timeline.limited(to: ["coins"]).lanes == [])
  }

  @Test func `A restored copy is not drawn a second time`() {
    let first = SampleTimelines.period("1", "pro_monthly", "2026-01-01", "2026-02-01")
    var copy = first
    copy.id = "9"
    let timeline = TimelineBuilder(
      now: time("2026-01-20"),
      transactions: [first, copy],
      events: []
    ).timeline()

    #expect(timeline.lanes.map(\.periods.count) == [1])
  }

  @Test func `A refund that was reversed leaves its hole`() {
    let timeline = TimelineBuilder(
      now: time("2026-01-20"),
      transactions: [SampleTimelines.period("1", "pro_monthly", "2026-01-01", "2026-02-01")],
      events: [
        SampleTimelines.event("2026-01-10", .refunded, "1", product: "pro_monthly"),
        SampleTimelines.event("2026-01-12", .refundReversed, "1", product: "pro_monthly"),
      ]
    ).timeline()

    #expect(timeline.lanes.flatMap(\.periods).map(\.kind) == [.paid, .revoked])
  }

  @Test func `rule R-8: a copy that came back with the payer's refund leaves its hole too`() {
    let timeline = TimelineBuilder(
      now: time("2026-01-20"),
      transactions: [SampleTimelines.period("1", "pro_monthly", "2026-01-01", "2026-02-01")],
      events: [
        SampleTimelines.event("2026-01-10", .revoked, "1", product: "pro_monthly"),
        SampleTimelines.event("2026-01-12", .refundReversed, "1", product: "pro_monthly"),
      ]
    ).timeline()

    let lost = timeline.lanes.flatMap(\.periods).first { $0.kind == .revoked }
    #expect(lost?.start == time("2026-01-10") && lost?.end == time("2026-01-12"))
  }

  @Test func `rule F-4: what is shared anew takes the place of what was taken back`() {
    var first = SampleTimelines.period("1", "pro_monthly", "2026-01-01", "2026-02-01")
    first.ownershipType = .familyShared
    first.revocationDate = time("2026-01-06")
    var second = SampleTimelines.period("2", "pro_monthly", "2026-01-01", "2026-02-01")
    second.ownershipType = .familyShared
    let timeline = TimelineBuilder(
      now: time("2026-01-20"),
      transactions: [first, second],
      events: [
        SampleTimelines.event("2026-01-03", .shared, "1", product: "pro_monthly"),
        SampleTimelines.event("2026-01-06", .revoked, "1", product: "pro_monthly"),
        SampleTimelines.event("2026-01-11", .shared, "2", product: "pro_monthly"),
      ]
    ).timeline()

    let stretches = timeline.lanes.flatMap(\.periods).map { period in
      "\(period.kind.rawValue) \(period.start.dateText) \(period.end?.dateText ?? "-")"
    }
    #expect(
      stretches == [
        "shared 2026-01-03 2026-01-06", "revoked 2026-01-06 2026-01-11",
        "shared 2026-01-11 2026-02-01",
      ]
    )
  }

  @Test func `A failure that nothing has ended yet lasts until now`() {
    let timeline = TimelineBuilder(
      now: time("2026-02-10"),
      transactions: [SampleTimelines.period("1", "pro_monthly", "2026-01-01", "2026-02-01")],
      events: [
        SampleTimelines.event(
          "2026-02-01",
          .renewalFailed,
          "1",
          product: "pro_monthly",
          grace: "2026-02-17"
        )
      ]
    ).timeline()

    #expect(timeline.lanes.flatMap(\.periods).map(\.kind) == [.paid, .grace])
    #expect(timeline.span.upperBound == time("2026-02-10"))
  }

  @Test(arguments: [40, 60, 80, 132, 400], [true, false])
  func `No line is wider than the terminal`(width: Int, isPlain: Bool) {
    let lines = TerminalTimeline(timeline, width: width, isPlain: isPlain).lines().map(\.plain)

    let limit = max(width, 70)
    #expect(lines.filter { TerminalText.width(of: $0) > limit } == [])
    #expect(lines.filter { $0.hasSuffix(" ") } == [])
    if isPlain { #expect(lines.joined().utf8.allSatisfy { (0x20..<0x7F).contains($0) }) }
  }

  @Test func `The terminal shows bars, signs and their list`() {
    let lines = TerminalTimeline(timeline, width: 80, isPlain: true).lines().map(\.plain)

    #expect(Array(lines.prefix(10)) == Self.head)
    #expect(
      Array(lines.suffix(2)) == [
        "== paid   ~~ free trial   ++ offer   !! grace period   -- billing retry",
        ".. not subscribed   xx taken back",
      ]
    )
  }

  @Test func `Many equal renewals are told in one line`() {
    let months = (1...12).map { $0 < 10 ? "2026-0\($0)-01" : "2026-\($0)-01" } + ["2027-01-01"]
    let transactions = (0..<12).map { index in
      SampleTimelines.period(
        TransactionID("\(index + 1)"),
        "pro_monthly",
        months[index],
        months[index + 1]
      )
    }
    let events = (0..<12).map { index in
      SampleTimelines.event(
        months[index],
        index == 0 ? .subscribed : .renewed,
        TransactionID("\(index + 1)"),
        product: "pro_monthly"
      )
    }
    let timeline = TimelineBuilder(
      now: time("2026-12-15"),
      transactions: transactions,
      events: events
    ).timeline()

    let lines = TerminalTimeline(timeline, width: 100, isPlain: true).lines().map(\.plain)

    #expect(
      lines.contains(
        "  ' 2026-02-01 00:00 UTC  renewed 11 times, the last on 2026-12-01 00:00 UTC"
      )
    )
  }

  @Test func `Nothing bought is said in words`() {
    let empty = Timeline(now: time("2026-01-01"), lanes: [])

    #expect(
      TerminalTimeline(empty, width: 80, isPlain: false).lines().map(\.plain) == ["no purchases"]
    )
    #expect(SVGTimeline(empty, title: "x").text().contains("No purchases"))
  }

  @Test func `The picture is one well formed file in light and dark, nothing loaded from outside`()
  {
    let svg = SVGTimeline(timeline, title: "a <b> & \"c\" \u{1B}").text()

    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
    #expect(svg.hasSuffix("</svg>\n"))
    #expect(svg.contains("<title>a &lt;b&gt; &amp; &quot;c&quot; \\u{1b}</title>"))
    #expect(svg.contains("prefers-color-scheme: dark"))
    #expect(svg.contains("@media print"))
    #expect(!svg.contains("href"))
    #expect(!svg.contains("url(http"))
    for word in ["grace period", "billing retry", "free trial", "taken back", "refunded"] {
      #expect(svg.contains(word), "\(word)")
    }
    let opened = svg.matches(of: /<[a-z]/).count
    let closed = svg.matches(of: /<\/[a-z]/).count + svg.matches(of: /\/>/).count
    #expect(opened == closed)
  }

  private static let head = [
    "                      2026",
    "                      Jan            Apr            Jul             Oct",
    "                                                                          now v",
    "pro_monthly           ~|====|=|                 ====|++++|................=|xxxx",
    "pro_ultimate_monthly           =====|====|!!----",
    "                      ^ '    ' U     '  d ! !   v @  'o   #               ^ x",
    "subscription 2000001000000001",
    "  ^ 2026-01-01 00:00 UTC  subscribed          pro_monthly, free trial, until",
    "                                              2026-01-15",
    "  ' 2026-01-15 00:00 UTC  renewed             pro_monthly, 9.99 USD, until",
  ]

  @Test func `Of a period is seen what no higher layer covers`() throws {
    func period(_ kind: Timeline.Period.Kind, _ start: String, _ end: String?) -> Timeline.Period {
      .init(product: "p", kind: kind, start: time(start), end: end.map(time))
    }
    func seen(of periods: Timeline.Period...) -> [String] {
      let lane = Timeline.Lane(
        id: "p",
        products: ["p"],
        isSubscription: true,
        periods: periods,
        marks: []
      )
      return lane.visible(of: periods[0]).map {
        "\($0.start.dateText) \($0.end?.dateText ?? "-")"
      }
    }
    let paid = period(.paid, "2026-02-01", "2026-03-01")

    #expect(seen(of: paid) == ["2026-02-01 2026-03-01"])
    #expect(
      seen(of: paid, period(.grace, "2026-02-01", "2026-02-10")) == ["2026-02-10 2026-03-01"]
    )
    #expect(
      seen(of: paid, period(.revoked, "2026-02-05", "2026-02-10"))
        == ["2026-02-01 2026-02-05", "2026-02-10 2026-03-01"]
    )
    #expect(seen(of: paid, period(.revoked, "2026-01-05", nil)) == [])
    #expect(seen(of: paid, period(.lapsed, "2026-01-05", nil)) == ["2026-02-01 2026-03-01"])
    #expect(
      seen(of: period(.paid, "2026-02-01", nil), period(.revoked, "2026-02-05", "2026-02-10"))
        == ["2026-02-01 2026-02-05", "2026-02-10 -"]
    )
    let moment = period(.paid, "2026-02-01", "2026-02-01")
    #expect(seen(of: moment) == ["2026-02-01 2026-02-01"])
    #expect(seen(of: moment, period(.revoked, "2026-02-01", "2026-03-01")) == [])
  }

  @Test func `The legend names what is seen, and nothing else`() {
    let hidden = Timeline.Period(
      product: "p",
      kind: .paid,
      start: time("2026-01-01"),
      end: time("2026-02-01")
    )
    var cover = hidden
    cover.kind = .revoked
    let lane = Timeline.Lane(
      id: "p",
      products: ["p"],
      isSubscription: true,
      periods: [hidden, cover],
      marks: []
    )

    #expect(Timeline(now: time("2026-02-01"), lanes: [lane]).visibleKinds == [.revoked])
  }
}
