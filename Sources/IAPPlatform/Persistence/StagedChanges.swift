import IAPCore

/// What is gathered for the next commit, appends and whole files; what grows large goes to the side file at once.
final class StagedChanges {
  private let files: any FileLayer
  private var side: SideFileWriter?
  private var waiting: [StateFile: [UInt8]] = [:]
  private var waitingFiles: [FileChange] = []
  private var waitingSize = 0
  /// The length that each file has with everything that is staged, in bytes.
  private(set) var lengths: [StateFile: Int] = [:]
  /// Every file that something is staged for.
  private(set) var touched: Set<StateFile> = []

  /// So many bytes wait in memory at most.
  private static let limit = 1 << 20

  init(_ files: any FileLayer) {
    self.files = files
  }

  /// Adds bytes to the end of a file; `size` answers its committed length.
  func add(
    _ bytes: [UInt8],
    to file: StateFile,
    size: (StateFile) throws(StorageFailure) -> Int
  ) throws(StorageFailure) {
    if lengths[file] == nil { lengths[file] = try size(file) }
    touched.insert(file)
    lengths[file, default: 0] += bytes.count
    waiting[file, default: []] += bytes
    waitingSize += bytes.count
    if waitingSize > StagedChanges.limit { try spill(pending) }
  }

  /// Takes in the replacement of a whole file.
  func add(_ replacement: FileChange) throws(StorageFailure) {
    if let file = replacement.file { touched.insert(file) }
    waitingFiles.append(replacement)
    waitingSize += replacement.content.count
    if waitingSize > StagedChanges.limit { try spill(pending) }
  }

  /// What waits in memory: the appends sorted by file, then whole files.
  var pending: [FileChange] {
    let appends = waiting.keys.sorted().map { file in
      let bytes = waiting[file] ?? []
      return FileChange.append(file, at: (lengths[file] ?? 0) - bytes.count, bytes)
    }
    return appends + waitingFiles
  }

  /// The record of a commit of everything staged, then the changes.
  func record(with changes: [FileChange]) throws(StorageFailure) -> CommitRecord {
    let all = pending + changes
    if side == nil, CommitRecord.fitsInline(all) { return CommitRecord(changes: all) }
    try spill(all)
    let length = try side?.finish()
    side = nil
    return CommitRecord(dataLength: length)
  }

  /// Closes the side file without a record of it.
  func abandon() {
    side?.abandon()
    side = nil
  }

  private func spill(_ changes: [FileChange]) throws(StorageFailure) {
    if side == nil { side = try SideFileWriter(files) }
    for change in changes { try side?.add(change) }
    waiting.removeAll(keepingCapacity: true)
    waitingFiles.removeAll(keepingCapacity: true)
    waitingSize = 0
  }
}
