/// What holds for the changes of a commit wherever it is made.
package struct CommitCheck {
  private var known: [StateFile: Int] = [:]
  private var removed: [StateFolder] = []

  private init() {}

  /// Throws `shortened` when an append would leave a hole or an overwrite go beyond the end.
  ///
  /// `size` answers a file's length in bytes before the commit, `nil` for a missing one.
  package static func check(
    _ changes: [FileChange],
    size: (StateFile) throws(StorageFailure) -> Int?
  ) throws(StorageFailure) {
    var check = CommitCheck()
    for change in changes { try check.follow(change, size) }
  }

  private mutating func follow(
    _ change: FileChange,
    _ size: (StateFile) throws(StorageFailure) -> Int?
  ) throws(StorageFailure) {
    switch change {
    case .replace(let file, let bytes): known[file] = bytes.count
    case .remove(let file): known[file] = 0
    case .removeFolder(let folder):
      removed.append(folder)
      known = known.filter { file, _ in !folder.contains(file) }
    case .append(let file, at: let offset, let bytes):
      try require(offset, of: file, size)
      known[file] = offset + bytes.count
    case .overwrite(let file, at: let offset, let bytes):
      known[file] = try require(offset + bytes.count, of: file, size)
    }
  }

  /// The file's length; throws when it is below what is required.
  @discardableResult
  private func require(
    _ required: Int,
    of file: StateFile,
    _ size: (StateFile) throws(StorageFailure) -> Int?
  ) throws(StorageFailure) -> Int {
    let length: Int
    if let known = known[file] {
      length = known
    } else if removed.contains(where: { $0.contains(file) }) {
      length = 0
    } else {
      length = try size(file) ?? 0
    }
    guard required <= length else {
      let lost = StorageFailure.Corruption.shortened(length: length, committed: required)
      throw StorageFailure(file, .corrupt(lost))
    }
    return length
  }
}
