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
      options: [OptionSpec("man", help: "print the manual page iap(1) instead, as roff")],
      details: ["Topics: " + HelpTopic.allCases.map(\.rawValue).joined(separator: ", ") + "."],
      examples: [
        .init("iap help purchase", "what a purchase can be told"),
        .init("iap help exit-codes", "what each exit status means"),
        .init("iap help --man > iap.1", "read it with: man ./iap.1"),
        .init("iap help refund", "the one command that ends so: iap store refund"),
      ]
    )
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let options = context.options
    let isOption = options.global.wantsHelp
    let path = isOption ? options.command : options.words
    if options.has("man"), !isOption { return try showManual(context) }
    context.output.show(PlainReport(try page(of: path)))
    return .success
  }

  private static func showManual(_ context: CommandContext) throws -> ExitCode {
    guard context.options.words.isEmpty else {
      throw UsageError(.conflict("--man is one page for all commands"), command: ["help"])
    }
    let lines = ManualPage.lines(version: VersionCommand.number, tree: .standard)
    context.output.show(PlainReport(lines.map { StyledText($0) }))
    return .success
  }

  static func page(of path: [String], tree: CommandTree = .standard) throws -> [StyledText] {
    if path.isEmpty { return HelpOverview.page(tree: tree) }
    if let page = commandPage(of: path, tree: tree) { return page }
    let topics = path.compactMap(HelpTopic.init)
    if topics.count == path.count { return Array(topics.map(\.page).joined(separator: [""])) }
    if let topic = path.last.flatMap(HelpTopic.init), path.count < 3 { return topic.page }
    let longer = tree.paths(endingWith: path)
    if longer.count == 1, let page = commandPage(of: longer[0], tree: tree) { return page }
    throw unknown(path, longer.isEmpty ? near(path, tree: tree) : longer, tree: tree)
  }

  private static func commandPage(of path: [String], tree: CommandTree) -> [StyledText]? {
    if let spec = tree.spec(of: path) { return HelpText.page(of: path, spec: spec, tree: tree) }
    return tree.contains(path) ? HelpText.overview(of: path, tree: tree) : nil
  }

  /// Commands and topics that may have been meant.
  private static func near(_ path: [String], tree: CommandTree) -> [[String]] {
    let topics = NearNames.of(
      path.joined(separator: " "),
      among: HelpTopic.allCases.map(\.rawValue)
    )
    let start = path.indices.last { tree.contains(Array(path[..<$0])) } ?? 0
    return topics.map { [$0] } + tree.near(path[start], below: Array(path[..<start]))
  }

  private static func unknown(
    _ path: [String],
    _ near: [[String]],
    tree: CommandTree
  ) -> Diagnostic {
    let name = path.joined(separator: " ")
    let code = Explanation.of(name)?.code
    let names = near.prefix(3).map { "'" + $0.joined(separator: " ") + "'" }
    let group = Array(path.prefix { tree.contains([$0]) })
    let below = tree.names(below: group)
    let allowed = group.isEmpty ? HelpTopic.allCases.map(\.rawValue) : below
    let others =
      group.isEmpty
      ? "topics: " + allowed.joined(separator: " ")
      : below.isEmpty
        ? "'iap \(group.joined(separator: " "))' is a whole command"
        : "allowed: " + allowed.joined(separator: " ")
    return Diagnostic(
      code: "unknownTopic",
      message: "no help on '\(name)'",
      why: code.map { "'\($0)' is an error code" }
        ?? (names.isEmpty
          ? others
          : "did you mean " + names.joined(separator: " or ")),
      hint: code.map { "iap explain \($0)" }
        ?? (["iap", "help"] + (near.first ?? group)).joined(separator: " "),
      exitCode: .usage
    )
  }
}
