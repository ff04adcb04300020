/// `iap help`: all commands at a glance.
enum HelpOverview {
  static func page(tree: CommandTree) -> [StyledText] {
    var page: [StyledText] = [
      "iap: an App Store in the terminal, and the purchase manager that shops in it."
    ]
    page += HelpText.section("usage", ["  iap [global options] COMMAND [options]"])
    page += HelpText.section("commands", HelpText.pairs(tree.summaries(below: [])))
    page += HelpText.section(
      "topics",
      HelpText.pairs(HelpTopic.allCases.map { ($0.rawValue, $0.summary) })
    )
    page += ["", "More: iap help COMMAND, iap help TOPIC, iap help store COMMAND"]
    return page
  }
}
