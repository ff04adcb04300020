import IAPCore

/// Stories in the XML that continuous integration reads: a test case for each scenario.
///
/// There are no durations in it: the same stories give the same bytes.
struct JUnitReport {
  let results: [StoryResult]

  func text() -> String {
    let failed = results.count { result in
      if case .played(let story) = result.content { !story.passed } else { false }
    }
    let broken = results.count { result in
      if case .unreadable = result.content { true } else { false }
    }
    let counts = "tests=\"\(results.count)\" failures=\"\(failed)\" errors=\"\(broken)\""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="iap replay" \(counts)>
        <testsuite name="scenarios" \(counts) skipped="0">
      \(results.map(testCase).joined())\
        </testsuite>
      </testsuites>

      """
  }

  private func testCase(_ result: StoryResult) -> String {
    let name = MarkupText.escaped(result.name)
    let file = MarkupText.escaped(result.file)
    let head = "    <testcase name=\"\(name)\" classname=\"\(file)\" file=\"\(file)\""
    let inner = elements(result)
    return inner.isEmpty
      ? head + "/>\n" : head + ">\n" + inner.joined() + "    </testcase>\n"
  }

  private func elements(_ result: StoryResult) -> [String] {
    switch result.content {
    case .unreadable(let diagnostic):
      let message = MarkupText.escaped(diagnostic.sentence)
      let type = MarkupText.escaped(diagnostic.code)
      return ["      <error message=\"\(message)\" type=\"\(type)\"/>\n"]
    case .played(let story):
      guard let first = story.failures.first else { return [] }
      // One element for a test case is all that some readers take.
      let head = StoryWords.failure(first)
      let message = "\(head.0): expected \(head.expected), found \(head.found)"
      var lines = story.failures.map { failure in
        let words = StoryWords.failure(failure)
        return "\(words.0)\n  expected  \(words.expected)\n  found     \(words.found)"
      }
      lines.append("timeline")
      lines += StoryTimeline(story: story).lines().map(\.plain)
      return [
        "      <failure message=\"\(MarkupText.escaped(message))\" type=\"expectation\">"
          + MarkupText.escaped(lines.joined(separator: "\n")) + "</failure>\n"
      ]
    }
  }
}
