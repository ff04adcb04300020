extension Session {
  /// Brings the store back to the state after `init`: same keys, same configuration, same clock.
  ///
  /// Snapshots stay. The catalogue is the one that the store began with.
  package mutating func reset() throws(SessionFailure) {
    let beginning = try replayed(entries: 1)
    try replace(with: beginning.storage)
    self = try Session.open(in: storage, services: services)
  }

  /// Keeps the whole state under a name; a snapshot of that name is replaced only with `force`.
  ///
  /// Throws where the journal is not whole.
  package func saveSnapshot(_ name: String, force: Bool = false) throws(SessionFailure) {
    let folder = try Self.snapshotFolder(name)
    let isTaken = try storing { () throws(StorageFailure) in try exists(folder) }
    guard force || !isTaken else { throw .snapshotExists(name) }
    // What was lost of the store is named here, not when somebody goes back to it.
    try journal.visit { (_) throws(SessionFailure) in .more }
    try storing { () throws(StorageFailure) in
      var changes: [FileChange] = [.removeFolder(folder)]
      for file in try stateFiles() {
        guard let copy = StateFile(path: "\(folder.path)/\(file.path)") else { continue }
        changes.append(.replace(copy, try storage.read(file)))
      }
      try storage.commit(changes)
    }
  }

  /// Goes back to a snapshot, clock included (rule X-6).
  package mutating func loadSnapshot(_ name: String) throws(SessionFailure) {
    let folder = try Self.snapshotFolder(name)
    let isKnown = try storing { () throws(StorageFailure) in try exists(folder) }
    guard isKnown else { throw .unknownSnapshot(name, known: try snapshots()) }
    try storing { () throws(StorageFailure) in
      var changes: [FileChange] = []
      for file in try stateFiles() { changes.append(.remove(file)) }
      for copy in try storage.allFiles(below: folder) {
        let path = String(copy.path.dropFirst(folder.path.count + 1))
        guard let file = StateFile(path: path) else { continue }
        changes.append(.replace(file, try storage.read(copy)))
      }
      try storage.commit(changes)
    }
    self = try Session.open(in: storage, services: services)
  }

  /// The names of the snapshots, sorted.
  package func snapshots() throws(SessionFailure) -> [String] {
    try storing { () throws(StorageFailure) in
      try storage.list(StateFolder.snapshots).folders
    }
  }

  /// Every file that belongs to the state: not the keys, what they signed, nor snapshots.
  func stateFiles() throws(StorageFailure) -> [StateFile] {
    let excluded = [StateFolder.keys, .signed, StateFolder.snapshots]
    return try storage.allFiles().filter { file in
      !excluded.contains { $0.contains(file) }
    }
  }

  /// Makes this store's state that of another storage, in one commit.
  func replace(with other: any StateStorage) throws(SessionFailure) {
    try storing { () throws(StorageFailure) in
      var changes: [FileChange] = []
      for file in try stateFiles() { changes.append(.remove(file)) }
      for file in try other.allFiles() {
        changes.append(.replace(file, try other.read(file)))
      }
      try storage.commit(changes)
    }
  }

  private func exists(_ folder: StateFolder) throws(StorageFailure) -> Bool {
    try !storage.allFiles(below: folder).isEmpty
  }

  private static func snapshotFolder(_ name: String) throws(SessionFailure) -> StateFolder {
    guard AccountName(name).isValid else { throw .invalidSnapshotName(name) }
    return StateFolder.snapshots.folder(name)
  }
}
