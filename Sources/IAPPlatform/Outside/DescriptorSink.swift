package import IAPCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Standard output or standard error.
///
/// A reader that went away is the failure `closed`.
package final class DescriptorSink: ByteSink {
  private let descriptor: Int32

  package static let output = 1
  package static let errors = 2

  package init(_ descriptor: Int) {
    self.descriptor = Int32(descriptor)
  }

  package func write(_ bytes: [UInt8]) throws(SinkFailure) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
        return retrying { systemWrite(descriptor, rest) }
      }
      if count >= 0 {
        done += count
        continue
      }
      switch errno {
      case EPIPE: throw .closed
      // A descriptor shared with a program that made it non-blocking.
      case EAGAIN: waitUntilReady(descriptor, POLLOUT)
      default: throw .failed(systemText(errno))
      }
    }
  }
}

/// Waits until a descriptor can be read or written, at most the given milliseconds; -1: for ever.
func waitUntilReady(_ descriptor: Int32, _ event: Int32, milliseconds: Int = -1) {
  var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
  _ = poll(&entry, 1, Int32(milliseconds))
}
