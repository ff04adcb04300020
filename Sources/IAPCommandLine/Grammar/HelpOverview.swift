/// `iap help`: all commands at a glance.
enum HelpOverview {
  static func page(tree: CommandTree) -> [StyledText] {
    var page: [StyledText] = [
      "iap: an App Store in the terminal, and the purchase manager that shops in it."
    ]
    page += HelpText.section("usage", ["  iap [global options] COMMAND [options]"])
    page += HelpText.section(
      "first steps",
      [
        "  iap init && iap products && iap purchase pro_monthly",
        "  iap store advance 1mo && iap entitlements && iap timeline",
      ]
    )
    let summaries = tree.summaries(below: [])
    let column = summaries.map { TerminalText.width(of: $0.0) }.max() ?? 0
    for (title, names) in CommandGroups.sections {
      let rows = names.compactMap { name in summaries.first { $0.0 == name } }
      page += HelpText.section(title, HelpText.pairs(rows, widest: column))
    }
    page += HelpText.section(
      "topics",
      HelpText.pairs(HelpTopic.allCases.map { ($0.rawValue, $0.summary) }, widest: column)
    )
    page += ["", "More: iap help COMMAND, iap help TOPIC, iap help store"]
    return page
  }
}
