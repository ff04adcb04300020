package import IAPCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Standard input, or a file that is open.
package final class DescriptorSource: ByteSource {
  private let descriptor: Int32
  private let path: String
  private let isOwned: Bool

  /// Standard input.
  package static func standardInput() -> DescriptorSource {
    DescriptorSource(0, path: "-", isOwned: false)
  }

  /// `path` is what errors call it; an owned descriptor is closed with the source.
  init(_ descriptor: Int32, path: String, isOwned: Bool) {
    self.descriptor = descriptor
    self.path = path
    self.isOwned = isOwned
  }

  deinit { if isOwned { systemClose(descriptor) } }

  package func read(limit: Int) throws(FileFailure) -> [UInt8] {
    var failure: FileFailure?
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
      do throws(FileFailure) {
        filled = try read(into: buffer)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  package func read(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(FileFailure) -> Int {
    while true {
      let count = retrying { systemRead(descriptor, UnsafeMutableRawBufferPointer(buffer)) }
      guard count < 0 else { return count }
      let code = errno
      guard code == EAGAIN else { throw .fromSystem(path, code: code) }
      waitUntilReady(descriptor, POLLIN)
    }
  }
}
