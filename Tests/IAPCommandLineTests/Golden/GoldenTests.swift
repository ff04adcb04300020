import Foundation
import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// Whole sessions, word by word: what is printed where, and with which exit status.
///
/// `GOLDEN=record` writes the files anew and fails the run; the difference is to be read.
struct GoldenTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  private static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?
    .filter { $0.hasSuffix(".txt") }.sorted() ?? []

  @Test func `There are transcripts`() {
    #expect(Self.names.count >= 8)
  }

  @Test(arguments: names) func `The session reads as in the file`(_ name: String) throws {
    let file = Self.folder.appending(path: name)
    let expected = try String(contentsOf: file, encoding: .utf8)

    let played = Self.play(expected)

    if ProcessInfo.processInfo.environment["GOLDEN"] == "record", played != expected {
      try Data(played.utf8).write(to: file)
      Issue.record("\(name) was written anew: read the difference")
    }
    #expect(played == expected)
  }

  /// Runs the `$ iap` lines of a transcript in one world and writes down what they answer.
  private static func play(_ transcript: String) -> String {
    let world = World()
    world.programOutcome = { call in
      switch (call.arguments.last ?? "", call.program) {
      case (_, "./works"): .exited(0)
      case (_, "./fails"): .exited(3)
      case ("hangs", _): .timedOut
      default: .notStarted("No such file or directory")
      }
    }
    let commands = transcript.split(separator: "\n").filter { $0.hasPrefix("$ iap") }
    return commands.map { line in
      let words = line.dropFirst(5).split(separator: " ").map(String.init)
      let outcome = world.run(words)
      return "\(line)\n" + marked("out", outcome.output) + marked("err", outcome.errors)
        + "exit \(outcome.exit.rawValue)\n"
    }.joined(separator: "\n")
  }

  private static func marked(_ stream: String, _ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map { $0.isEmpty ? "\(stream)|\n" : "\(stream)| \($0)\n" }.joined()
  }
}
