import IAPCore

/// What `iap replay` answers.
struct ReplayReport: Report {
  var results: [StoryResult]

  var json: JSONValue {
    .object(["scenarios": .array(results.map(\.json))])
  }

  func write(to page: inout TextPage) {
    for result in results { write(result, to: &page) }
    let failed = results.count { !$0.passed }
    let total = results.count == 1 ? "1 scenario" : "\(results.count) scenarios"
    page.line(
      failed == 0
        ? StyledText("\(total), all as expected", .good)
        : StyledText("\(total), \(failed) not as expected", .bad)
    )
  }

  private func write(_ result: StoryResult, to page: inout TextPage) {
    page.line(
      (result.passed ? StyledText("pass", .good) : StyledText("FAIL", .bad))
        + "  \(result.name)"
        + (result.name == result.file ? "" : StyledText("  \(result.file)", .faint))
    )
    switch result.content {
    case .unreadable(let diagnostic):
      page.line(StyledText("      \(diagnostic.message)"))
      if let why = diagnostic.why { page.line(StyledText("      why: \(why)")) }
      if let hint = diagnostic.hint { page.line(StyledText("      hint: \(hint)")) }
    case .played(let story):
      guard !story.passed else { return }
      for failure in story.failures {
        let words = StoryWords.failure(failure)
        page.line(StyledText("  \(words.0)", .strong))
        page.line(StyledText("    expected  \(words.expected)"))
        page.line(StyledText("    found     \(words.found)"))
      }
      page.line(StyledText("  timeline", .strong))
      for line in StoryTimeline(story: story).lines() { page.line("  " + line) }
    }
  }
}

/// One scenario file and what came of it.
struct StoryResult {
  enum Content {
    case played(PlayedStory)
    /// The file is no scenario, or its catalogue cannot be used.
    case unreadable(Diagnostic)
  }

  var file: String
  var content: Content

  var name: String {
    switch content {
    case .played(let story): story.name
    case .unreadable: file
    }
  }

  var passed: Bool {
    switch content {
    case .played(let story): story.passed
    case .unreadable: false
    }
  }

  /// Why it could not be played; `nil`: it was.
  var unreadable: Diagnostic? {
    if case .unreadable(let diagnostic) = content { diagnostic } else { nil }
  }

  var exitCode: ExitCode {
    switch content {
    case .played(let story): story.passed ? .success : .no
    case .unreadable(let diagnostic): diagnostic.exitCode
    }
  }

  var json: JSONValue {
    var failures: [JSONValue] = []
    var error: JSONValue?
    switch content {
    case .played(let story):
      failures = story.failures.map { failure in
        .object([
          "step": .integer(failure.step), "expected": failure.expected, "found": failure.found,
        ])
      }
    case .unreadable(let diagnostic): error = diagnostic.json["error"]
    }
    return .object([
      "name": .string(name),
      "file": .string(file),
      "passed": .boolean(passed),
      "failures": .array(failures),
      "error": error,
    ])
  }
}

/// What `iap replay --list` answers: what the scenarios tell.
struct ScenarioListReport: Report {
  struct Entry {
    let file: String
    let content: Result<Scenario, Diagnostic>

    var failure: Diagnostic? {
      if case .failure(let diagnostic) = content { diagnostic } else { nil }
    }
  }

  var entries: [Entry]

  var json: JSONValue {
    .object([
      "scenarios": .array(
        entries.map { entry in
          switch entry.content {
          case .success(let scenario):
            .object([
              "name": .string(scenario.name),
              "file": .string(entry.file),
              "description": scenario.description.map { .string($0) },
              "steps": .integer(scenario.steps.count),
            ])
          case .failure(let diagnostic):
            .object(["file": .string(entry.file), "error": diagnostic.json["error"]])
          }
        }
      )
    ])
  }

  func write(to page: inout TextPage) {
    if entries.isEmpty { return page.line("no scenarios") }
    for (index, entry) in entries.enumerated() {
      if index > 0 { page.line() }
      switch entry.content {
      case .success(let scenario):
        page.line(StyledText(scenario.name, .strong) + StyledText("  \(entry.file)", .faint))
        for line in TerminalText.wrapped(scenario.description ?? "", width: 76) {
          page.line(StyledText("  " + line))
        }
      case .failure(let diagnostic):
        page.line(StyledText(entry.file, .bad))
        page.line(StyledText("  \(diagnostic.sentence)"))
      }
    }
  }
}
