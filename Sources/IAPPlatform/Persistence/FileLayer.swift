package import IAPCore

/// What the storage asks of a file system, one member for each system call that changes something.
///
/// Paths are relative to the store folder. Tests put a simulated disk here.
package protocol FileLayer: AnyObject {
  /// The bytes of a range, or all; fewer where the file ends before. Throws `missing`.
  func read(_ path: String, _ range: Range<Int>?) throws(StorageFailure) -> [UInt8]

  /// Kind and size; `nil`: nothing has this name.
  func status(_ path: String) throws(StorageFailure) -> FileStatus?

  /// What stands directly in a folder; a missing folder is empty.
  func list(_ path: String) throws(StorageFailure) -> StateListing

  /// Opens a file for writing and makes it where it is missing.
  func open(_ path: String, _ purpose: WritePurpose) throws(StorageFailure) -> Int32

  /// Writes all bytes at an offset.
  func write(_ descriptor: Int32, _ bytes: [UInt8], at offset: Int) throws(StorageFailure)

  func truncate(_ descriptor: Int32, to length: Int) throws(StorageFailure)

  /// Makes the file's content durable.
  func sync(_ descriptor: Int32) throws(StorageFailure)

  func close(_ descriptor: Int32)

  func rename(_ path: String, to target: String) throws(StorageFailure)

  /// Removes a file; a missing one is no error.
  func remove(_ path: String) throws(StorageFailure)

  func makeFolder(_ path: String, isSecret: Bool) throws(StorageFailure)

  /// Removes an empty folder; a missing one is no error.
  func removeFolder(_ path: String) throws(StorageFailure)

  /// Makes the names in a folder durable; the empty path is the store folder.
  func syncFolder(_ path: String) throws(StorageFailure)

  /// Starts or finishes writing everything that waits, so that many syncs afterwards are quick.
  func flushEverything()
}

/// What a name in the file system stands for, and its size in bytes.
package struct FileStatus: Equatable, Sendable {
  package var kind: StorageFailure.FileKind
  package var size: Int
  /// The permissions, `0o600`; `nil`: the layer knows none.
  package var mode: UInt32?

  package init(kind: StorageFailure.FileKind, size: Int, mode: UInt32? = nil) {
    self.kind = kind
    self.size = size
    self.mode = mode
  }
}

/// How a file is opened for writing.
package struct WritePurpose: Equatable, Sendable {
  /// True: it starts empty.
  package var truncates: Bool
  /// True: mode 0600.
  package var isSecret: Bool

  package init(truncates: Bool, isSecret: Bool) {
    self.truncates = truncates
    self.isSecret = isSecret
  }
}
