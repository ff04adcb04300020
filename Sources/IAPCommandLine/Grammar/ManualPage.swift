/// The manual page iap(1), in roff, all of it from the same tables as help.
///
/// Without a date: the same program prints the same bytes.
enum ManualPage {
  static func lines(version: String, tree: CommandTree) -> [String] {
    var page = Roff()
    page.macro("TH", "IAP", "1", "", "iap \(version)", "User Commands")
    page.section("NAME")
    page.text("iap - an App Store in the terminal, and the purchase manager that shops in it")
    page.section("SYNOPSIS")
    page.text("iap [global options] COMMAND [options]")
    page.section("DESCRIPTION")
    page.text(description)
    page.section("GLOBAL OPTIONS")
    page.pairs(GlobalOptions.specs.map { (HelpText.label($0), HelpText.describe($0)) })
    page.section("COMMANDS")
    for command in tree.commands { page.command(command.words, command.spec()) }
    page.section("ARGUMENTS")
    page.pairs(HelpTopicText.arguments)
    page.section("SETTINGS")
    page.text("The keys and values of 'iap store set'.")
    page.pairs(HelpTopicText.settingKeys + HelpTopicText.settingValues)
    page.paragraph("What the presets set:")
    page.pairs(HelpTopicText.presets)
    page.section("OUTPUT")
    for paragraph in HelpTopicText.output { page.paragraph(paragraph) }
    page.section("EXIT STATUS")
    page.pairs(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) })
    page.section("ENVIRONMENT")
    page.pairs(HelpTopicText.variables)
    page.section("FILES")
    page.pairs(HelpTopicText.files.map { ($0.0.trimmingBlanks, $0.1) })
    page.section("SCENARIOS")
    page.pairs(HelpTopicText.scenarioKeys)
    page.paragraph("A step has:")
    page.pairs(HelpTopicText.stepKeys)
    page.paragraph("The verbs, with the members of their objects:")
    page.pairs(HelpTopicText.verbs)
    page.paragraph("The members of expect:")
    page.pairs(HelpTopicText.expectations)
    for paragraph in HelpTopicText.scenarioNotes { page.paragraph(paragraph) }
    page.example(HelpTopicText.scenarioExample.map(\.plain))
    return page.lines
  }

  private static let description = """
    iap plays in-app purchase stories on a clock that you move, shows what an app and its server \
    would be told, and answers whether a customer is entitled, of the simulated store or of signed \
    data from Apple. It needs no account and no network. 'iap init' makes a store in .iap.
    """
}

/// Lines of roff with the macros of man(7).
private struct Roff {
  private(set) var lines: [String] = []

  mutating func macro(_ name: String, _ arguments: String...) {
    let words = arguments.map { "\"" + Self.escaped($0).replacing("\"", with: "\\(dq") + "\"" }
    lines.append(([".\(name)"] + words).joined(separator: " "))
  }

  mutating func section(_ title: String) { macro("SH", title) }

  mutating func text(_ text: String) {
    for line in text.split(separator: "\n") { lines.append(Self.protected(String(line))) }
  }

  mutating func paragraph(_ text: String) {
    lines.append(".PP")
    self.text(text)
  }

  /// Names in bold, each with what it means, indented.
  mutating func pairs(_ pairs: [(String, String)]) {
    for (name, meaning) in pairs {
      lines.append(".TP")
      lines.append("\\fB" + Self.escaped(name) + "\\fR")
      text(meaning)
    }
  }

  /// Lines that stay as they are.
  mutating func example(_ text: [String]) {
    lines += [".PP", ".EX"] + text.map(Self.protected) + [".EE"]
  }

  mutating func command(_ words: String, _ spec: CommandSpec) {
    macro("SS", "iap \(words)")
    text(spec.summary + ".")
    let usage = spec.operands.map(\.usage) + spec.options.map(HelpText.usage(of:))
    if !usage.isEmpty { paragraph((["iap", words] + usage).joined(separator: " ")) }
    pairs(spec.operands.map { ($0.name, HelpText.describe($0)) })
    pairs(spec.options.map { (HelpText.label($0), HelpText.describe($0)) })
    for detail in spec.details { paragraph(detail) }
    for example in spec.examples {
      self.example([example.line])
      lines += [".RS", Self.protected(example.meaning), ".RE"]
    }
    let codes = HelpText.codes(of: words.split(separator: " ").map(String.init), spec: spec)
    paragraph("Exit status: " + codes.map { "\($0.rawValue)" }.joined(separator: ", ") + ".")
  }

  /// A line that begins with a dot or an apostrophe would be a request.
  private static func protected(_ line: String) -> String {
    let isRequest = line.hasPrefix(".") || line.hasPrefix("'")
    return (isRequest ? "\\&" : "") + escaped(line)
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("'", with: "\\(aq")
  }
}

extension String {
  fileprivate var trimmingBlanks: String { String(drop { $0 == " " }) }
}
