import IAPCommandLine
import IAPCore
import IAPTestSupport
import Testing

/// The table of commands, which parser, help and completions come from.
struct CommandTableTests {
  private let commands = CommandTree.standard.commands

  private func problems(_ find: (String, CommandSpec) -> [String]) -> [String] {
    commands.flatMap { command in
      find(command.words, command.spec()).map { "\(command.words): \($0)" }
    }
  }

  @Test func `No two commands have the same words`() {
    #expect(Set(commands.map(\.words)).count == commands.count)
    #expect(commands.count > 70)
  }

  @Test func `No command has two options of one name, and none hides a global one`() {
    let found = problems { _, spec in
      let names = spec.options.map(\.name) + GlobalOptions.specs.map(\.name)
      let letters = (spec.options + GlobalOptions.specs).compactMap(\.short)
      return names.filter { name in names.count { $0 == name } > 1 }
        + letters.filter { letter in letters.count { $0 == letter } > 1 }.map(String.init)
    }

    #expect(found == [])
  }

  @Test func `Names are plain, values have names in capitals`() {
    let found = problems { _, spec in
      spec.options.compactMap { option in
        let isPlain = option.name.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber }
        let isNamed = option.value.map { $0 == $0.uppercased() && !$0.isEmpty } ?? true
        return isPlain && isNamed && !option.help.isEmpty ? nil : option.name
      } + spec.operands.filter { $0.name != $0.name.uppercased() }.map(\.name)
    }

    #expect(found == [])
  }

  @Test func `Phrases begin as phrases do and have no full stop`() {
    let found = problems { _, spec in
      let phrases = spec.options.map(\.help) + spec.operands.map(\.help)
      return phrases.filter {
        $0.hasSuffix(".") || $0.first?.isUppercase == true && !$0.hasPrefix("JWS")
      }
        + (spec.summary.first?.isUppercase == true && !spec.summary.hasSuffix(".")
          ? [] : [spec.summary])
    }

    #expect(found == [])
  }

  @Test func `Only the last operand may take several words`() {
    let found = problems { _, spec in
      spec.operands.dropLast().filter { $0.count != .one }.map(\.name)
    }

    #expect(found == [])
  }

  @Test func `Every command has an example that the parser understands`() {
    let found = problems { words, spec in
      spec.examples.isEmpty
        ? ["no example"]
        : spec.examples.flatMap { example -> [String] in
          let parts = example.line.split(separator: " ").map(String.init)
          guard let start = parts.firstIndex(where: { $0.hasSuffix("iap") }) else { return [] }
          let rest = parts[(start + 1)...].prefix {
            !["&&", ">", "|"].contains($0)
          }.map { $0.hasSuffix(")") ? String($0.dropLast()) : $0 }
          do throws(UsageError) {
            _ = try CommandParser.parse(rest)
            return []
          } catch {
            return ["\(example.line): \(error.diagnostic.message)"]
          }
        }
    }

    #expect(found == [])
  }

  @Test func `Every line of help fits 80 columns`() {
    let pages =
      [[]] + commands.map { $0.words.split(separator: " ").map(String.init) }
      + [["store"], ["store", "keys"], ["snapshot"]]
      + [
        "options", "exit-codes", "environment", "files", "output", "arguments", "settings",
        "scenarios",
      ].map { [$0] }

    let long = pages.flatMap { page in
      let outcome = World().run(["help"] + page)
      #expect(outcome.exit == .success && outcome.errors.isEmpty && !outcome.output.isEmpty)
      return outcome.output.split(separator: "\n").filter {
        TerminalText.width(of: String($0)) > 80
      }
      .map { "help \(page.joined(separator: " ")): \($0)" }
    }

    #expect(long == [])
  }

  @Test func `Help of a command is the same by word and by option`() {
    for command in commands {
      let words = command.words.split(separator: " ").map(String.init)

      #expect(World().run(["help"] + words) == World().run(words + ["--help"]))
    }
  }
}
