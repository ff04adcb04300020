import IAPCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reading from an open descriptor.
enum FileReading {
  /// The bytes of a range of a regular file; fewer where it ends before.
  static func bytes(
    of descriptor: Int32,
    _ range: Range<Int>,
    path: String
  ) throws(StorageFailure) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
      while filled < range.count {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...]
        )
        let place = off_t(range.lowerBound + filled)
        let count = retrying { pread(descriptor, rest.baseAddress, rest.count, place) }
        if count < 0 { code = errno }
        if count <= 0 { return }
        filled += count
      }
    }
    if code != 0 { throw .fromSystem(path, code: code) }
    return bytes
  }
}
