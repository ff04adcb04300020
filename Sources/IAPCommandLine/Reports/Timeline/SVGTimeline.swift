import IAPCore

/// A timeline as an SVG file of its own, for a browser and for print, light and dark.
struct SVGTimeline {
  private let timeline: Timeline
  private let title: String
  private let axis: TimeAxis
  private var canvas = SVGCanvas()
  /// What stands over everything else.
  private var labels = SVGCanvas()
  /// Where the next lane begins.
  private var top = Layout.chartTop

  /// All lengths in pixels of the picture's own size.
  private enum Layout {
    static let width = 1090.0
    static let left = 190.0
    static let right = 910.0
    static let chartTop = 92.0
    static let barHeight = 26.0
    static let barGap = 8.0
    static let labelHeight = 17.0
    static let laneGap = 34.0
  }

  init(_ timeline: Timeline, title: String) {
    self.timeline = timeline
    self.title = title
    axis = TimeAxis(timeline.span)
  }

  /// The whole file.
  func text() -> String {
    var picture = self
    return picture.drawn()
  }

  private mutating func drawn() -> String {
    for lane in timeline.lanes { draw(lane) }
    if timeline.lanes.isEmpty {
      canvas.text("No purchases", x: Layout.left, y: top + 20, "muted")
      top += 40
    }
    let chartBottom = top - Layout.laneGap + 14
    let legend = legendDrawing(y: chartBottom + 40)
    let foreground = canvas
    canvas = SVGCanvas()
    drawAxis(bottom: chartBottom)
    canvas.add(foreground)
    drawNow(bottom: chartBottom)
    canvas.add(labels)
    canvas.add(legend)
    return file(height: chartBottom + 66)
  }

