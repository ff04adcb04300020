import IAPCore

/// Appends gathered for the next commit; what grows large goes to the side file at once.
final class StagedAppends {
  private let files: any FileLayer
  private var side: SideFileWriter?
  private var waiting: [StateFile: [UInt8]] = [:]
  private var waitingSize = 0
  /// The length that each file has with everything that is staged, in bytes.
  private(set) var lengths: [StateFile: Int] = [:]

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
    lengths[file, default: 0] += bytes.count
    waiting[file, default: []] += bytes
    waitingSize += bytes.count
    if waitingSize > StagedAppends.limit { try spill(pending) }
  }

  /// The appends that wait in memory, sorted by file.
  var pending: [FileChange] {
    waiting.keys.sorted().map { file in
      let bytes = waiting[file] ?? []
      return .append(file, at: (lengths[file] ?? 0) - bytes.count, bytes)
    }
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
    waitingSize = 0
  }
}
