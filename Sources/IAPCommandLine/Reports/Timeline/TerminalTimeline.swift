import IAPCore

/// A timeline for a terminal: one bar per product, signs below, and the signs' list.
struct TerminalTimeline {
  private let timeline: Timeline
  private let isPlain: Bool
  private let axis: TimeAxis
  private let width: Int
  private let labelWidth: Int
  private let barWidth: Int

  /// `width` counts columns, at least 40 are used; `isPlain` means ASCII signs only.
  init(_ timeline: Timeline, width: Int, isPlain: Bool) {
    self.timeline = timeline
    self.isPlain = isPlain
    axis = TimeAxis(timeline.span)
    self.width = max(width, 40)
    let longest =
      timeline.lanes.flatMap(\.products)
      .map { TerminalText.width(of: TerminalText.visible($0.rawValue)) }.max() ?? 0
    labelWidth = min(longest, self.width / 3)
    barWidth = self.width - labelWidth - 2
  }

  func lines() -> [StyledText] {
    guard !timeline.lanes.isEmpty else { return ["no purchases"] }
    return axisLines() + timeline.lanes.flatMap(lines(for:)) + legend()
  }

  // MARK: The axis

  private func axisLines() -> [StyledText] {
    let ticks = axis.ticks(atMost: max(2, barWidth / 8))
    var groups = Cells(barWidth)
    var labels = Cells(barWidth)
    for tick in ticks { labels.put(tick.label, at: column(of: tick.date), .faint) }
    // The later of two without room for both stays: it names more of the axis.
    for group in axis.groups(of: ticks).reversed() {
      groups.put(group.label, at: column(of: group.date), .faint)
    }
    var now = Cells(barWidth)
    let place = column(of: timeline.now)
    now.put(isPlain ? "v" : "▼", at: place, .strong)
    now.put("now", at: place >= 4 ? place - 4 : place + 2, .strong)
    return [groups, labels, now].filter { !$0.isEmpty }
      .map { StyledText(padding("")) + $0.text }
  }

  private func column(of instant: Instant) -> Int {
    min(barWidth - 1, Int(axis.fraction(of: instant) * Double(barWidth)))
  }

  // MARK: One lane

  private func lines(for lane: Timeline.Lane) -> [StyledText] {
    var lines: [StyledText] = lane.products.map { product in
      let label = shortened(product.rawValue)
      return StyledText(padding(label)) + bar(of: product, in: lane).text
    }
    lines.append(StyledText(padding("")) + signs(of: lane).text)
    if lane.isSubscription { lines.append(StyledText("subscription " + lane.id, .faint)) }
    lines += list(of: lane)
    return lines + [""]
  }

  private func bar(of product: ProductID, in lane: Timeline.Lane) -> Cells {
    var cells = Cells(barWidth)
    for period in lane.layered(product) { draw(period, in: &cells) }
    return cells
  }

  private func draw(_ period: Timeline.Period, in cells: inout Cells) {
    let first = column(of: period.start)
    let end = period.end.map { Int(axis.fraction(of: $0) * Double(barWidth)) } ?? barWidth
    let last = min(barWidth - 1, max(first, end - 1))
    let signs = TimelineWords.bar(for: period.kind, isPlain: isPlain)
    let style = TimelineWords.style(for: period.kind)
    let now = column(of: timeline.now)
    for column in first...last {
      let isEnd = column == last && last > first && period.end != nil
      cells.put(isEnd ? signs.end : signs.fill, at: column, column > now ? .faint : style)
    }
  }

  private func signs(of lane: Timeline.Lane) -> Cells {
    var cells = Cells(barWidth)
    // Renewals first, so that everything else stands over them.
    let ordered =
      lane.marks.filter { $0.kind == .renewed } + lane.marks.filter { $0.kind != .renewed }
    for mark in ordered { cells.put(sign(of: mark.kind), at: column(of: mark.date), .plain) }
    return cells
  }

  private func sign(of kind: StoreChange.Kind) -> Character {
    let signs = TimelineWords.sign(for: kind)
    return isPlain ? signs.plain : signs.unicode
  }

  // MARK: The list

