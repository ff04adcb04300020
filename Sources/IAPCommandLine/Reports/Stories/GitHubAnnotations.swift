import IAPCore

/// Failures as workflow commands that GitHub shows beside the files.
///
/// GitHub shows ten for a step: the tenth line says how many more there are.
struct GitHubAnnotations {
  let results: [StoryResult]
  /// The line of a step in a scenario's file; `nil`: it is not known.
  let line: (_ file: String, _ step: Int) -> Int?

  static let maximumCount = 10

  func lines() -> [String] {
    let all = results.flatMap(annotations)
    guard all.count > Self.maximumCount else { return all }
    let shown = Self.maximumCount - 1
    let rest = "and \(all.count - shown) more expectations of scenarios are not met"
    return all.prefix(shown) + ["::error title=iap replay::\(Self.message(rest))"]
  }

  private func annotations(_ result: StoryResult) -> [String] {
    switch result.content {
    case .unreadable(let diagnostic):
      return [command(result, step: 0, message: diagnostic.sentence)]
    case .played(let story):
      return story.failures.map { failure in
        let words = StoryWords.failure(failure)
        let message = "\(words.0): expected \(words.expected), found \(words.found)"
        return command(result, step: failure.step, message: message)
      }
    }
  }

  private func command(_ result: StoryResult, step: Int, message: String) -> String {
    var properties = ["file=\(Self.property(result.file))"]
    if step > 0, let line = line(result.file, step) { properties.append("line=\(line)") }
    properties.append("title=\(Self.property(result.name))")
    return "::error \(properties.joined(separator: ","))::\(Self.message(message))"
  }

  private static func message(_ text: String) -> String {
    text.map { character in
      switch character {
      case "%": "%25"
      case "\r": "%0D"
      case "\n", "\r\n": "%0A"
      default: String(character)
      }
    }.joined()
  }

  private static func property(_ text: String) -> String {
    message(text).map { character in
      switch character {
      case ":": "%3A"
      case ",": "%2C"
      default: String(character)
      }
    }.joined()
  }
}
