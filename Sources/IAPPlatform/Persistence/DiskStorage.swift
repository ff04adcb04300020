package import IAPCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A store's state on the disk, held under the store's lock until it is closed or let go.
///
/// One commit per command (design section 3): all new contents go into `commit.json`, and its
/// rename is the acknowledgement. Then the files are written and the record removed. Whatever
/// interrupts that, the next opening finds the record and does it again.
package final class DiskStorage: StateStorage {
  private let files: any FileLayer
  private let access: StoreAccess
  private var lock: StoreLock?
  private var overlay: CommitOverlay?
  private lazy var staging = StagedChanges(files)

  /// True: an unfinished commit was found at opening and brought to its end, or is shown.
  package private(set) var recovered = false

  /// Opens the store folder at a path, waiting for its lock at most the given time.
  ///
  /// Throws `missing` when there is no such folder, `locked`, and what the system refuses.
  package convenience init(
    folder: String,
    _ access: StoreAccess,
    command: String,
    waitMilliseconds: Int = 10_000
  ) throws(StorageFailure) {
    if access == .creating { try SystemFiles.makeFolders(folder) }
    let files = try SystemFiles(folder: folder)
    let lock = try DiskStorage.lock(files, access, command, waitMilliseconds)
    try self.init(files, access, lock: lock)
  }

  /// Opens what a layer holds; whoever calls this sees to it that nobody else writes.
  package init(
    _ files: any FileLayer,
    _ access: StoreAccess,
    lock: StoreLock? = nil
  ) throws(StorageFailure) {
    self.files = files
    self.access = access
    self.lock = lock
    try recover()
  }

  /// Lets the lock go; nothing can be read or written afterwards.
  package func close() {
    discardStaged()
    lock = nil
  }

  private static func lock(
    _ files: SystemFiles,
    _ access: StoreAccess,
    _ command: String,
    _ limit: Int
  ) throws(StorageFailure) -> StoreLock? {
    let mode: StoreLock.Mode = access == .reading ? .shared : .exclusive
    do throws(StorageFailure) {
      return try StoreLock(
        folder: files.root,
        mode,
        command: command,
        waitMilliseconds: limit
      )
    } catch {
      // A folder nobody can write needs no lock, and may have none.
      let isUnwritable = error.problem == .readOnly || error.problem == .permission
      if access == .reading, isUnwritable { return nil }
      throw error
    }
  }
}

// MARK: Reading

extension DiskStorage {
  package func read(_ file: StateFile) throws(StorageFailure) -> [UInt8] {
    if let overlay, overlay.touches(file) {
      guard let content = try overlay.content(of: file) else {
        throw StorageFailure(file, .missing)
      }
      return content
    }
    return try files.read(file.path, nil)
  }

  package func read(
    _ file: StateFile,
    _ range: Range<Int>
  ) throws(StorageFailure) -> [UInt8] {
    guard let overlay, overlay.touches(file) else { return try files.read(file.path, range) }
    let content = try read(file)
    return Array(content[range.clamped(to: content.indices)])
  }

  package func size(of file: StateFile) throws(StorageFailure) -> Int? {
    guard let physical = try physicalSize(of: file) else { return nil }
    guard file.isLines else { return physical }
    var end = physical
    while end > 0 {
      let start = max(end - (end == physical ? 1 : 64 << 10), 0)
      let bytes = try read(file, start..<end)
      if let newline = bytes.lastIndex(of: UInt8(ascii: "\n")) { return start + newline + 1 }
      end = start
      guard physical - end <= JSONLines.maximumLine else {
        throw StorageFailure(file, .corrupt(.endlessLine(offset: end)))
      }
    }
    return 0
  }

  private func physicalSize(of file: StateFile) throws(StorageFailure) -> Int? {
    if let overlay, overlay.touches(file) { return try overlay.content(of: file)?.count }
    guard let status = try files.status(file.path) else { return nil }
    guard status.kind == .file else {
      throw StorageFailure(file, .wrongKind(found: status.kind))
    }
    return status.size
  }

  package func mode(of file: StateFile) throws(StorageFailure) -> UInt32? {
    try files.status(file.path)?.mode
  }

  package func list(_ folder: StateFolder) throws(StorageFailure) -> StateListing {
    var listing = try files.list(folder.path)
    if folder == .root { listing.files.removeAll { StateFile.reserved.contains($0) } }
    if let overlay { return try overlay.listing(folder, onDisk: listing) }
    var folders: [String] = []
    for name in listing.folders where try holdsFile(folder.folder(name)) { folders.append(name) }
    listing.folders = folders
    return listing
  }

  private func holdsFile(_ folder: StateFolder) throws(StorageFailure) -> Bool {
    let listing = try files.list(folder.path)
    if !listing.files.isEmpty { return true }
    for name in listing.folders where try holdsFile(folder.folder(name)) { return true }
    return false
  }

  package func leftovers() throws(StorageFailure) -> [String] {
    try files.list("").files.filter { StateFile.reserved.contains($0) && $0 != StoreLock.fileName }
  }
}

// MARK: Writing

extension DiskStorage {
  package func stage(_ bytes: [UInt8], to file: StateFile) throws(StorageFailure) {
    guard access != .reading else { throw StorageFailure(file, .readOnly) }
    try finishPending()
    try staging.add(bytes, to: file) { file throws(StorageFailure) in try size(of: file) ?? 0 }
  }

  package func stage(_ replacement: FileChange) throws(StorageFailure) {
    guard access != .reading else { throw StorageFailure(CommitRecord.path, .readOnly) }
    try finishPending()
    try staging.add(replacement)
  }

