import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An empty folder that is removed when the value goes away.
package final class TemporaryFolder: Sendable {
  /// Absolute, without a slash at the end.
  package let path: String

  private static let counter = Atomic<Int>(0)

  package init() {
    let number = TemporaryFolder.counter.wrappingAdd(1, ordering: .relaxed).newValue
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    path = "\(base)/iap-test-\(getpid())-\(number)"
    precondition(mkdir(path, 0o755) == 0, "a test needs a folder to work in")
  }

  deinit { TemporaryFolder.remove(path) }

  private static func remove(_ path: String) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return }
    if facts.st_mode & S_IFMT == S_IFDIR {
      _ = chmod(path, 0o755)
      for name in names(in: path) { remove(path + "/" + name) }
      _ = rmdir(path)
    } else {
      _ = unlink(path)
    }
  }

  private static func names(in path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { buffer in
        String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
