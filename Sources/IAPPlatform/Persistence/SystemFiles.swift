package import IAPCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The store folder on the real disk.
///
/// Inside it symbolic links are not followed: nothing outside is read or written through a name.
package final class SystemFiles: FileLayer {
  let root: Int32
  private let walk: FolderWalk
  private var paths: [Int32: String] = [:]

  /// Opens the folder, which may itself be named through a symbolic link.
  package init(folder: String) throws(StorageFailure) {
    root = systemOpen(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    walk = FolderWalk(root: root)
    if root < 0 { throw Self.failure(opening: folder, code: errno) }
  }

  private static func failure(opening folder: String, code: Int32) -> StorageFailure {
    var facts = stat()
    guard code == ENOTDIR, stat(folder, &facts) == 0, FileStatus(facts).kind != .folder else {
      return .fromSystem(folder, code: code)
    }
    return StorageFailure(folder, .wrongKind(found: FileStatus(facts).kind, expected: .folder))
  }

  deinit { systemClose(root) }

  /// No file that is read as a whole is ever so large; a sparse one may claim to be.
  static let maximumBytes = 1 << 30

  /// Makes a folder and the ones above it; one that is there already is no error.
  static func makeFolders(_ path: String) throws(StorageFailure) {
    if mkdir(path, 0o755) == 0 { return }
    let code = errno
    if code == EEXIST { return }
    guard code == ENOENT, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      throw .fromSystem(path, code: code)
    }
    let parent = String(path[..<slash])
    guard !parent.isEmpty, parent != path else { throw .fromSystem(path, code: code) }
    try makeFolders(parent)
    if mkdir(path, 0o755) != 0, errno != EEXIST { throw .fromSystem(path) }
  }

  package func read(_ path: String, _ range: Range<Int>?) throws(StorageFailure) -> [UInt8] {
    let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = try walk.within(path) { folder, name throws(StorageFailure) in
      let descriptor = retrying { openat(folder, name, flags) }
      if descriptor < 0 { throw .fromSystem(path) }
      return descriptor
    }
    defer { systemClose(descriptor) }
    let size = try regularSize(descriptor, path)
    let wanted = (range ?? 0..<size).clamped(to: 0..<size)
    guard wanted.count <= Self.maximumBytes else {
      throw StorageFailure(path, .tooLarge(limit: Self.maximumBytes))
    }
    return try FileReading.bytes(of: descriptor, wanted, path: path)
  }

  private func regularSize(_ descriptor: Int32, _ path: String) throws(StorageFailure) -> Int {
    var facts = stat()
    if fstat(descriptor, &facts) != 0 { throw .fromSystem(path) }
    let status = FileStatus(facts)
    guard status.kind == .file else {
      throw StorageFailure(path, .wrongKind(found: status.kind))
    }
    return status.size
  }

  package func status(_ path: String) throws(StorageFailure) -> FileStatus? {
    do throws(StorageFailure) {
      return try walk.within(path) { folder, name throws(StorageFailure) in
        var facts = stat()
        if fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 { return FileStatus(facts) }
        throw .fromSystem(path)
      }
    } catch {
      if error.problem == .missing { return nil }
      throw error
    }
  }

  package func list(_ path: String) throws(StorageFailure) -> StateListing {
    let descriptor: Int32
    do throws(StorageFailure) {
      descriptor = try walk.open(path)
    } catch {
      if error.problem == .missing { return StateListing() }
      throw error
    }
    guard let stream = fdopendir(descriptor) else {
      let failure = StorageFailure.fromSystem(path)
      systemClose(descriptor)
      throw failure
    }
    defer { closedir(stream) }
    var listing = StateListing()
    while let entry = readdir(stream) {
      let name = entry.pointee.text
      guard name != ".", name != ".." else { continue }
      var facts = stat()
      guard fstatat(descriptor, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      if FileStatus(facts).kind == .folder {
        listing.folders.append(name)
      } else {
        listing.files.append(name)
      }
    }
    listing.files.sort { $0.isBefore($1) }
    listing.folders.sort { $0.isBefore($1) }
    return listing
  }

  package func open(_ path: String, _ purpose: WritePurpose) throws(StorageFailure) -> Int32 {
    var flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    if purpose.truncates { flags |= O_TRUNC }
    let mode: mode_t = purpose.isSecret ? 0o600 : 0o644
    let descriptor = try walk.within(path) { folder, name throws(StorageFailure) in
      let descriptor = retrying { openat(folder, name, flags, mode) }
      if descriptor < 0 { throw .fromSystem(path) }
      return descriptor
    }
    // A file that was there before keeps its mode; a secret must not.
    if purpose.isSecret, fchmod(descriptor, 0o600) != 0 {
      let failure = StorageFailure.fromSystem(path)
      systemClose(descriptor)
      throw failure
    }
    paths[descriptor] = path
    return descriptor
  }

  package func write(
    _ descriptor: Int32,
    _ bytes: [UInt8],
    at offset: Int
  ) throws(StorageFailure) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
        return retrying { pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done)) }
      }
      if count < 0 { throw .fromSystem(path(descriptor)) }
      done += count
    }
  }

  package func truncate(_ descriptor: Int32, to length: Int) throws(StorageFailure) {
    if retrying({ ftruncate(descriptor, off_t(length)) }) != 0 {
      throw .fromSystem(path(descriptor))
    }
  }

  package func sync(_ descriptor: Int32) throws(StorageFailure) {
    #if canImport(Darwin)
    // fsync leaves the data in the drive's own memory there.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    let result = retrying { fsync(descriptor) }
    #else
    let result = retrying { fdatasync(descriptor) }
    #endif
    if result != 0 { throw .fromSystem(path(descriptor)) }
  }

  package func close(_ descriptor: Int32) {
    paths[descriptor] = nil
    systemClose(descriptor)
  }

  package func rename(_ path: String, to target: String) throws(StorageFailure) {
    try walk.within(path) { folder, name throws(StorageFailure) in
      try walk.within(target) { other, newName throws(StorageFailure) in
        if retrying({ renameat(folder, name, other, newName) }) != 0 { throw .fromSystem(target) }
      }
    }
  }

  package func remove(_ path: String) throws(StorageFailure) {
    try remove(path, flags: 0)
  }

  private func remove(_ path: String, flags: Int32) throws(StorageFailure) {
    do throws(StorageFailure) {
      try walk.within(path) { folder, name throws(StorageFailure) in
        if retrying({ unlinkat(folder, name, flags) }) != 0 { throw .fromSystem(path) }
      }
    } catch {
      if error.problem != .missing { throw error }
    }
  }

  package func makeFolder(_ path: String, isSecret: Bool) throws(StorageFailure) {
    try walk.within(path) { folder, name throws(StorageFailure) in
      let result = retrying { mkdirat(folder, name, isSecret ? 0o700 : 0o755) }
      if result != 0, errno != EEXIST { throw .fromSystem(path) }
    }
  }

  package func removeFolder(_ path: String) throws(StorageFailure) {
    try remove(path, flags: AT_REMOVEDIR)
  }

  package func syncFolder(_ path: String) throws(StorageFailure) {
    let descriptor = path.isEmpty ? root : try walk.open(path)
    defer { if descriptor != root { systemClose(descriptor) } }
    // Some file systems have no sync of folders and say EINVAL.
    if retrying({ fsync(descriptor) }) != 0, errno != EINVAL { throw .fromSystem(path) }
  }

  package func flushEverything() { systemSync() }

  private func path(_ descriptor: Int32) -> String { paths[descriptor] ?? "" }
}

extension FileStatus {
  init(_ facts: stat) {
    let kind: StorageFailure.FileKind =
      switch facts.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .symbolicLink
      default: .other
      }
    let mode = UInt32(facts.st_mode) & 0o7777
    self.init(kind: kind, size: Int(facts.st_size), mode: mode)
  }
}

extension dirent {
  /// The entry's name; bytes that are no UTF-8 are shown as replacement characters.
  var text: String {
    var name = d_name
    return withUnsafeBytes(of: &name) { buffer in
      String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
