package import IAPCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The lock of a store folder: one writer, or any number of readers.
///
/// The system frees it when the process ends, however it ends. No file is left behind that could
/// lock anyone out; what stands in the lock file only says who holds it.
package final class StoreLock {
  /// How the store is held.
  package enum Mode: Sendable {
    case shared
    case exclusive
  }

  static let fileName = "lock"

  private let descriptor: Int32
  private let mode: Mode

  /// Takes the lock of an open folder, waiting at most the given time.
  ///
  /// `command` is what others are told while this process holds it. Throws `locked`; for writers
  /// also `readOnly` and `permission`.
  package init(
    folder: Int32,
    _ mode: Mode,
    command: String,
    waitMilliseconds limit: Int
  ) throws(StorageFailure) {
    self.mode = mode
    descriptor = try StoreLock.open(folder, mode)
    do throws(StorageFailure) {
      try StoreLock.wait(descriptor, mode, limit: limit)
      if mode == .exclusive { try sign(command) }
    } catch {
      systemClose(descriptor)
      throw error
    }
  }

  deinit {
    if mode == .exclusive { _ = ftruncate(descriptor, 0) }
    systemClose(descriptor)
  }

  private static func open(_ folder: Int32, _ mode: Mode) throws(StorageFailure) -> Int32 {
    let common = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    if mode == .shared {
      let descriptor = retrying { openat(folder, fileName, O_RDONLY | common) }
      if descriptor >= 0 { return descriptor }
      if errno != ENOENT { throw .fromSystem(fileName) }
    }
    let descriptor = retrying { openat(folder, fileName, O_RDWR | O_CREAT | common, 0o644) }
    if descriptor < 0 { throw .fromSystem(fileName) }
    return descriptor
  }

  private static func wait(
    _ descriptor: Int32,
    _ mode: Mode,
    limit: Int
  ) throws(StorageFailure) {
    let operation = (mode == .exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB
    if flock(descriptor, operation) == 0 { return }
    let start = monotonicMilliseconds()
    var pause = 1
    while true {
      if errno != EWOULDBLOCK && errno != EINTR { throw .fromSystem(fileName) }
      let waited = monotonicMilliseconds() - start
      guard waited < limit else {
        let holder = holder(descriptor)
        throw StorageFailure(fileName, .locked(holder: holder, waitedMilliseconds: waited))
      }
      sleep(milliseconds: min(pause, limit - waited))
      pause = min(pause * 2, 50)
      if flock(descriptor, operation) == 0 { return }
    }
  }

  /// Writes who holds the lock: the process id and the command, one line.
  private func sign(_ command: String) throws(StorageFailure) {
    let line = Array("\(getpid()) \(command)\n".utf8)
    let written = line.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    // A full disk must not keep anyone from the lock: the name is a courtesy.
    if written > 0 { _ = ftruncate(descriptor, off_t(written)) }
  }

  /// Who holds the lock; `nil` when readers do, or when the name is of a process that is gone.
  private static func holder(_ descriptor: Int32) -> LockHolder? {
    let read = try? FileReading.bytes(of: descriptor, 0..<512, path: fileName)
    let line = String(decoding: read ?? [], as: UTF8.self).prefix { $0 != "\n" }
    let parts = line.split(separator: " ", maxSplits: 1)
    guard let id = parts.first.flatMap({ Int32($0) }), id > 0 else { return nil }
    guard kill(id, 0) == 0 || errno == EPERM else { return nil }
    return LockHolder(processID: id, command: parts.count > 1 ? String(parts[1]) : "")
  }
}

/// Milliseconds of a clock that nobody sets.
func monotonicMilliseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
}

/// Sleeps; may wake earlier when a signal arrives.
func sleep(milliseconds: Int) {
  var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
  nanosleep(&time, nil)
}
