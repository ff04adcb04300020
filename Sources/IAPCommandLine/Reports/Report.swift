package import IAPCore

/// The answer of a command, as a value with two renderings.
package protocol Report {
  /// The one JSON document of `--json`.
  var json: JSONValue { get }

  /// What people read; an empty result says so.
  func write(to page: inout TextPage)
}

/// An answer with one list that may be longer than what fits into memory: it is never put together.
package protocol LongReport {
  /// The JSON document with an empty list.
  var frame: JSONValue { get }
  /// The member of the frame that is the list.
  var listName: String { get }
  func visitElements(_ visit: (JSONValue) -> Void)

  /// The lines above the table.
  var heading: [StyledText] { get }
  /// What is said instead of a table without rows.
  var emptyText: StyledText { get }
  var columns: [TextTable.Column] { get }
  /// Twice asked: to measure the columns, and to write.
  func visitRows(_ visit: ([StyledText]) -> Void)
}

/// Lines of text that are being put together.
package struct TextPage: Equatable, Sendable {
  package private(set) var lines: [StyledText] = []

  package init() {}

  package mutating func line(_ text: StyledText = "") { lines.append(text) }

  package mutating func table(_ table: TextTable) { lines += table.lines() }

  package func rendered(inColor: Bool) -> String {
    lines.map { $0.rendered(inColor: inColor) + "\n" }.joined()
  }
}

/// A report that is text only; its JSON is `{"text": ...}`.
package struct PlainReport: Report {
  package var lines: [StyledText]

  package init(_ lines: [StyledText]) { self.lines = lines }

  package var json: JSONValue {
    .object(["text": .string(lines.map(\.plain).joined(separator: "\n"))])
  }

  package func write(to page: inout TextPage) {
    for line in lines { page.line(line) }
  }
}
