/// Paths as text, without asking the file system.
enum PathText {
  /// The path from the root, without `.`, `..` and double slashes.
  static func absolute(_ path: String, from folder: String) -> String {
    let whole = path.hasPrefix("/") ? path : folder + "/" + path
    var parts: [Substring] = []
    for part in whole.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The way from a folder to a path, both absolute: `../Shop.storekit`.
  static func relative(_ path: String, to folder: String) -> String {
    let target = path.split(separator: "/")
    let start = folder.split(separator: "/")
    let common = zip(target, start).prefix { $0 == $1 }.count
    let up = Array(repeating: Substring(".."), count: start.count - common)
    let way = up + target[common...]
    return way.isEmpty ? "." : way.joined(separator: "/")
  }

  /// How a path is shown to somebody in a folder: relative where it stands below it.
  static func shown(_ path: String, from folder: String) -> String {
    path.hasPrefix(folder + "/") ? relative(path, to: folder) : path
  }

  /// The folder above; `nil`: this is the root.
  static func parent(of folder: String) -> String? {
    guard folder != "/", let slash = folder.lastIndex(of: "/") else { return nil }
    return slash == folder.startIndex ? "/" : String(folder[..<slash])
  }
}
