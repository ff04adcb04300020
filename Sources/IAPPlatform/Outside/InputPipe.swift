#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The pipe through which a program gets its standard input.
final class InputPipe {
  let reading: Int32
  private var writing: Int32
  private var isReadingOpen = true
  private var input: [UInt8] = []
  private var done = 0

  /// Answers `nil`, with `errno`, when the process has no descriptor left.
  init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = ends[0]
    writing = ends[1]
    // The program may never read: a write must not wait for it.
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
  }

  deinit {
    closeReading()
    closeWriting()
  }

  func closeReading() {
    if isReadingOpen { systemClose(reading) }
    isReadingOpen = false
  }

  func begin(_ input: [UInt8]) {
    self.input = input
    done = 0
  }

  /// Hands over what the program takes now, waiting for it at most the given milliseconds.
  ///
  /// Answers true when nothing is left, or when the program does not want the rest.
  func feed(waiting milliseconds: Int) -> Bool {
    if writing < 0 { return true }
    if done < input.count {
      waitUntilReady(writing, POLLOUT, milliseconds: milliseconds)
      let count = input.withUnsafeBytes { buffer in
        systemWrite(writing, UnsafeRawBufferPointer(rebasing: buffer[done...]))
      }
      if count >= 0 { done += count }
      let isRefused = count < 0 && errno != EAGAIN && errno != EINTR
      if done < input.count, !isRefused { return false }
    }
    closeWriting()
    return true
  }

  private func closeWriting() {
    if writing >= 0 { systemClose(writing) }
    writing = -1
  }
}
