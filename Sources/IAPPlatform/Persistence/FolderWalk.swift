import IAPCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The way from the store folder to a name inside it, one folder after the other.
///
/// A folder on the way that is a symbolic link is refused, so that nothing outside is reached.
struct FolderWalk {
  /// The store folder.
  let root: Int32

  #if canImport(Darwin)
  private static let passing = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
  #else
  /// `O_PATH`, which Swift does not see: only to go through, so that a folder that may be entered
  /// but not listed is none the worse.
  private static let onlyPassing: Int32 = 0o10000000
  private static let passing = onlyPassing | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
  #endif

  /// Runs a body with the open folder that holds the path, and the path's last part.
  ///
  /// Throws `missing` where a folder on the way is.
  func within<Answer>(
    _ path: String,
    _ body: (_ folder: Int32, _ name: String) throws(StorageFailure) -> Answer
  ) throws(StorageFailure) -> Answer {
    guard let last = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return try body(root, path)
    }
    var folder = root
    defer { if folder != root { systemClose(folder) } }
    var place = path.startIndex
    while place < last {
      let end = path[place...].utf8.firstIndex(of: UInt8(ascii: "/")) ?? last
      let part = String(path[place..<end])
      let next = retrying { openat(folder, part, FolderWalk.passing) }
      if next < 0 { throw failure(in: folder, part, String(path[..<end]), path) }
      if folder != root { systemClose(folder) }
      folder = next
      place = path.utf8.index(after: end)
    }
    return try body(folder, String(path[path.utf8.index(after: last)...]))
  }

  /// Opens the folder of a path to list or sync it; the empty path is the store folder.
  func open(_ path: String) throws(StorageFailure) -> Int32 {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
    return try within(path) { folder, name throws(StorageFailure) in
      let descriptor = retrying { openat(folder, name.isEmpty ? "." : name, flags) }
      if descriptor < 0 { throw failure(in: folder, name, path, path) }
      return descriptor
    }
  }

  /// Why the part could not be opened as a folder, from `errno` and what stands there.
  private func failure(
    in folder: Int32,
    _ part: String,
    _ place: String,
    _ path: String
  ) -> StorageFailure {
    let code = errno
    guard code == ENOTDIR || code == ELOOP else { return .fromSystem(path, code: code) }
    var facts = stat()
    guard fstatat(folder, part, &facts, AT_SYMLINK_NOFOLLOW) == 0 else {
      return .fromSystem(path, code: code)
    }
    return StorageFailure(place, .wrongKind(found: FileStatus(facts).kind, expected: .folder))
  }
}
