import IAPCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension StorageFailure {
  /// The failure that a system call left in `errno`.
  static func fromSystem(_ path: String, code: Int32 = errno) -> StorageFailure {
    StorageFailure(path, problem(code))
  }

  private static func problem(_ code: Int32) -> Problem {
    switch code {
    case ENOENT: .missing
    case EACCES, EPERM: .permission
    case EROFS: .readOnly
    case ENOSPC, EDQUOT, EFBIG: .diskFull
    case ELOOP: .wrongKind(found: .symbolicLink)
    case EISDIR: .wrongKind(found: .folder)
    case ENOTDIR: .wrongKind(found: .file, expected: .folder)
    case ENXIO: .wrongKind(found: .other)
    default: .io(code: code, text: systemText(code))
    }
  }
}

/// The system's words for an error number; never localized, as the process sets no locale.
func systemText(_ code: Int32) -> String {
  guard let text = strerror(code) else { return "error \(code)" }
  return String(cString: text)
}

/// Repeats a system call while a signal interrupts it.
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

/// `open` of the system, by a name that no member hides.
func systemOpen(_ path: String, _ flags: Int32, mode: mode_t = 0) -> Int32 {
  retrying { open(path, flags, mode) }
}

/// `close` of the system, by a name that no member hides.
func systemClose(_ descriptor: Int32) { _ = close(descriptor) }

/// `sync` of the system, by a name that no member hides.
func systemSync() { sync() }

/// `read` of the system, by a name that no member hides.
func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

/// `write` of the system, by a name that no member hides; what went wrong is an error, not a signal.
func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  ProcessSignals.writeSignalsAreErrors
  return write(descriptor, buffer.baseAddress, buffer.count)
}
