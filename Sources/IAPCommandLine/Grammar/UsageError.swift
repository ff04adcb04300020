/// The words cannot be understood: what is wrong, what is allowed, and what was probably meant.
package struct UsageError: Error, Equatable, Sendable {
  package enum Problem: Equatable, Sendable {
    case missingCommand
    case unknownCommand(String)
    case unknownOption(String)
    case missingValue(option: String, name: String)
    case unexpectedValue(option: String)
    case repeatedOption(String)
    /// An option's or operand's text is not of its kind.
    case invalidValue(place: String, found: String, expected: String)
    case missingOperand(String)
    case unexpectedOperand(String)
    /// Counted from 1; with the bytes that are no UTF-8 shown as hexadecimal escapes.
    case notUTF8(position: Int, shown: String)
    /// Words that are right alone and wrong together, or of which one is needed.
    case conflict(String)
  }

  package var problem: Problem
  /// The command's words as far as they were understood.
  package var command: [String]
  /// What may stand there; empty where it is no list.
  package var allowed: [String]
  /// Commands that were probably meant, as one types them after `iap`; best first.
  package var near: [String]
  /// The whole command again with the nearest match in the wrong word's place; `nil`: none is near.
  package var corrected: [String]?

  package init(
    _ problem: Problem,
    command: [String] = [],
    allowed: [String] = [],
    near: [String] = [],
    corrected: [String]? = nil
  ) {
    self.problem = problem
    self.command = command
    self.allowed = allowed
    self.near = near
    self.corrected = corrected
  }
}
