/// Help for one command, all of it from the table; no line is longer than 80 columns.
enum HelpText {
  static let width = 80

  static func page(of words: [String], spec: CommandSpec, tree: CommandTree) -> [StyledText] {
    var page = [StyledText("\(spec.summary).")]
    page += section("usage", usage(of: words, spec: spec, tree: tree))
    page += section("operands", pairs(spec.operands.map { ($0.name, describe($0)) }))
    page += section("options", pairs(spec.options.map { (label($0), describe($0)) }))
    let below = tree.summaries(below: words)
    page += section("commands", pairs(below))
    for paragraph in spec.details {
      page += [""] + TerminalText.wrapped(paragraph, width: width).map { StyledText($0) }
    }
    page += section("examples", spec.examples.flatMap(example))
    page += section("exit status", pairs(statuses(of: words, spec: spec)))
    page += ["", "Global options: iap help options. Every exit status: iap help exit-codes"]
    return page
  }

  /// Help for the beginning of commands, `iap store`.
  static func overview(of words: [String], tree: CommandTree) -> [StyledText] {
    let name = (["iap"] + words).joined(separator: " ")
    var page =
      CommandGroups.summaries[words.joined(separator: " ")].map {
        [StyledText("\($0).")]
      } ?? []
    page += section("usage", ["  \(name) COMMAND [options]"])
    page += section("commands", pairs(tree.summaries(below: words)))
    page += [
      "", "More: \(StyledText("iap help \((words + ["COMMAND"]).joined(separator: " "))").plain)",
    ]
    return page
  }

  static func usage(of words: [String], spec: CommandSpec, tree: CommandTree) -> [StyledText] {
    let name = "  " + (["iap"] + words).joined(separator: " ")
    let operands = spec.operands.map(\.usage)
    return hanging(name, operands + spec.options.map(usage(of:)))
  }

  /// The option in a usage line: `[--to TIME]`, `[--require NAME]...`.
  static func usage(of option: OptionSpec) -> String {
    let word = option.value.map { "[--\(option.name) \($0)]" } ?? "[--\(option.name)]"
    return option.count == .many ? word + "..." : word
  }

  /// Words that are never broken, continued under the first of them.
  private static func hanging(_ start: String, _ words: [String]) -> [StyledText] {
    var lines: [StyledText] = []
    var line = start
    for word in words {
      if TerminalText.width(of: line) + 1 + word.count > width {
        lines.append(StyledText(line))
        line = String(repeating: " ", count: 6) + word
      } else {
        line += " " + word
      }
    }
    return lines + [StyledText(line)]
  }

  static func section(_ title: String, _ lines: [StyledText]) -> [StyledText] {
    lines.isEmpty ? [] : ["", StyledText(title, .strong)] + lines
  }

  /// Names and what they mean, in two columns; a long name stands on a line of its own.
  ///
  /// `widest`: a name elsewhere with which the columns align.
  static func pairs(_ pairs: [(String, String)], widest: Int = 0) -> [StyledText] {
    let longest = pairs.map { TerminalText.width(of: $0.0) }.reduce(widest, max)
    let column = min(longest, 26) + 4
    return pairs.flatMap { name, meaning -> [StyledText] in
      var lines = TerminalText.wrapped(meaning, width: width - column)
      let head = "  " + name
      let gap = column - TerminalText.width(of: head)
      let first: String
      if gap >= 2, !lines.isEmpty {
        first = head + String(repeating: " ", count: gap) + lines.removeFirst()
      } else {
        first = head
      }
      let indent = String(repeating: " ", count: column)
      return [StyledText(first)] + lines.map { StyledText(indent + $0) }
    }
  }

  static func label(_ option: OptionSpec) -> String {
    let short = option.short.map { "-\($0), " } ?? ""
    return short + "--" + option.name + (option.value.map { " " + $0 } ?? "")
  }

  static func describe(_ option: OptionSpec) -> String {
    option.help + allowed(option.kind, in: option.help)
      + (option.count == .many ? " (repeatable)" : "")
  }

  static func describe(_ operand: OperandSpec) -> String {
    operand.help + allowed(operand.kind, in: operand.help)
  }

  /// The allowed words, where the sentence does not name them itself.
  private static func allowed(_ kind: ValueKind, in help: String) -> String {
    switch kind {
    case .word(let words) where !words.allSatisfy({ help.contains($0) }):
      ": " + words.joined(separator: ", ")
    case .integer(let range)
    where range.upperBound < .max && range.lowerBound > .min
      && !help.contains("\(range.upperBound) "):
      " (\(range.lowerBound) to \(range.upperBound))"
    default: ""
    }
  }

  private static func example(_ example: CommandSpec.Example) -> [StyledText] {
    [StyledText("  " + example.line)]
      + TerminalText.wrapped(example.meaning, width: width - 6).map {
        StyledText(String(repeating: " ", count: 6) + $0, .faint)
      }
  }

  /// Every status that the command can give, with what it means there.
  private static func statuses(of words: [String], spec: CommandSpec) -> [(String, String)] {
    codes(of: words, spec: spec).map { code in
      let isOwn = spec.statuses.contains(code)
      let meaning =
        switch code {
        case .invalid where !isOwn: "the catalogue's file has changed and cannot be read"
        case .notFound where !isOwn: "no store here, or no such account"
        default: code.meaning
        }
      return ("\(code.rawValue)", meaning)
    }
  }

  /// The command's own statuses, and those that come from opening the store.
  static func codes(of words: [String], spec: CommandSpec) -> [ExitCode] {
    let ofStore: [ExitCode] =
      switch words.joined(separator: " ") {
      case "help", "version", "completions", "explain", "products lint": []
      case "init", "replay": [.unusableStore]
      // They work with what was loaded, whatever became of the catalogue's file.
      case "doctor", "record", "reset", "timeline", "snapshot load", "snapshot save",
        "snapshot list", "store keys show", "store keys rotate", "store keys export-root",
        "store notify resend", "store notifications history":
        [.notFound, .unusableStore]
      default: [.invalid, .notFound, .unusableStore]
      }
    return Set(spec.statuses + ofStore + [.success, .usage]).sorted { $0.rawValue < $1.rawValue }
  }
}

extension CommandTree {
  /// The commands and groups below some words with their summaries.
  func summaries(below words: [String]) -> [(String, String)] {
    names(below: words).map { name in
      let path = words + [name]
      let group = CommandGroups.summaries[path.joined(separator: " ")]
      return (name, spec(of: path)?.summary ?? group ?? "")
    }
  }
}
