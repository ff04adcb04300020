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
    let used = columns.indices.filter { index in rows.contains { !Self.cell($0, index).isEmpty } }
    let widths = used.map { index in
      rows.map { TerminalText.width(of: TerminalText.visible(Self.cell($0, index))) }
        .reduce(TerminalText.width(of: columns[index].title), max)
    }
    let titles = columns.map { StyledText($0.title, .faint) }
    return ([titles] + rows).map { line($0, used: used, widths: widths) }
  }

  private static func cell(_ row: [StyledText], _ index: Int) -> String {
    row.indices.contains(index) ? row[index].plain : ""
  }

  private func line(_ row: [StyledText], used: [Int], widths: [Int]) -> StyledText {
    var line = StyledText("")
    var pending = 0
    for (place, index) in used.enumerated() {
      let cell = row.indices.contains(index) ? row[index] : StyledText("")
      let gap = widths[place] - TerminalText.width(of: TerminalText.visible(cell.plain))
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
