import Foundation

/// A language with, perhaps, a script and a region: `en_US`, `zh_Hans`, `ja`; `en-US` is the same.
package struct LocaleName: Hashable, Sendable {
  /// With underscores, language in lower case, script capitalized, region in capitals.
  package let identifier: String

  /// Reads a name that the system has data for; any known language goes with any known region.
  package init(_ text: String) throws(UnknownLocale) {
    guard let identifier = Self.canonical(text), Self.isKnown(identifier) else {
      throw UnknownLocale(text: text, near: Self.near(text))
    }
    self.identifier = identifier
  }

  private init(known identifier: String) {
    self.identifier = identifier
  }

  /// What Xcode starts with, and what everything falls back to.
  package static let standard = LocaleName(known: "en_US")

  /// Language and script as the system completes them: `zh_TW` is written in `Hant`.
  var language: String { Locale.Language(identifier: identifier).minimalLanguage }

  var locale: Locale { Locale(identifier: identifier) }

  /// The usual spelling; `nil` for what cannot be a name of a locale.
  static func canonical(_ text: String) -> String? {
    let parts = text.replacing("-", with: "_")
      .split(separator: "_", omittingEmptySubsequences: false)
    guard let language = parts.first, (1...3).contains(parts.count),
      (2...3).contains(language.utf8.count),
      parts.allSatisfy({ $0.utf8.allSatisfy(isAlphanumeric) })
    else { return nil }
    var words = [language.lowercased()]
    for part in parts.dropFirst() {
      switch part.utf8.count {
      case 4: words.append(part.capitalized)
      case 2...3: words.append(part.uppercased())
      default: return nil
      }
    }
    return words.joined(separator: "_")
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    byte < 0x80
      && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
  }

  private static let identifiers = Locale.availableIdentifiers.sorted()
  private static let known = Set(identifiers)

  private static func isKnown(_ identifier: String) -> Bool {
    if known.contains(identifier) { return true }
    let words = identifier.split(separator: "_").map(String.init)
    let languages = words.count == 3 ? "\(words[0])_\(words[1])" : words[0]
    guard let last = words.last, words.count > 1, last.utf8.count < 4,
      identifiers.contains(where: { $0 == languages || $0.hasPrefix(languages + "_") })
    else { return false }
    return Locale.Region.isoRegions.contains(Locale.Region(last))
  }

  private static func near(_ text: String) -> [String] {
    let canonical = text.replacing("-", with: "_")
    let language = canonical.prefix { $0 != "_" }.lowercased()
    func rank(_ name: String) -> (Int, Int, String) {
      let isSameLanguage = name.prefix { $0 != "_" } == language
      return (isSameLanguage ? 0 : 1, name.utf8.count, name)
    }
    let names = identifiers.sorted { rank($0) < rank($1) }
    let near = NearNames.of(canonical, among: names)
    return near.isEmpty ? Array(names.prefix { rank($0).0 == 0 }.prefix(3)) : near
  }
}

extension Locale.Language {
  fileprivate var minimalLanguage: String {
    (languageCode?.identifier ?? "") + "_" + (script?.identifier ?? "")
  }
}

/// A name that is no locale, with the known names that may have been meant, best first.
package struct UnknownLocale: Error, Equatable, Sendable {
  package var text: String
  package var near: [String]

  package init(text: String, near: [String]) {
    self.text = text
    self.near = near
  }
}
