/// Finds a step's line in the text of a scenario, for those who point at places in files.
enum StepLines {
  /// The line, counted from 1, on which a step begins; `nil`: the text has no such step.
  ///
  /// `step` counts from 1. The text is a scenario that was read already.
  static func line(of step: Int, in bytes: [UInt8]) -> Int? {
    var scanner = Scanner(bytes)
    return scanner.line(ofStep: step)
  }

  /// Follows brackets and texts, and knows when it stands in the list of steps.
  private struct Scanner {
    private let bytes: [UInt8]
    private var depth = 0
    private var line = 1
    private var text: [UInt8] = []
    private var isInSteps = false
    private var steps = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func line(ofStep wanted: Int) -> Int? {
      var position = 0
      while position < bytes.count {
        switch bytes[position] {
        case UInt8(ascii: "\n"): line += 1
        case UInt8(ascii: "\""): position = endOfText(from: position)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          if isStep(bytes[position]) {
            steps += 1
            if steps == wanted { return line }
          }
          if depth == 1, text == Array("steps".utf8) { isInSteps = true }
          depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          if depth == 1 { isInSteps = false }
        default: break
        }
        position += 1
      }
      return nil
    }

    private func isStep(_ byte: UInt8) -> Bool {
      isInSteps && depth == 2 && byte == UInt8(ascii: "{")
    }

    /// The place of the closing quote; the text is kept, as it may be the name of what follows.
    private mutating func endOfText(from start: Int) -> Int {
      var end = start + 1
      while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
        end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      text = Array(bytes[min(start + 1, bytes.count)..<min(end, bytes.count)])
      return end
    }
  }
}
