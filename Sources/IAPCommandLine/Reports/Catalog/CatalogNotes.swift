import IAPCore

/// What the developer should know of a catalogue that is sold from all the same (case M12).
///
/// A few only: `iap products lint` tells everything, with advice.
struct CatalogNotes {
  /// One sentence each, with the place.
  let sentences: [String]

  /// What reading ignored, replaced or left unsold, and how much more the lint calls an error.
  init(_ reading: CatalogReading, of path: String) {
    let limit = 5
    var sentences = reading.problems.prefix(limit).map { problem in
      "\(path): \(problem.path): \(problem.message)"
    }
    let command = "iap products lint \(ShellWord.quoted(path))"
    let more = reading.problems.count - limit
    if more > 0 { sentences.append("\(more) more like these: \(command)") }
    let errors = CatalogLint.problems(in: reading).filter { $0.severity == .error }
    let count = errors.count { !reading.problems.contains($0) }
    if count > 0 {
      sentences.append(
        "\(path): \(count) "
          + (count == 1 ? "more problem is an error: " : "more problems are errors: ")
          + command
      )
    }
    self.sentences = sentences
  }
}
