package import IAPCore

extension CatalogError {
  /// What is wrong, with the place inside the file.
  package var words: String {
    switch self {
    case .empty: return "the file is empty"
    case .tooLarge(let bytes, let limit): return "\(bytes) bytes, \(limit) are the most"
    case .propertyList: return "a property list, not JSON"
    case .notJSON(let error): return "not JSON: " + error.placed
    case .notACatalog(let members):
      let found = members.isEmpty ? "no object" : members.joined(separator: ", ")
      return "expected products or subscriptionGroups, found " + found
    case .wrongType(let path, let expected, let found):
      return "\(path): expected \(expected), found \(found)"
    case .missing(let path): return "\(path): is missing"
    case .invalidValue(let path, let expected, let found):
      return "\(path): expected \(expected), found '\(found)'"
    }
  }

  /// What to do about it.
  package var advice: String {
    switch self {
    case .empty, .notACatalog: "name a .storekit file that Xcode's editor opens"
    case .tooLarge: "a catalogue of this size is none"
    case .propertyList: "make the file new in Xcode: catalogues are JSON since Xcode 12"
    case .notJSON(let error):
      error.problem == .duplicateMember
        ? "keep one of the two: readers disagree about which one counts"
        : "correct the place, or make the file new in Xcode"
    case .wrongType, .missing, .invalidValue: "correct the place as the message says"
    }
  }

  /// Every code of this error with what it means.
  static let meanings: [(code: String, meaning: String, advice: String)] = [
    (CatalogError.empty.code, CatalogError.empty.words, CatalogError.empty.advice),
    (
      CatalogError.tooLarge(bytes: 0, limit: 0).code, "the file is larger than any catalogue",
      CatalogError.tooLarge(bytes: 0, limit: 0).advice
    ),
    (
      CatalogError.propertyList.code, "the file is a property list, not JSON",
      CatalogError.propertyList.advice
    ),
    (
      "notJSON", "the file is not strict JSON; the message has line and column", "correct the place"
    ),
    (
      "notACatalog", "the file is JSON, but has neither products nor subscriptionGroups",
      CatalogError.empty.advice
    ),
    ("wrongType", "another kind of value stands at the path", "correct the place"),
    ("missingMember", "a member is missing without which nothing can be sold", "add it"),
    ("invalidValue", "the text or number at the path is none that is allowed", "correct it"),
  ]
}

extension CatalogFileError: Explainable {
  package var diagnostic: Diagnostic {
    Diagnostic(
      code: error.code,
      message: "'\(file)' is no catalogue: \(error.words)",
      why: nil,
      hint: error.advice,
      exitCode: .invalid
    )
  }
}

extension UnknownLocale: Explainable {
  package var diagnostic: Diagnostic {
    Diagnostic(
      code: "unknownLocale",
      message: "no locale '\(text)'",
      why: near.isEmpty
        ? "expected a name like en_US, ja or zh_Hans"
        : "did you mean " + near.map { "'\($0)'" }.joined(separator: " or "),
      hint: "iap help store set",
      exitCode: .usage
    )
  }
}

/// A code that no storefront has.
struct UnknownStorefront: Explainable, Equatable {
  let code: String

  var diagnostic: Diagnostic {
    let near = Storefronts.near(code)
    return Diagnostic(
      code: "unknownStorefront",
      message: "no storefront '\(code)'",
      why: near.isEmpty
        ? "expected one of 175 codes like USA, JPN, DEU"
        : "did you mean " + near.map { "'\($0)'" }.joined(separator: " or "),
      hint: near.first.map { "iap products --storefront \($0)" },
      exitCode: .usage
    )
  }
}
