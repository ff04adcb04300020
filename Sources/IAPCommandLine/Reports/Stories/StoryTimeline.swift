import IAPCore

/// What happened in a story up to its last failure, line by line.
struct StoryTimeline {
  let story: PlayedStory

  /// Long stories are told from their end: this many lines are enough to see why.
  static let maximumLines = 60

  func lines() -> [StyledText] {
    let last = story.steps.lastIndex { !$0.failures.isEmpty } ?? story.steps.count - 1
    let lines = story.steps.prefix(last + 1).flatMap(lines(for:))
    guard lines.count > Self.maximumLines else { return lines }
    let hidden = lines.count - Self.maximumLines
    return [StyledText("  ... \(hidden) lines before", .faint)] + lines.suffix(Self.maximumLines)
  }

  private func lines(for step: PlayedStep) -> [StyledText] {
    let isFailed = !step.failures.isEmpty
    let number = step.number == 0 ? "-" : String(step.number)
    let head =
      StyledText(isFailed ? "x " : "  ", .bad)
      + StyledText(String(repeating: " ", count: max(0, 3 - number.count)) + number + "  ")
      + StyledText(step.date.forPeople, .faint)
    let event = StoryWords.event(step)
    let outcome = StoryWords.outcome(step)
    let account = step.account == .standard ? "" : "[\(step.account)] "
    let text = account + (event.isEmpty ? "expect" : event)
    let result = outcome.isEmpty ? "" : " -> " + outcome
    return [
      head + "  " + StyledText(text) + StyledText(result, step.outcome.error == nil ? .good : .bad)
    ]
      + step.changes.map { change in
        StyledText("       ") + StyledText(change.date.forPeople, .faint)
          + StyledText("    " + StoryWords.change(change))
      }
  }
}
