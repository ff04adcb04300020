/// Why bytes are not one strict JSON value, and where.
package struct JSONSyntaxError: Error, Equatable, Sendable {
  package enum Problem: String, Equatable, Sendable {
    case empty
    case byteOrderMark
    case invalidUTF8
    case unexpectedByte
    case unexpectedEnd
    case invalidNumber
    case invalidEscape
    case controlCharacter
    case duplicateMember
    case tooDeep
    case trailingBytes
  }

  package var problem: Problem
  /// Bytes before the place of the problem.
  package var offset: Int
  /// Counted from 1.
  package var line: Int
  /// Counted in bytes from 1.
  package var column: Int
  /// The name that stands twice in one object; `nil` for other problems.
  package var member: String?

  package init(problem: Problem, offset: Int, line: Int, column: Int, member: String? = nil) {
    self.problem = problem
    self.offset = offset
    self.line = line
    self.column = column
    self.member = member
  }
}
