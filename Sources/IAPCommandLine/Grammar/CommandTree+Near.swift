import IAPCore

/// What somebody may have meant by a word that is no command where it stands.
extension CommandTree {
  /// The words of commands, and of beginnings of commands, that were probably meant; best first.
  ///
  /// A command of the same name elsewhere comes before a similar name here, and that before a
  /// similar name elsewhere: `iap refund` is `iap store refund`, `iap stor` is `iap store`.
  func near(_ word: String, below path: [String], limit: Int = 3) -> [[String]] {
    let same = paths.filter { $0.last == word && $0.dropLast() != path[...] }
    // Most words that are looked for stand below 'store'.
    let stores = same.filter { $0.first == "store" } + same.filter { $0.first != "store" }
    if !stores.isEmpty { return Array(stores.prefix(limit)) }
    let here = NearNames.of(word, among: names(below: path), limit: limit).map { path + [$0] }
    if !here.isEmpty { return here }
    let names = NearNames.of(word, among: paths.compactMap(\.last), limit: 1)
    return paths.filter { path in path.last.map(names.contains) ?? false }.prefix(limit).map(\.self)
  }

  /// The words of commands that end with these, `refund` for `store refund`.
  func paths(endingWith words: [String]) -> [[String]] {
    paths.filter { $0.count > words.count && $0.suffix(words.count) == words[...] }
  }

  /// Every command and every beginning of one, once, in the table's order.
  private var paths: [[String]] {
    var known: Set<[String]> = []
    return commands.flatMap { command in
      let words = command.words.split(separator: " ").map(String.init)
      return (1...words.count).map { Array(words.prefix($0)) }
    }.filter { known.insert($0).inserted }
  }
}
