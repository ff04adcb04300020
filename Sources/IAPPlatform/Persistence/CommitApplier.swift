import IAPCore

/// Brings the changes of an acknowledged commit into the files; doing it again changes nothing.
struct CommitApplier {
  private let files: any FileLayer
  /// Files whose content is not durable yet.
  private var unsynced: Set<String> = []
  private var folders: Set<String> = []
  private var syncedCount = 0

  /// From so many files on, the system writes all at once before each file is synced.
  private static let bulkCount = 24

  /// True: a process that died may have made folders whose names are not durable yet.
  private let isRepeating: Bool

  init(_ files: any FileLayer, isRepeating: Bool) {
    self.files = files
    self.isRepeating = isRepeating
  }

  mutating func apply(_ change: FileChange) throws(StorageFailure) {
    if isRepeating, let file = change.file { noteFolders(above: file.folder) }
    switch change {
    case .replace(let file, let bytes): try replace(file, bytes)
    case .append(let file, at: let offset, let bytes):
      let descriptor = try open(file.path, file)
      defer { files.close(descriptor) }
      try files.write(descriptor, bytes, at: offset)
      let end = offset + bytes.count
      let size = try files.status(file.path)?.size ?? end
      if size > end { try files.truncate(descriptor, to: end) }
      try sync(descriptor, file.path)
    case .overwrite(let file, at: let offset, let bytes):
      let descriptor = try open(file.path, file)
      defer { files.close(descriptor) }
      try files.write(descriptor, bytes, at: offset)
      try sync(descriptor, file.path)
    case .remove(let file): try remove(file)
    case .removeFolder(let folder): try removeAll(in: folder)
    }
  }

  /// Makes everything durable.
  mutating func finish() throws(StorageFailure) {
    if !unsynced.isEmpty {
      files.flushEverything()
      for path in unsynced.sorted() where try files.status(path) != nil {
        let descriptor = try files.open(path, WritePurpose(truncates: false, isSecret: false))
        defer { files.close(descriptor) }
        try files.sync(descriptor)
      }
    }
    for folder in folders.sorted() where try exists(folder) {
      try files.syncFolder(folder)
    }
  }

  /// Whether the folder is there; a later change of the same commit may have removed it.
  private func exists(_ folder: String) throws(StorageFailure) -> Bool {
    if folder.isEmpty { return true }
    return try files.status(folder) != nil
  }

  private mutating func replace(_ file: StateFile, _ bytes: [UInt8]) throws(StorageFailure) {
    let purpose = WritePurpose(truncates: true, isSecret: file.isSecret)
    let descriptor = try files.open(CommitRecord.replacePath, purpose)
    do {
      defer { files.close(descriptor) }
      try files.write(descriptor, bytes, at: 0)
      try sync(descriptor, file.path)
    }
    do throws(StorageFailure) {
      try files.rename(CommitRecord.replacePath, to: file.path)
    } catch {
      guard error.problem == .missing else { throw error }
      try makeFolders(to: file.folder)
      try files.rename(CommitRecord.replacePath, to: file.path)
    }
    folders.insert(file.folder.path)
  }

  /// Opens a file to write into it; folders that are missing are made.
  private mutating func open(_ path: String, _ file: StateFile) throws(StorageFailure) -> Int32 {
    let purpose = WritePurpose(truncates: false, isSecret: file.isSecret)
    folders.insert(file.folder.path)
    do throws(StorageFailure) {
      return try files.open(path, purpose)
    } catch {
      guard error.problem == .missing else { throw error }
      try makeFolders(to: file.folder)
      return try files.open(path, purpose)
    }
  }

  private mutating func sync(_ descriptor: Int32, _ path: String) throws(StorageFailure) {
    guard syncedCount < CommitApplier.bulkCount else {
      unsynced.insert(path)
      return
    }
    syncedCount += 1
    try files.sync(descriptor)
  }

  private mutating func noteFolders(above folder: StateFolder) {
    var folder = folder
    while folder != .root {
      folder = folder.parent
      folders.insert(folder.path)
    }
  }

  private mutating func makeFolders(to folder: StateFolder) throws(StorageFailure) {
    noteFolders(above: folder)
    var path = ""
    for part in folder.path.split(separator: "/") {
      path += path.isEmpty ? part : "/" + part
      try files.makeFolder(path, isSecret: path == StateFolder.keys.path)
    }
  }

  /// Removes a file, and the folders above it that are empty then.
  private mutating func remove(_ file: StateFile) throws(StorageFailure) {
    try files.remove(file.path)
    var folder = file.folder
    while folder != .root, try isEmpty(folder) {
      try files.removeFolder(folder.path)
      folder = folder.parent
    }
    folders.insert(folder.path)
  }

  private func isEmpty(_ folder: StateFolder) throws(StorageFailure) -> Bool {
    try files.list(folder.path) == StateListing()
  }

  private mutating func removeAll(in folder: StateFolder) throws(StorageFailure) {
    let listing = try files.list(folder.path)
    for name in listing.files {
      // The storage's own files at the top stay, this commit's record among them.
      if folder == .root, StateFile.reserved.contains(name) { continue }
      try files.remove(folder.path.isEmpty ? name : folder.path + "/" + name)
    }
    for name in listing.folders {
      try removeAll(in: folder.folder(name))
    }
    if folder != .root {
      try files.removeFolder(folder.path)
      folders.insert(folder.parent.path)
    }
  }
}