  private func list(of lane: Timeline.Lane) -> [StyledText] {
    let wordWidth = lane.marks.map { TimelineWords.word(for: $0.kind).count }.max() ?? 0
    return Self.folded(lane.marks).flatMap { marks in
      let mark = marks[0]
      let word = TimelineWords.word(for: mark.kind)
      let date = mark.date.forPeople
      let start = StyledText("  \(sign(of: mark.kind)) ") + StyledText(date, .faint)
      if marks.count > 1, let last = marks.last {
        return [
          start + StyledText("  \(word) \(marks.count) times, the last on \(last.date.forPeople)")
        ]
      }
      let indent = 4 + date.count + 2 + wordWidth + 2
      let details = TerminalText.wrapped(
        TerminalText.visible(TimelineWords.details(of: mark)),
        width: max(width - indent, 20)
      )
      guard let first = details.first else { return [start + StyledText("  " + word)] }
      let blanks = String(repeating: " ", count: wordWidth - word.count + 2)
      let rest = details.dropFirst().map {
        StyledText(String(repeating: " ", count: indent) + $0)
      }
      return [start + StyledText("  " + word + blanks + first)] + rest
    }
  }

  /// Runs of more than three equal renewals become one.
  private static func folded(_ marks: [Timeline.Mark]) -> [[Timeline.Mark]] {
    var runs: [[Timeline.Mark]] = []
    for mark in marks {
      if let last = runs.last?.last, mark.kind == .renewed, last.isLike(mark) {
        runs[runs.count - 1].append(mark)
      } else {
        runs.append([mark])
      }
    }
    return runs.flatMap { $0.count > 3 ? [$0] : $0.map { [$0] } }
  }

  /// The kinds of stretches that occur, in lines that fit.
  private func legend() -> [StyledText] {
    var lines = [StyledText("")]
    for kind in timeline.visibleKinds {
      let sign = TimelineWords.bar(for: kind, isPlain: isPlain).fill
      let entry =
        StyledText(String(repeating: sign, count: 2), TimelineWords.style(for: kind))
        + StyledText(" " + TimelineWords.word(for: kind))
      let line = lines[lines.count - 1]
      if line.plain.isEmpty {
        lines[lines.count - 1] = entry
      } else if line.plain.count + 3 + entry.plain.count <= width {
        lines[lines.count - 1] = line + "   " + entry
      } else {
        lines.append(entry)
      }
    }
    return lines
  }

  // MARK: Labels

  private func shortened(_ label: String) -> String {
    let label = TerminalText.visible(label)
    guard TerminalText.width(of: label) > labelWidth else { return label }
    var short = ""
    let dots = isPlain ? "..." : "…"
    for character in label
    where TerminalText.width(of: short + String(character)) <= labelWidth - dots.count {
      short.append(character)
    }
    return short + dots
  }

  private func padding(_ label: String) -> String {
    label + String(repeating: " ", count: max(0, labelWidth - TerminalText.width(of: label)) + 2)
  }
}

extension Timeline.Mark {
  fileprivate func isLike(_ other: Timeline.Mark) -> Bool {
    kind == other.kind && product == other.product && period?.kind == other.period?.kind
      && period?.price == other.period?.price
  }
}

/// A row of cells that signs are put into.
private struct Cells {
  private var cells: [(Character, StyledText.Style)]

  init(_ width: Int) {
    cells = Array(repeating: (" ", .plain), count: width)
  }

  var isEmpty: Bool { cells.allSatisfy { $0.0 == " " } }

  mutating func put(_ sign: Character, at column: Int, _ style: StyledText.Style) {
    guard cells.indices.contains(column) else { return }
    cells[column] = (sign, style)
  }

  /// A label that would touch the one before it, or run over the end, is left out.
  mutating func put(_ text: String, at column: Int, _ style: StyledText.Style) {
    let end = column + text.count
    guard column >= 0, end <= cells.count,
      cells[max(0, column - 1)..<min(end + 1, cells.count)].allSatisfy({ $0.0 == " " })
    else { return }
    for (offset, character) in text.enumerated() { put(character, at: column + offset, style) }
  }

  /// Without blanks at the end.
  var text: StyledText {
    let used = cells.prefix((cells.lastIndex { $0.0 != " " } ?? -1) + 1)
    var text = StyledText("")
    var run = ""
    var style = StyledText.Style.plain
    for (sign, next) in used {
      if next != style, sign != " " {
        text = text + StyledText(run, style)
        (run, style) = ("", next)
      }
      run.append(sign)
    }
    return text + StyledText(run, style)
  }
}