  package func discardStaged() {
    staging.abandon()
    staging = StagedChanges(files)
  }

  package func commit(_ changes: [FileChange]) throws(StorageFailure) {
    guard access != .reading else { throw StorageFailure(CommitRecord.path, .readOnly) }
    try finishPending()
    defer { discardStaged() }
    let changes = try withoutEffectless(changes)
    try CommitCheck.check(staging.pending + changes) { file throws(StorageFailure) in
      if let length = staging.lengths[file] { return length }
      return try physicalSize(of: file)
    }
    let record = try staging.record(with: changes)
    if record == CommitRecord() { return }
    try acknowledge(record)
    do throws(StorageFailure) {
      try apply(record, isRepeating: false)
    } catch {
      // Acknowledged is acknowledged: the next opening tries again, until then it is shown.
      overlay = CommitOverlay(try read(record), over: files)
    }
  }

  /// The changes without files that would be written as they are: reading costs less than a sync.
  ///
  /// Looks at every file, so that what cannot be reached is refused before the acknowledgement.
  private func withoutEffectless(_ changes: [FileChange]) throws(StorageFailure) -> [FileChange] {
    var kept: [FileChange] = []
    var touched = staging.touched
    for (index, change) in changes.enumerated() {
      guard let file = change.file else {
        // What comes after a removed folder is not compared any more.
        return kept + changes[index...]
      }
      let status = try files.status(file.path)
      if let status, status.kind != .file {
        throw StorageFailure(file, .wrongKind(found: status.kind))
      }
      let isSame = try isEffectless(change, status: status)
      if isSame, !touched.contains(file) { continue }
      touched.insert(file)
      kept.append(change)
    }
    return kept
  }

  private func isEffectless(
    _ change: FileChange,
    status: FileStatus?
  ) throws(StorageFailure) -> Bool {
    guard case .replace(let file, let bytes) = change, !file.isSecret, let status,
      status.kind == .file, status.size == bytes.count
    else { return false }
    return try files.read(file.path, nil) == bytes
  }

  /// Makes the record durable; with the last step the commit has happened.
  private func acknowledge(_ record: CommitRecord) throws(StorageFailure) {
    do throws(StorageFailure) {
      let purpose = WritePurpose(truncates: true, isSecret: true)
      let descriptor = try files.open(CommitRecord.newPath, purpose)
      do {
        defer { files.close(descriptor) }
        try files.write(descriptor, record.bytes(), at: 0)
        try files.sync(descriptor)
      }
      try files.rename(CommitRecord.newPath, to: CommitRecord.path)
      try files.syncFolder("")
    } catch {
      // Best effort: what cannot be removed is overwritten by the next commit.
      try? files.remove(CommitRecord.path)
      try? files.remove(CommitRecord.newPath)
      throw error
    }
  }

  private func apply(_ record: CommitRecord, isRepeating: Bool) throws(StorageFailure) {
    var applier = CommitApplier(files, isRepeating: isRepeating)
    for change in record.changes { try applier.apply(change) }
    if let length = record.dataLength {
      var reader = SideFileReader(files, length: length)
      while let change = try reader.next() { try applier.apply(change) }
    }
    try applier.finish()
    try files.remove(CommitRecord.path)
    if record.dataLength != nil {
      try files.syncFolder("")
      try files.remove(CommitRecord.dataPath)
    }
  }

  private func read(_ record: CommitRecord) throws(StorageFailure) -> [FileChange] {
    var changes = record.changes
    guard let length = record.dataLength else { return changes }
    var reader = SideFileReader(files, length: length)
    while let change = try reader.next() { changes.append(change) }
    return changes
  }

  /// Looks for a commit that was acknowledged and not finished.
  private func recover() throws(StorageFailure) {
    let record = access == .repairing ? try readableRecord() : try pendingRecord()
    recovered = record != nil
    if access == .reading {
      if let record { overlay = CommitOverlay(try read(record), over: files) }
      return
    }
    if let record {
      // The process that made it may have died before its name was durable.
      try files.syncFolder("")
      try apply(record, isRepeating: true)
    }
    try removeLeftovers()
  }

  /// Removes what an unacknowledged commit left.
  private func removeLeftovers() throws(StorageFailure) {
    let names = [CommitRecord.newPath, CommitRecord.replacePath, CommitRecord.dataPath]
    var found: [String] = []
    for name in names where try files.status(name) != nil { found.append(name) }
    if found.isEmpty { return }
    // A record whose removal is not durable yet still needs its side file.
    try files.syncFolder("")
    for name in found { try files.remove(name) }
  }

  private func pendingRecord() throws(StorageFailure) -> CommitRecord? {
    let bytes: [UInt8]
    do throws(StorageFailure) {
      bytes = try files.read(CommitRecord.path, nil)
    } catch {
      if error.problem == .missing { return nil }
      throw error
    }
    return try CommitRecord(bytes)
  }

  /// The record of an unfinished commit; one that cannot be read is removed.
  private func readableRecord() throws(StorageFailure) -> CommitRecord? {
    do throws(StorageFailure) {
      let record = try pendingRecord()
      if let record { _ = try read(record) }
      return record
    } catch {
      guard error.isBrokenCommit else { throw error }
      try files.remove(CommitRecord.path)
      try files.syncFolder("")
      return nil
    }
  }

  private func finishPending() throws(StorageFailure) {
    guard overlay != nil, access != .reading else { return }
    if let record = try pendingRecord() { try apply(record, isRepeating: true) }
    overlay = nil
  }
}
