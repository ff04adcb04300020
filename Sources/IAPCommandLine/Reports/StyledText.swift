/// Text with its colours; the words alone say everything, colour comes second.
package struct StyledText: Equatable, Sendable {
  package enum Style: Equatable, Sendable {
    case plain
    case good
    case bad
    case warning
    case faint
    case strong

    /// The number of the escape sequence; `nil`: none.
    var code: Int? {
      switch self {
      case .plain: nil
      case .good: 32
      case .bad: 31
      case .warning: 33
      case .faint: 2
      case .strong: 1
      }
    }
  }

  package struct Span: Equatable, Sendable {
    package var text: String
    package var style: Style
  }

  package private(set) var spans: [Span]

  package init(_ text: String, _ style: Style = .plain) {
    spans = text.isEmpty ? [] : [Span(text: text, style: style)]
  }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum.spans += right.spans
    return sum
  }

  package var plain: String { spans.map(\.text).joined() }

  /// The text for a terminal, or without any escape sequence.
  ///
  /// Control characters of the data never reach the terminal as such.
  package func rendered(inColor: Bool) -> String {
    spans.map { span in
      let text = TerminalText.visible(span.text)
      guard inColor, let code = span.style.code else { return text }
      return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }.joined()
  }
}

extension StyledText: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self.init(value) }
}
