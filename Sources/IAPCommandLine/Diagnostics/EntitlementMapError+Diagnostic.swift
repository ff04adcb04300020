import IAPCore

extension EntitlementMapError {
  /// The words, with the file that the user named.
  func diagnostic(path file: String) -> Diagnostic {
    let (place, words) = placeAndWords
    let location = place.isEmpty ? file : "\(file): \(place)"
    return Diagnostic(
      code: code,
      message: "no entitlement map: \(location)",
      why: words,
      exitCode: code == "newerFormat" ? .unusableStore : .invalid
    )
  }

  private var code: String {
    if case .newerVersion = self { "newerFormat" } else { "invalidMap" }
  }

  private var placeAndWords: (place: String, words: String) {
    switch self {
    case .syntax(let error): ("\(error.line):\(error.column)", error.words)
    case .expected(let expected, let found, let path):
      (path, "expected \(expected), found \(found)")
    case .missing(let path): (path, "is missing")
    case .wrongFormat(let found):
      ("format", "expected iap.entitlements, found \(found ?? "none")")
    case .newerVersion(let found, let known):
      ("version", "version \(found), this iap knows up to \(known)")
    case .unknownMember(let path, let nearest):
      (path, "is not known" + (nearest.map { ", did you mean '\($0)'" } ?? ""))
    case .duplicateProduct(let product, let path): (path, "'\(product)' stands twice")
    case .empty(let path): (path, "is empty")
    case .invalidDuration(let text, let path):
      (path, "expected a duration like P30D, found '\(text)'")
    case .invalidOverlap(let text, let path, let nearest):
      (
        path,
        "expected extend or latest, found '\(text)'"
          + (nearest.map { ", did you mean '\($0)'" } ?? "")
      )
    }
  }
}
