import IAPCore

/// `iap help [TOPIC]`, `iap COMMAND --help`.
enum HelpCommand: Command {
  static let words = "help"
  static var spec: CommandSpec {
    CommandSpec(
      "Explain a command or a topic",
      operands: [
        OperandSpec("TOPIC", .text, .any, help: "a command's words, or one of the topics below")
      ],
      details: ["Topics: " + HelpTopic.allCases.map(\.rawValue).joined(separator: ", ") + "."],
      examples: [
        .init("iap help purchase", "what a purchase can be told"),
        .init("iap help exit-codes", "what each exit status means"),
      ],
      statuses: [.notFound]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let options = context.options
    let isOption = options.global.wantsHelp
    let path = isOption ? options.command : options.words
    context.output.show(PlainReport(try page(of: path)))
    return .success
  }

  static func page(of path: [String], tree: CommandTree = .standard) throws -> [StyledText] {
    if path.isEmpty { return HelpOverview.page(tree: tree) }
    if let spec = tree.spec(of: path) { return HelpText.page(of: path, spec: spec, tree: tree) }
    if tree.contains(path) { return HelpText.overview(of: path, tree: tree) }
    if path.count == 1, let topic = HelpTopic(rawValue: path[0]) { return topic.page }
    let allowed = tree.commands.map(\.words) + HelpTopic.allCases.map(\.rawValue)
    let nearest = NearNames.of(path.joined(separator: " "), among: allowed).first
    throw Diagnostic(
      code: "unknownTopic",
      message: "no help on '\(path.joined(separator: " "))'",
      why: "topics: " + HelpTopic.allCases.map(\.rawValue).joined(separator: " "),
      hint: "iap help" + (nearest.map { " " + $0 } ?? ""),
      exitCode: .usage
    )
  }
}
