/// A short table for people: columns two blanks apart, as wide as their widest cell.
package struct TextTable: Equatable, Sendable {
  package enum Alignment: Equatable, Sendable {
    case left
    case right
  }

  package struct Column: Equatable, Sendable {
    package var title: String
    package var alignment: Alignment

    package init(_ title: String, _ alignment: Alignment = .left) {
      self.title = title
      self.alignment = alignment
    }
  }

  package var columns: [Column]
  package private(set) var rows: [[StyledText]] = []

  package init(_ columns: [Column]) {
    self.columns = columns
  }

  package init(_ titles: String...) {
    columns = titles.map { Column($0) }
  }

  /// Missing cells are empty.
  package mutating func add(_ cells: [StyledText]) {
    rows.append(Array(cells.prefix(columns.count)))
  }

  package mutating func add(_ cells: StyledText...) { add(cells) }

  /// The titles and the rows; columns without any text are left out.
  package func lines() -> [StyledText] {
    var layout = TableLayout(columns)
    for row in rows { layout.measure(row) }
    return [layout.titles] + rows.map(layout.line)
  }
}

/// How wide the columns of a table are, measured row by row: for tables that are not kept.
package struct TableLayout: Equatable, Sendable {
  private let columns: [TextTable.Column]
  /// The widest cell of each column; `nil`: no cell had any text, the column is left out.
  private var widths: [Int?]

  package init(_ columns: [TextTable.Column]) {
    self.columns = columns
    widths = columns.map { _ in nil }
  }

  /// Makes room for a row.
  package mutating func measure(_ row: [StyledText]) {
    for (index, cell) in zip(columns.indices, row) where !cell.plain.isEmpty {
      let least = widths[index] ?? TerminalText.width(of: columns[index].title)
      widths[index] = max(least, TerminalText.width(of: TerminalText.visible(cell.plain)))
    }
  }

  /// The line of titles.
  package var titles: StyledText { line(columns.map { StyledText($0.title, .faint) }) }

  /// A row that was measured, as a line.
  package func line(_ row: [StyledText]) -> StyledText {
    var line = StyledText("")
    var pending = 0
    for index in columns.indices {
      guard let width = widths[index] else { continue }
      let cell = row.indices.contains(index) ? row[index] : StyledText("")
      let gap = width - TerminalText.width(of: TerminalText.visible(cell.plain))
      let isRight = columns[index].alignment == .right
      // Blanks are written only in front of something: no line ends with them.
      if isRight { pending += gap }
      if !cell.plain.isEmpty {
        line = line + StyledText(String(repeating: " ", count: pending)) + cell
        pending = 0
      }
      pending += (isRight ? 0 : gap) + 2
    }
    return line
  }
}
