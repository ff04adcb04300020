import IAPCore

extension HostedContentsError {
  /// The words, with the file that was read.
  func diagnostic(path file: String) -> Diagnostic {
    let (place, words) = placeAndWords
    return Diagnostic(
      code: code,
      message: "no description of hosted content: " + (place.isEmpty ? file : "\(file): \(place)"),
      why: words,
      exitCode: code == "newerFormat" ? .unusableStore : .invalid
    )
  }

  private var code: String {
    if case .newerVersion = self { "newerFormat" } else { "invalidDownloads" }
  }

  private var placeAndWords: (place: String, words: String) {
    switch self {
    case .syntax(let error): ("\(error.line):\(error.column)", error.words)
    case .wrongFormat(let found):
      ("format", "expected iap.downloads, found \(found ?? "none")")
    case .newerVersion(let found, let known):
      ("version", "version \(found), this iap knows up to \(known)")
    case .shape(let error): (error.path, error.words)
    case .duplicateContent(let id, let path): (path, "'\(id)' stands twice")
    case .invalidValue(let text, let path): (path, "'\(text)' is not possible here")
    }
  }
}