  private func file(height: Double) -> String {
    let size = "\(SVGCanvas.number(Layout.width)) \(SVGCanvas.number(height))"
    let title = MarkupText.escaped(title)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" role="img" \
      width="\(SVGCanvas.number(Layout.width))" height="\(SVGCanvas.number(height))">
      <title>\(title)</title>
      <style>
      \(SVGStyle.sheet)
      </style>
      \(SVGStyle.patterns)
      <rect class="paper" width="100%" height="100%" rx="14"/>
      <text class="title" x="28" y="40">\(title)</text>
      \(canvas.lines.joined(separator: "\n"))
      </svg>

      """
  }

  private func x(_ instant: Instant) -> Double {
    Layout.left + axis.fraction(of: instant) * (Layout.right - Layout.left)
  }

  // MARK: Axis

  private mutating func drawAxis(bottom: Double) {
    let ticks = axis.ticks(atMost: 13)
    for tick in ticks {
      let x = x(tick.date)
      canvas.line(x1: x, y1: Layout.chartTop - 12, x2: x, y2: bottom, "grid")
      canvas.text(tick.label, x: x + 4, y: Layout.chartTop - 14, "tick")
    }
    let groups = axis.groups(of: ticks)
    for (index, group) in groups.enumerated() {
      let x = x(group.date)
      canvas.line(x1: x, y1: Layout.chartTop - 12, x2: x, y2: bottom, "grid year")
      // One that has no room before the next stays unnamed.
      let room = groups[(index + 1)...].first.map { self.x($0.date) - x } ?? Layout.right
      guard room > Double(group.label.count) * 6.6 + 6 else { continue }
      canvas.text(group.label, x: x + 4, y: Layout.chartTop - 29, "group")
    }
  }

  /// What has not happened yet is paler, and a line stands where the clock is.
  private mutating func drawNow(bottom: Double) {
    let now = x(timeline.now)
    canvas.line(x1: now, y1: Layout.chartTop - 8, x2: now, y2: bottom, "now")
    canvas.circle(x: now, y: Layout.chartTop - 8, radius: 3.5, "now-dot")
    canvas.text(
      "now, " + timeline.now.forPeople,
      x: now,
      y: bottom + 15,
      "now-label",
      anchor: "middle"
    )
  }

  // MARK: Lanes

  private mutating func draw(_ lane: Timeline.Lane) {
    let barsTop = top
    for product in lane.products {
      canvas.text(
        Self.shortened(product.rawValue),
        x: Layout.left - 14,
        y: top + 17,
        "product",
        anchor: "end"
      )
      canvas.line(
        x1: Layout.left,
        y1: top + Layout.barHeight / 2,
        x2: Layout.right,
        y2: top + Layout.barHeight / 2,
        "track"
      )
      for period in lane.layered(product) {
        let stretches = lane.visible(of: period)
        for stretch in stretches { draw(stretch, of: period) }
        label(period, on: stretches)
      }
      top += Layout.barHeight + Layout.barGap
    }
    let barsBottom = top - Layout.barGap
    let future = x(timeline.now)
    if future < Layout.right {
      canvas.rectangle(
        x: future,
        y: barsTop - 1,
        width: Layout.right - future,
        height: barsBottom - barsTop + 2,
        radius: 0,
        "future"
      )
    }
    if lane.isSubscription {
      canvas.text(lane.id, x: Layout.left - 14, y: barsBottom + 14, "id", anchor: "end")
    }
    top = barsBottom + drawMarks(of: lane, barsTop: barsTop, below: barsBottom) + Layout.laneGap
  }

  /// From where to how far a stretch is drawn, with a gap before the next.
  private func place(of stretch: Timeline.Stretch) -> (start: Double, width: Double) {
    let start = x(stretch.start)
    return (start, max((stretch.end.map(x) ?? Layout.right) - start - 1.5, 2))
  }

  private mutating func draw(_ stretch: Timeline.Stretch, of period: Timeline.Period) {
    let (start, width) = place(of: stretch)
    let isThin = period.kind == .lapsed
    let tip = [
      period.product.rawValue, TimelineWords.word(for: period.kind),
      period.start.forPeople + " – " + (period.end?.forPeople ?? "for ever"),
      period.price.map(TimelineWords.price) ?? "",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
    canvas.rectangle(
      x: start,
      y: isThin ? top + Layout.barHeight / 2 - 1.5 : top,
      width: width,
      height: isThin ? 3 : Layout.barHeight,
      radius: isThin ? 1.5 : min(5, width / 2),
      "bar \(period.kind.rawValue)",
      tip: tip
    )
  }

  /// In the longest stretch that is seen of the period.
  private mutating func label(_ period: Timeline.Period, on stretches: [Timeline.Stretch]) {
    let longest = stretches.map(place).max { $0.width < $1.width }
    guard period.kind != .lapsed, let (start, width) = longest,
      let label = Self.label(of: period, fitting: width - 12)
    else { return }
    canvas.text(
      label,
      x: start + width / 2,
      y: top + 17,
      "in \(period.kind.rawValue)",
      anchor: "middle"
    )
  }

  /// The longest of some texts that fits into a bar.
  private static func label(of period: Timeline.Period, fitting width: Double) -> String? {
    let word = TimelineWords.word(for: period.kind)
    let price = period.price.map(TimelineWords.price)
    let choices: [String?] =
      switch period.kind {
      case .paid: [price, price.map { String($0.prefix { $0 != " " }) }]
      case .offer: [price.map { "\(word), \($0)" }, price, word]
      case .trial, .grace, .retry: [word, Self.shortWord(for: period.kind)]
      default: [word]
      }
    return choices.compactMap(\.self).first { Double($0.count) * 6.3 <= width }
  }

  private static func shortWord(for kind: Timeline.Period.Kind) -> String? {
    switch kind {
    case .trial: "free"
    case .grace: "grace"
    case .retry: "retry"
    default: nil
    }
  }

  private static func shortened(_ label: String) -> String {
    label.count <= 22 ? label : String(label.prefix(21)) + "…"
  }

  // MARK: Marks

  /// Draws the lane's signs and labels below its bars and answers how high they are.
  private mutating func drawMarks(
    of lane: Timeline.Lane,
    barsTop: Double,
    below bottom: Double
  ) -> Double {
    let marks = lane.marks.filter { $0.kind != .renewed }
    let labels = marks.map { mark in
      MarkLabel(mark, x: x(mark.date), date: axis.span.isWithinOneYear)
    }
    let levels = MarkLabel.levels(of: labels)
    for (label, level) in zip(labels, levels).reversed() {
      let y = bottom + 20 + Double(level) * Layout.labelHeight
      self.labels.line(x1: label.x, y1: bottom + 2, x2: label.x, y2: y - 4, "leader")
      self.labels.circle(x: label.x, y: bottom + 4, radius: 3, "dot \(label.tone)")
      self.labels.label(label.word, label.date, x: label.x + 5, y: y, tip: label.tip)
    }
    return levels.isEmpty ? 16 : 20 + Double(levels.max() ?? 0) * Layout.labelHeight + 6
  }

  // MARK: Legend

  private func legendDrawing(y: Double) -> SVGCanvas {
    var legend = SVGCanvas()
    var x = Layout.left
    for kind in timeline.visibleKinds {
      let isThin = kind == .lapsed
      legend.rectangle(
        x: x,
        y: isThin ? y - 5.5 : y - 10,
        width: 18,
        height: isThin ? 3 : 12,
        radius: isThin ? 1.5 : 3,
        "bar \(kind.rawValue)"
      )
      let word = TimelineWords.word(for: kind)
      legend.text(word, x: x + 24, y: y, "tick")
      x += 24 + Double(word.count) * 6.2 + 22
    }
    return legend
  }
}

/// A label below a lane, tied to its moment by a line.
private struct MarkLabel {
  let x: Double
  let word: String
  let date: String
  let tone: String
  let tip: String

  init(_ mark: Timeline.Mark, x: Double, date isShort: Bool) {
    self.x = x
    word = TimelineWords.word(for: mark.kind)
    date = isShort ? mark.date.shortDay : "\(mark.date.shortDay) \(CivilTime(mark.date).year)"
    let details = TimelineWords.details(of: mark)
    tip = mark.date.forPeople + " " + word + (details.isEmpty ? "" : ": " + details)
    tone =
      switch mark.kind {
      case .renewalFailed, .gracePeriodExpired, .priceIncreasePending, .autoRenewDisabled,
        .refundRequested:
        "warning"
      case .refunded, .revoked, .expired: "bad"
      default: "good"
      }
  }

  private var end: Double { x + 12 + Double(word.count + date.count + 1) * 6.1 }

  /// How deep each label hangs, so that no line crosses a label: a label hangs deeper than all that
  /// begin to its right above it.
  static func levels(of labels: [MarkLabel]) -> [Int] {
    var levels = Array(repeating: 0, count: labels.count)
    for index in labels.indices.reversed() {
      let covered = labels.indices.filter {
        $0 > index && labels[$0].x < labels[index].end
      }
      levels[index] = covered.map { levels[$0] + 1 }.max() ?? 0
    }
    return levels
  }
}

extension ClosedRange<Instant> {
  fileprivate var isWithinOneYear: Bool {
    CivilTime(lowerBound).year == CivilTime(upperBound).year
  }
}
