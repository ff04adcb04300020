import Foundation

/// The sources of this package as text, read from where this file stands.
struct SourceTree {
  struct File {
    /// Relative to the package: `Sources/IAPCore/Store/StoreState.swift`.
    let path: String
    let lines: [Substring]

    /// The folders below `Sources/<target>`, the file's rooms: `["Store"]`.
    var rooms: [Substring] {
      Array(path.split(separator: "/").dropFirst(2).dropLast())
    }

    var target: Substring {
      path.split(separator: "/").dropFirst().first ?? ""
    }
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let sources = swiftFiles(below: "Sources")
  static let tests = swiftFiles(below: "Tests")

  private static func swiftFiles(below folder: String) -> [File] {
    let base = root.appending(path: folder)
    let names =
      FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted().compactMap { name in
      guard let text = try? String(contentsOf: base.appending(path: name), encoding: .utf8) else {
        return nil
      }
      return File(
        path: "\(folder)/\(name)",
        lines: text.split(separator: "\n", omittingEmptySubsequences: false)
      )
    }
  }
}

extension Substring {
  /// The line without its comment and without the inside of its string literals.
  var code: String {
    var result = ""
    var isText = false
    var previous: Character = " "
    for character in self {
      if character == "\"", previous != "\\" { isText.toggle() }
      if !isText, character == "/", previous == "/" { return String(result.dropLast()) }
      if !isText || character == "\"" { result.append(character) }
      previous = character
    }
    return result
  }
}
