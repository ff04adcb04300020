import IAPCore

/// Stories as one HTML file that needs nothing else: what was told, what happened, and pictures.
struct HTMLReport {
  let results: [StoryResult]

  func text() -> String {
    let failed = results.count { !$0.passed }
    let summary =
      failed == 0
      ? "\(results.count) of \(results.count) as expected"
      : "\(failed) of \(results.count) not as expected"
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Stories: \(summary)</title>
      <style>
      \(HTMLStyle.sheet)
      </style>
      </head>
      <body>
      <header><h1>Stories</h1><p class="\(failed == 0 ? "good" : "bad")">\(summary)</p></header>
      \(contents())
      \(results.enumerated().map { section($0.element, number: $0.offset + 1) }.joined())
      </body>
      </html>

      """
  }

  private func contents() -> String {
    let items = results.enumerated().map { index, result in
      let sign = result.passed ? "<b class=\"good\">✓</b>" : "<b class=\"bad\">✗</b>"
      return "<li>\(sign) <a href=\"#s\(index + 1)\">\(MarkupText.escaped(result.name))</a></li>"
    }
    return "<nav><ol>\n\(items.joined(separator: "\n"))\n</ol></nav>"
  }

  private func section(_ result: StoryResult, number: Int) -> String {
    let sign = result.passed ? "" : " class=\"failed\""
    let head = """
      <section id="s\(number)"\(sign)>
      <h2>\(MarkupText.escaped(result.name))</h2>
      <p class="file">\(MarkupText.escaped(result.file))</p>

      """
    switch result.content {
    case .unreadable(let diagnostic):
      let words = [diagnostic.message, diagnostic.why, diagnostic.hint].compactMap(\.self)
      let lines = words.map { "<p class=\"bad\">\(MarkupText.escaped($0))</p>" }
      return head + lines.joined(separator: "\n") + "\n</section>\n"
    case .played(let story):
      let description = story.description.map { "<p>\(MarkupText.escaped($0))</p>\n" } ?? ""
      return head + description + failures(story) + pictures(story) + steps(story)
        + "</section>\n"
    }
  }

  private func failures(_ story: PlayedStory) -> String {
    guard !story.passed else { return "" }
    let rows = story.failures.map { failure in
      let words = StoryWords.failure(failure)
      return "<tr><th>\(words.0)</th><td>\(MarkupText.escaped(words.expected))</td>"
        + "<td>\(MarkupText.escaped(words.found))</td></tr>"
    }
    return """
      <table class="failures"><tr><th></th><th>expected</th><th>found</th></tr>
      \(rows.joined(separator: "\n"))
      </table>

      """
  }

  private func pictures(_ story: PlayedStory) -> String {
    story.accounts.compactMap { account in
      let timeline = story.timeline(of: account)
      guard !timeline.lanes.isEmpty else { return nil }
      let svg = SVGTimeline(timeline, title: "Purchases of \(account)").text()
      // Style sheets of pictures inside a page count for the whole page: one picture, one document.
      return "<img alt=\"purchases of \(MarkupText.escaped(account.rawValue))\" "
        + "src=\"data:image/svg+xml;utf8,\(Self.percentEncoded(svg))\">\n"
    }.joined()
  }

  private func steps(_ story: PlayedStory) -> String {
    let rows = story.steps.map { step in
      let changes = step.changes.map { change in
        "<li><time>\(change.date.forPeople)</time> \(MarkupText.escaped(StoryWords.change(change)))</li>"
      }
      let inner = changes.isEmpty ? "" : "<ul>\(changes.joined())</ul>"
      let event = StoryWords.event(step)
      let account = step.account == .standard ? "" : "<i>\(step.account)</i> "
      let outcome = StoryWords.outcome(step)
      return "<tr\(step.failures.isEmpty ? "" : " class=\"failed\"")>"
        + "<th>\(step.number == 0 ? "" : String(step.number))</th>"
        + "<td><time>\(step.date.forPeople)</time></td>"
        + "<td>\(account)<code>\(MarkupText.escaped(event.isEmpty ? "expect" : event))</code>"
        + (outcome.isEmpty ? "" : " → \(MarkupText.escaped(outcome))") + inner + "</td></tr>"
    }
    return """
      <details\(story.passed ? "" : " open")><summary>\(story.steps.count) steps</summary>
      <table class="steps">
      \(rows.joined(separator: "\n"))
      </table></details>

      """
  }

  private static func percentEncoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: " "), UInt8(ascii: "="), UInt8(ascii: "/"), UInt8(ascii: ":"),
        UInt8(ascii: ";"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }
}

/// How the page looks, light and dark and in print.
private enum HTMLStyle {
  static let sheet = """
    :root { color-scheme: light dark; --ink: #1d1d1f; --paper: #fbfbfd; --card: #ffffff; --faint: #6e6e73;
      --line: #e3e3e8; --good: #15803d; --bad: #c2281d; --wash: #fdecea; }
    @media (prefers-color-scheme: dark) { :root { --ink: #f5f5f7; --paper: #0c0c0f; --card: #16161a;
      --faint: #98989f; --line: #2c2c33; --good: #4ade80; --bad: #f87171; --wash: #3a1717; } }
    body { font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif;
      color: var(--ink); background: var(--paper); max-width: 1120px; margin: 0 auto; padding: 24px; }
    header { display: flex; align-items: baseline; gap: 16px; } h1 { font-size: 28px; margin: 0; }
    h2 { font-size: 19px; margin: 0; } .good { color: var(--good); } .bad { color: var(--bad); }
    nav ol { columns: 3 18em; padding-left: 2.4em; } a { color: inherit; }
    section { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 18px 22px;
      margin: 18px 0; break-inside: avoid; } section.failed { border-color: var(--bad); }
    .file, time { color: var(--faint); font-size: 13px; font-variant-numeric: tabular-nums; } .file { margin: 0; }
    img { display: block; width: 100%; margin: 10px 0; } summary { cursor: pointer; color: var(--faint); }
    table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top;
      padding: 4px 10px 4px 0; border-top: 1px solid var(--line); font-weight: 400; }
    .failures td { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 13px; overflow-wrap: anywhere; }
    .failures { background: var(--wash); border-radius: 8px; } .failures th, .failures td { padding-left: 10px; }
    tr.failed { background: var(--wash); } ul { margin: 2px 0; padding-left: 18px; font-size: 13px; }
    code { font: 13px ui-monospace, Menlo, Consolas, monospace; }
    @media print { body { padding: 0; } section { border-color: #999; } details > table { display: table; } }
    """
}
