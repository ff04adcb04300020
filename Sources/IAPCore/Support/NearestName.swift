/// Which of the known names was probably meant by one that is not known.
package enum NearestName {
  /// `nil`: none is near enough to be what was meant.
  ///
  /// Case does not count; a name that begins with what was written is near; ties go to the first.
  package static func of(_ word: String, among known: [String]) -> String? {
    all(near: word, among: known, limit: 1).first
  }

  /// Up to `limit` near names, nearest first.
  package static func all(near word: String, among known: [String], limit: Int) -> [String] {
    let typed = Array(word.lowercased().unicodeScalars.prefix(64))
    guard !typed.isEmpty else { return [] }
    let near = known.enumerated().compactMap { index, candidate -> (Int, Int, String)? in
      let name = Array(candidate.lowercased().unicodeScalars.prefix(64))
      let isBeginning = typed.count >= 3 && name.starts(with: typed)
      let distance = isBeginning ? 1 : distance(typed, name)
      let tolerance = max(1, min(typed.count, name.count) / 3)
      return distance <= tolerance ? (distance, index, candidate) : nil
    }
    return near.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(limit).map(\.2)
  }

  /// How many letters must be changed, added, dropped or swapped with a neighbour.
  package static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var older: [Int] = []
    var previous = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var best = min(
          previous[column] + (letter == other ? 0 : 1),
          previous[column + 1] + 1,
          current[column] + 1
        )
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          best = min(best, older[column - 1] + 1)
        }
        current.append(best)
      }
      older = previous
      previous = current
    }
    return previous[right.count]
  }
}
