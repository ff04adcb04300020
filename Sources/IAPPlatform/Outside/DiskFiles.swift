package import IAPCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Files that the user names, on the real disk.
package struct DiskFiles: FileAccess {
  private static let blockSize = 64 << 10

  package init() {}

  package func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
    let (source, size) = try openForReading(path)
    if size > limit { throw FileFailure(path: path, reason: .tooLarge(limit: limit)) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + 1)
    while true {
      // One byte more than what is allowed or expected, to see the end in one call.
      let wanted = max(size + 1 - bytes.count, DiskFiles.blockSize)
      let more = try source.read(limit: min(wanted, limit - bytes.count + 1))
      if more.isEmpty { return bytes }
      bytes += more
      if bytes.count > limit { throw FileFailure(path: path, reason: .tooLarge(limit: limit)) }
    }
  }

  package func open(_ path: String) throws(FileFailure) -> any ByteSource {
    try openForReading(path).source
  }

  /// The size is 0 for a pipe or a device, which show their end only by being read.
  private func openForReading(
    _ path: String
  ) throws(FileFailure) -> (source: DescriptorSource, size: Int) {
    let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw .fromSystem(path) }
    let source = DescriptorSource(descriptor, path: path, isOwned: true)
    var facts = stat()
    if fstat(descriptor, &facts) != 0 { throw .fromSystem(path) }
    let status = FileStatus(facts)
    if status.kind == .folder { throw FileFailure(path: path, reason: .isFolder) }
    return (source, status.kind == .file ? status.size : 0)
  }

  package func write(_ bytes: [UInt8], to path: String) throws(FileFailure) {
    var facts = stat()
    let exists = stat(path, &facts) == 0
    if exists, FileStatus(facts).kind == .folder {
      throw FileFailure(path: path, reason: .isFolder)
    }
    if exists, FileStatus(facts).kind != .file {
      // A pipe or a device cannot be replaced: `/dev/stdout`, `>(program)`.
      try writeThrough(bytes, path)
    } else {
      // A link stays a link: what it leads to is replaced.
      let target = exists ? resolved(path) : path
      try replace(bytes, target, mode: exists ? facts.st_mode & 0o777 : nil, shown: path)
    }
  }

  private func writeThrough(_ bytes: [UInt8], _ path: String) throws(FileFailure) {
    let descriptor = systemOpen(path, O_WRONLY | O_CLOEXEC)
    if descriptor < 0 { throw .fromSystem(path) }
    defer { systemClose(descriptor) }
    try put(bytes, descriptor, shown: path)
  }

  private func replace(
    _ bytes: [UInt8],
    _ target: String,
    mode: mode_t?,
    shown path: String
  ) throws(FileFailure) {
    let new = "\(target).\(getpid()).new"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let descriptor = systemOpen(new, flags, mode: 0o666)
    if descriptor < 0 {
      let failure = FileFailure.fromSystem(path)
      guard failure.reason == .notFound || failure.reason == .isNoFolder else { throw failure }
      let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
      throw FileFailure(
        path: path,
        reason: kind(of: folder) == .folder ? .other(systemText(ENOENT)) : .noFolder
      )
    }
    do throws(FileFailure) {
      defer { systemClose(descriptor) }
      if let mode { _ = fchmod(descriptor, mode) }
      try put(bytes, descriptor, shown: path)
      if retrying({ fsync(descriptor) }) != 0, errno != EINVAL { throw .fromSystem(path) }
      if rename(new, target) != 0 { throw .fromSystem(path) }
    } catch {
      unlink(new)
      throw error
    }
  }

  private func put(
    _ bytes: [UInt8],
    _ descriptor: Int32,
    shown path: String
  ) throws(FileFailure) {
    do throws(SinkFailure) {
      try DescriptorSink(Int(descriptor)).write(bytes)
    } catch {
      throw error == .closed
        ? FileFailure(path: path, reason: .other(systemText(EPIPE))) : .fromSystem(path)
    }
  }

  private func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  package func names(in folder: String) throws(FileFailure) -> [String] {
    guard let stream = opendir(folder) else {
      throw errno == ENOTDIR
        ? FileFailure(path: folder, reason: .isNoFolder) : .fromSystem(folder)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = entry.pointee.text
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.isBefore($1) }
  }

  package func kind(of path: String) -> PathKind? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    return FileStatus(facts).kind == .folder ? .folder : .file
  }

  package func makeFolder(_ path: String) throws(FileFailure) {
    do throws(StorageFailure) {
      try SystemFiles.makeFolders(path)
    } catch {
      throw FileFailure(error, path: path)
    }
    if kind(of: path) == .file { throw FileFailure(path: path, reason: .isNoFolder) }
  }
}

extension FileFailure {
  /// The failure that a system call left in `errno`.
  static func fromSystem(_ path: String, code: Int32 = errno) -> FileFailure {
    FileFailure(.fromSystem(path, code: code), path: path)
  }

  fileprivate init(_ failure: StorageFailure, path: String) {
    let reason: Reason =
      switch failure.problem {
      case .missing: .notFound
      case .permission: .notPermitted
      case .diskFull: .noSpace
      case .readOnly: .other(systemText(EROFS))
      case .wrongKind(found: .folder, expected: _): .isFolder
      case .wrongKind(found: .file, expected: _): .isNoFolder
      case .wrongKind(found: .symbolicLink, expected: _): .other(systemText(ELOOP))
      case .io(_, let text): .other(text)
      default: .other("\(failure.problem)")
      }
    self.init(path: path, reason: reason)
  }
}
