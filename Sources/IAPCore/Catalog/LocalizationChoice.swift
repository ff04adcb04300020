import Foundation

/// Which of several texts a customer of one language gets.
struct LocalizationChoice {
  private let wanted: [LocaleName]
  private var names: [String: LocaleName?] = [:]

  /// The customer's locale first, then what to fall back to.
  init(_ locale: LocaleName, fallback: [LocaleName]) {
    var wanted: [LocaleName] = []
    for name in [locale] + fallback + [.standard] where !wanted.contains(name) {
      wanted.append(name)
    }
    self.wanted = wanted
  }

  /// For each wanted locale in turn: the same locale, then the bare language in the same script,
  /// then any region of it; at last the first text of all.
  ///
  /// Of two texts in one locale the first is used; `nil` where there are no texts.
  mutating func choose(from texts: [Localization]) -> Localization? {
    let known = texts.map { (text: $0, name: name($0.locale)) }
    for locale in wanted {
      if let same = known.first(where: { $0.name == locale }) { return same.text }
      let language = locale.language
      let related = known.filter { $0.name?.language == language }
      if let bare = related.first(where: { $0.name?.identifier.contains("_") == false }) {
        return bare.text
      }
      if let any = related.first { return any.text }
    }
    return texts.first
  }

  private mutating func name(_ text: String) -> LocaleName? {
    if let known = names[text] { return known }
    let name = try? LocaleName(text)
    names[text] = .some(name)
    return name
  }
}
