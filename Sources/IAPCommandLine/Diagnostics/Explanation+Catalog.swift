import IAPCore

extension Explanation {
  /// Why files are no catalogue, and what can be wrong with those that are.
  static let catalog: [Explanation] =
    CatalogError.meanings
    .filter { $0.code != "invalidValue" }
    .map { Explanation($0.code, .invalid, $0.meaning, $0.advice) }
    + CatalogProblemCode.allCases
    .filter { $0 != .unknownLocale }
    .map { code in
      Explanation(
        code.rawValue,
        code.severity == .error ? .invalid : .success,
        CatalogProblemWords.meaning(of: code),
        CatalogProblemWords.advice(about: code)
      )
    }
    + [
      Explanation(
        "unknownLocale",
        .usage,
        "there is no such locale",
        "write a name like en_US, ja or zh_Hans"
      ),
      Explanation(
        "unknownStorefront",
        .usage,
        "there is no such storefront",
        "write a code like USA, JPN or DEU"
      ),
      Explanation(
        "unknownProduct",
        .notFound,
        "the catalogue has no product of that id; ids are compared exactly",
        "iap products"
      ),
    ]
}
