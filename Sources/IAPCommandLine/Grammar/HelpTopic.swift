/// What `iap help` explains besides commands.
enum HelpTopic: String, CaseIterable {
  case options
  case exitCodes = "exit-codes"
  case environment
  case files
  case output
  case arguments
  case settings
  case scenarios

  var summary: String {
    switch self {
    case .options: "the options of every command"
    case .exitCodes: "what each exit status means"
    case .environment: "the variables that iap reads"
    case .files: "what stands in the state folder"
    case .output: "text, JSON, errors and colour"
    case .arguments: "times, durations, and how things are named"
    case .settings: "the keys and values of 'iap store set'"
    case .scenarios: "how a story is written"
    }
  }

  var page: [StyledText] {
    [StyledText(summary.prefix(1).uppercased() + summary.dropFirst() + ".")] + ["" as StyledText]
      + body
  }

  private var body: [StyledText] {
    switch self {
    case .options:
      HelpText.pairs(GlobalOptions.specs.map { (HelpText.label($0), $0.help) })
        + paragraphs("They stand before or after the command's words. The last one counts.")
    case .exitCodes: HelpText.pairs(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) })
    case .environment: HelpText.pairs(HelpTopicText.variables)
    case .files: HelpText.pairs(HelpTopicText.files)
    case .output: paragraphs(HelpTopicText.output)
    case .arguments: HelpText.pairs(HelpTopicText.arguments)
    case .settings: HelpTopicText.settings
    case .scenarios: HelpTopicText.scenarios
    }
  }

  private func paragraphs(_ text: String...) -> [StyledText] { paragraphs(text) }

  private func paragraphs(_ texts: [String]) -> [StyledText] {
    texts.flatMap { text in
      TerminalText.wrapped(text, width: HelpText.width).map { StyledText($0) } + [""]
    }.dropLast()
  }
}
