/// A store's state in memory: for replay, for the doctor's comparison and for tests.
package final class MemoryStorage: StateStorage {
  package private(set) var files: [StateFile: [UInt8]]
  private var staged: [StateFile: [UInt8]] = [:]
  private var stagedChanges: [FileChange] = []

  package init(files: [StateFile: [UInt8]] = [:]) {
    self.files = files
  }

  /// An independent storage with the same committed files.
  package func copy() -> MemoryStorage { MemoryStorage(files: files) }

  package func read(_ file: StateFile) throws(StorageFailure) -> [UInt8] {
    guard let content = files[file] else { throw StorageFailure(file, .missing) }
    return content
  }

  package func read(_ file: StateFile, _ range: Range<Int>) throws(StorageFailure) -> [UInt8] {
    guard let content = files[file] else { throw StorageFailure(file, .missing) }
    return Array(content[range.clamped(to: content.indices)])
  }

  package func size(of file: StateFile) throws(StorageFailure) -> Int? {
    guard let content = files[file] else { return nil }
    guard file.isLines else { return content.count }
    return content.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  }

  package func list(_ folder: StateFolder) throws(StorageFailure) -> StateListing {
    let prefix = folder.path.isEmpty ? "" : folder.path + "/"
    var names: Set<String> = []
    var folders: Set<String> = []
    for path in files.keys.lazy.map(\.path) where path.hasPrefix(prefix) {
      let rest = path.dropFirst(prefix.count).split(separator: "/", maxSplits: 1)
      guard let name = rest.first.map(String.init) else { continue }
      if rest.count == 1 { names.insert(name) } else { folders.insert(name) }
    }
    return StateListing(
      files: names.sorted { $0.isBefore($1) },
      folders: folders.sorted { $0.isBefore($1) }
    )
  }

  package func leftovers() throws(StorageFailure) -> [String] { [] }

  package func stage(_ bytes: [UInt8], to file: StateFile) throws(StorageFailure) {
    staged[file, default: []] += bytes
  }

  package func stage(_ replacement: FileChange) throws(StorageFailure) {
    stagedChanges.append(replacement)
  }

  package func mode(of file: StateFile) throws(StorageFailure) -> UInt32? { nil }

  package func discardStaged() {
    staged = [:]
    stagedChanges = []
  }

  package func commit(_ changes: [FileChange]) throws(StorageFailure) {
    let appends = try staged.keys.sorted().map { file throws(StorageFailure) -> FileChange in
      .append(file, at: try size(of: file) ?? 0, staged[file] ?? [])
    }
    let all = appends + stagedChanges + changes
    try CommitCheck.check(all) { file throws(StorageFailure) in files[file]?.count }
    discardStaged()
    for change in all { apply(change) }
  }

  private func apply(_ change: FileChange) {
    switch change {
    case .replace(let file, let bytes): files[file] = bytes
    case .append(let file, let offset, let bytes):
      let excess = (files[file]?.count ?? 0) - offset
      if excess > 0 { files[file]?.removeLast(excess) }
      files[file, default: []] += bytes
    case .overwrite(let file, at: let offset, let bytes):
      files[file]?.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    case .remove(let file): files[file] = nil
    case .removeFolder(let folder):
      files = files.filter { file, _ in !folder.contains(file) }
    }
  }
}
