import Foundation
import Testing

/// The sessions of the README, run as they stand there.
///
/// Every block marked `console` runs in a folder of its own; what follows a `$` line is what a
/// terminal shows, standard error included. `GOLDEN=record` writes what was really shown, and fails.
struct ReadmeTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "README.md")

  @Test func `The sessions of the README show what they really show`() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)

    let blocks = Self.blocks(of: text)
    var rewritten = text
    for block in blocks {
      let shown = try BuiltCommand.inFolder { folder in try Self.run(block, in: folder) }
      rewritten = rewritten.replacingOccurrences(
        of: "```console\n\(block)```",
        with: "```console\n\(shown)```"
      )
    }

    #expect(!blocks.isEmpty)
    if ProcessInfo.processInfo.environment["GOLDEN"] == "record" {
      try rewritten.write(to: Self.file, atomically: true, encoding: .utf8)
      Issue.record("the README was recorded; read the difference and run the tests again")
    } else {
      for (left, right) in zip(text.split(separator: "\n"), rewritten.split(separator: "\n"))
      where left != right {
        Issue.record("README says: \(left)\nreally:      \(right)")
      }
      #expect(text.count == rewritten.count)
    }
  }

  private static func blocks(of text: String) -> [String] {
    text.components(separatedBy: "```console\n").dropFirst().compactMap { rest in
      rest.range(of: "```").map { String(rest[..<$0.lowerBound]) }
    }
  }

  private static func run(_ block: String, in folder: URL) throws -> String {
    var shown = ""
    for line in block.split(separator: "\n", omittingEmptySubsequences: false)
    where line.hasPrefix("$ ") {
      let outcome = try BuiltCommand.shell("{ \(line.dropFirst(2)); } 2>&1", in: folder)
      shown += "\(line)\n\(outcome.output)"
      if !outcome.output.isEmpty, !outcome.output.hasSuffix("\n") { shown += "\n" }
    }
    return shown
  }
}
