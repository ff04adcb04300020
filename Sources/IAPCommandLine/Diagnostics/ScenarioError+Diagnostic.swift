import IAPCore

extension ScenarioFileError: Explainable {
  var diagnostic: Diagnostic {
    let (place, words) = error.placeAndWords
    return Diagnostic(
      code: code,
      message: "no scenario: " + (place.isEmpty ? file : "\(file): \(place)"),
      why: words,
      hint: "iap help scenarios",
      exitCode: code == "newerFormat" ? .unusableStore : .invalid
    )
  }

  private var code: String {
    if case .newerVersion = error { "newerFormat" } else { "invalidScenario" }
  }
}

extension ScenarioError {
  fileprivate var placeAndWords: (place: String, words: String) {
    switch self {
    case .syntax(let error): ("\(error.line):\(error.column)", error.words)
    case .shape(let error):
      (error.path, String(error.placed.dropFirst(error.path.isEmpty ? 0 : error.path.count + 2)))
    case .severalVerbs(let path, let verbs):
      (path, "one event for each step, found " + verbs.joined(separator: " and "))
    case .invalidTime(let path, let text):
      (path, "expected a time like 2026-01-31T12:00:00Z or a duration like +3h, found '\(text)'")
    case .wrongFormat(let found): ("format", "expected \(Scenario.format), found \(found)")
    case .newerVersion(let found):
      ("version", "version \(found), this iap knows up to \(Scenario.version)")
    case .tooManySteps(let count): ("steps", "\(count) steps, \(Scenario.maximumSteps) are enough")
    }
  }
}
