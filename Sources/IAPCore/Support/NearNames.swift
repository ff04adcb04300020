/// Which known names somebody may have meant by an unknown one.
package enum NearNames {
  /// The nearest names, best first; equally near ones in the order of `names`.
  ///
  /// Near means: equal but for case and white space, or a part of it, or at most a third of the
  /// letters to change. A text that is not near to any name gives an empty list.
  package static func of(
    _ text: String,
    among names: some Sequence<String>,
    limit: Int = 3
  ) -> [String] {
    let wanted = folded(text)
    guard !wanted.isEmpty, wanted.count <= 200 else { return [] }
    var ranked: [(rank: Int, name: String)] = []
    for name in names where name != text {
      guard let rank = rank(of: folded(name), for: wanted) else { continue }
      if !ranked.contains(where: { $0.name == name }) { ranked.append((rank, name)) }
    }
    let best = ranked.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }
    return best.prefix(limit).map(\.element.name)
  }

  /// Letters in lower case without white space, so that ` Demo.Gold` is nearest to `demo.gold`.
  private static func folded(_ text: String) -> [UInt8] {
    text.utf8.compactMap { byte in
      switch byte {
      case 0x09...0x0D, 0x20: nil
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
      default: byte
      }
    }
  }

  /// The smaller the nearer; `nil` for names that nobody can have meant.
  private static func rank(of name: [UInt8], for wanted: [UInt8]) -> Int? {
    if name == wanted { return 0 }
    let shorter = min(name.count, wanted.count)
    let allowed = max(1, max(name.count, wanted.count) / 3)
    let distance = distance(name, wanted, atMost: allowed)
    if let distance, distance < shorter { return distance }
    guard shorter >= 3, contains(name, wanted) || contains(wanted, name) else { return nil }
    return allowed + 1
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }

  /// Letters to insert, delete, replace or swap with the neighbour; `nil` above the limit.
  private static func distance(_ left: [UInt8], _ right: [UInt8], atMost limit: Int) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(
          previous[column] + (letter == other ? 0 : 1),
          previous[column + 1] + 1,
          current[column] + 1
        )
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforePrevious[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforePrevious, previous) = (previous, current)
    }
    let distance = previous[right.count]
    return distance <= limit ? distance : nil
  }
}
