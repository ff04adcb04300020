/// What is known about the terminal.
package struct TerminalFacts: Equatable, Sendable {
  package var isOutputTerminal: Bool
  package var isErrorTerminal: Bool
  package var isInputTerminal: Bool
  /// Columns; `nil`: no terminal, nothing is cut or wrapped.
  package var width: Int?

  package init(
    isOutputTerminal: Bool = false,
    isErrorTerminal: Bool = false,
    isInputTerminal: Bool = false,
    width: Int? = nil
  ) {
    self.isOutputTerminal = isOutputTerminal
    self.isErrorTerminal = isErrorTerminal
    self.isInputTerminal = isInputTerminal
    self.width = width
  }
}
