import IAPCore

extension Output {
  /// Says what reading a catalogue ignored, replaced or left unsold (case M12).
  ///
  /// A few only: `iap products lint` tells everything, with advice.
  func warn(about reading: CatalogReading, of path: String) {
    let limit = 5
    for problem in reading.problems.prefix(limit) {
      warn("\(path): \(problem.path): \(problem.message)")
    }
    let more = reading.problems.count - limit
    if more > 0 {
      warn("\(more) more like these: iap products lint \(ShellWord.quoted(path))")
    }
  }
}
