import IAPCore
import IAPTestSupport
import Testing

@testable import IAPCommandLine

/// Colour, width, quiet, and readers that go away.
struct OutputTests {
  private struct Case: CustomTestStringConvertible {
    var option: GlobalOptions.Color = .auto
    var variables: [String: String] = [:]
    var isTerminal = true
    var isColored: Bool

    var testDescription: String { "\(option) \(variables) \(isTerminal)" }
  }

  private static let cases = [
    Case(isColored: true),
    Case(isTerminal: false, isColored: false),
    Case(variables: ["TERM": "dumb"], isColored: false),
    Case(variables: ["NO_COLOR": "1"], isColored: false),
    Case(variables: ["NO_COLOR": ""], isColored: true),
    Case(variables: ["CLICOLOR_FORCE": "1"], isTerminal: false, isColored: true),
    Case(variables: ["CLICOLOR_FORCE": "0"], isTerminal: false, isColored: false),
    Case(variables: ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], isColored: false),
    Case(option: .always, variables: ["NO_COLOR": "1"], isTerminal: false, isColored: true),
    Case(option: .never, variables: ["CLICOLOR_FORCE": "1"], isColored: false),
  ]

  @Test(arguments: cases) private func `Colour follows its order`(_ example: Case) {
    let isColored = ColorRule.isColored(
      example.option,
      isTerminal: example.isTerminal,
      variable: { name in example.variables[name].flatMap { $0.isEmpty ? nil : $0 } }
    )

    #expect(isColored == example.isColored)
  }

  @Test func `Colour is decided for stdout and stderr separately, and never in JSON`() {
    let world = World()
    world.terminal = TerminalFacts(isErrorTerminal: true)

    #expect(!world.run("explain", "locked").output.contains("\u{1B}"))
    #expect(world.run("nothing").errors.contains("\u{1B}[31merror: \u{1B}[0m"))
    #expect(!world.run("nothing", "--json", "--color", "always").errors.contains("\u{1B}"))
  }

  @Test func `Quiet prints no text, JSON stays, errors stay`() {
    #expect(World().run("explain", "locked", "-q").output == "")
    #expect(World().run("explain", "locked", "-q", "--json").output.hasPrefix("{"))
    #expect(World().run("explain", "nothing", "-q").errors != "")
  }

  @Test func `A reader that goes away ends the writing quietly`() {
    let world = World()
    world.outputLimit = 10

    let outcome = world.run("explain")

    #expect(outcome.exit == .success)
    #expect(outcome.output.utf8.count == 10)
    #expect(outcome.errors == "")
  }

  @Test func `Output that cannot be written is an error`() {
    let world = World()
    world.outputFailure = .failed("No space left on device")

    let outcome = world.run("explain")

    #expect(outcome.exit == .unusableStore)
    #expect(outcome.errors.contains("why: No space left on device"))
  }

  @Test func `Wide characters take two columns, marks none`() {
    #expect(TerminalText.width(of: "プロ") == 4)
    #expect(TerminalText.width(of: "e\u{301}té") == 3)
    #expect(TerminalText.width(of: "한국어 ok") == 9)
    #expect(TerminalText.width(of: "🧾") == 2)
  }

  @Test func `Tables align, leave out empty columns and end no line with blanks`() {
    var table = TextTable([.init("名"), .init("EMPTY"), .init("N", .right), .init("LAST")])
    table.add("プロ", "", "5", "")
    table.add("x", "", "10", "y")

    #expect(
      table.lines().map(\.plain) == [
        "名     N  LAST",
        "プロ   5",
        "x     10  y",
      ]
    )
  }

  @Test func `Text of the data cannot move the cursor`() {
    #expect(StyledText("a\u{1B}[2Jb\u{202E}").rendered(inColor: false) == "a\\u{1b}[2Jb\\u{202e}")
  }
}
