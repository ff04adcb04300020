/// Gives bytes piece by piece: standard input, an open file.
package protocol ByteSource {
  /// The next bytes, at most `limit` and at least one; empty at the end.
  func read(limit: Int) throws(FileFailure) -> [UInt8]

  /// Puts the next bytes into a buffer that is reused; answers how many, 0 at the end.
  func read(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(FileFailure) -> Int
}

extension ByteSource {
  package func read(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(FileFailure) -> Int {
    buffer.update(fromContentsOf: try read(limit: buffer.count))
  }
}

/// Files that the user names, absolute or relative to the working directory.
///
/// The store folder is reached through `StateStorage` only.
package protocol FileAccess {
  /// The whole file; `tooLarge` before more than `limit` bytes are held.
  func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8]
  func open(_ path: String) throws(FileFailure) -> any ByteSource
  /// Replaces the file as a whole, or leaves it as it was.
  func write(_ bytes: [UInt8], to path: String) throws(FileFailure)
  /// The names in a folder, sorted by Unicode scalar.
  func names(in folder: String) throws(FileFailure) -> [String]
  /// `nil`: nothing is there.
  func kind(of path: String) -> PathKind?
  /// Makes the folder and those above it where they are missing.
  func makeFolder(_ path: String) throws(FileFailure)
}

/// What a path leads to.
package enum PathKind: Equatable, Sendable {
  case file
  case folder
}

/// Why a file that the user named could not be used.
package struct FileFailure: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    case notFound
    /// The file cannot be written because its folder is not there.
    case noFolder
    case isFolder
    case isNoFolder
    case notPermitted
    case tooLarge(limit: Int)
    case noSpace
    /// With the system's text.
    case other(String)
  }

  /// As the user wrote it; `-` for standard input.
  package var path: String
  package var reason: Reason

  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}
