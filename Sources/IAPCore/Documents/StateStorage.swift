/// Where the state of one store is kept: the port between the core and the disk.
///
/// Reading shows what was committed and nothing else. What is staged becomes visible by `commit`.
package protocol StateStorage: AnyObject {
  /// The whole content; throws `missing` when there is no such file.
  func read(_ file: StateFile) throws(StorageFailure) -> [UInt8]

  /// The bytes of a range, fewer where the file ends before; throws `missing`.
  func read(_ file: StateFile, _ range: Range<Int>) throws(StorageFailure) -> [UInt8]

  /// The committed length in bytes; `nil`: there is no such file.
  ///
  /// For a file of lines, a last line without its end is not counted: it was never committed.
  func size(of file: StateFile) throws(StorageFailure) -> Int?

  /// What stands directly in a folder; a missing folder is empty.
  ///
  /// A folder without any file below it does not exist.
  func list(_ folder: StateFolder) throws(StorageFailure) -> StateListing

  /// Names of files that an interrupted command left, all harmless; a finished commit leaves none.
  func leftovers() throws(StorageFailure) -> [String]

  /// Adds bytes to the end of a file when the next `commit` is made, before its changes.
  ///
  /// For output without a bound: memory does not follow its size.
  func stage(_ bytes: [UInt8], to file: StateFile) throws(StorageFailure)

  /// Makes the replacement of a file part of the next `commit`, before its changes.
  ///
  /// For commands that write many files. A file that is staged so is staged once.
  func stage(_ replacement: FileChange) throws(StorageFailure)

  /// The permissions of a file, as `0o600`; `nil`: it is missing, or the storage knows none.
  func mode(of file: StateFile) throws(StorageFailure) -> UInt32?

  /// Forgets what was staged since the last commit.
  func discardStaged()

  /// Makes what was staged and the changes durable, all or nothing.
  ///
  /// When it throws, nothing of them is visible, now or later.
  func commit(_ changes: [FileChange]) throws(StorageFailure)
}

/// The names in one folder, sorted by Unicode scalar.
package struct StateListing: Equatable, Sendable {
  package var files: [String]
  package var folders: [String]

  package init(files: [String] = [], folders: [String] = []) {
    self.files = files
    self.folders = folders
  }
}

extension StateStorage {
  /// The whole content; `nil`: there is no such file.
  package func readIfPresent(_ file: StateFile) throws(StorageFailure) -> [UInt8]? {
    do {
      return try read(file)
    } catch {
      if error.problem == .missing { return nil }
      throw error
    }
  }

  /// Whether the file exists.
  package func contains(_ file: StateFile) throws(StorageFailure) -> Bool {
    try size(of: file) != nil
  }

  /// Every file below a folder, sorted by path.
  package func allFiles(below folder: StateFolder = .root) throws(StorageFailure) -> [StateFile] {
    let listing = try list(folder)
    var files = listing.files.map { folder.file($0) }
    for name in listing.folders {
      files += try allFiles(below: folder.folder(name))
    }
    return files.sorted()
  }
}
