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
    var code: Int32 = 0
    while true {
      let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
        let count = retrying { systemRead(descriptor, UnsafeMutableRawBufferPointer(buffer)) }
        code = count < 0 ? errno : 0
        filled = max(count, 0)
      }
      if code == 0 { return bytes }
      guard code == EAGAIN else { throw .fromSystem(path, code: code) }
      waitUntilReady(descriptor, POLLIN)
    }
  }
}
