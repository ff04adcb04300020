extension StateProblem {
  /// What interrupted commands left in a storage, sorted by file: warnings, but for a snapshot that
  /// is not whole.
  package static func leftovers(
    in storage: some StateStorage
  ) throws(StorageFailure) -> [StateProblem] {
    var problems = try storage.leftovers().map { name in
      StateProblem(name, name == "commit.json" ? .unfinishedCommit : .leftover)
    }
    for file in try storage.allFiles() where file.isLines {
      guard let size = try storage.size(of: file) else { continue }
      let tail = try storage.read(file, size..<size + JSONLines.maximumLine)
      guard !tail.isEmpty else { continue }
      // A snapshot is copied whole: its lines were all committed.
      let isCopy = StateFolder.snapshots.contains(file)
      let kind: Kind =
        isCopy
        ? .unusable(.corrupt(.endlessLine(offset: size)))
        : .tornTail(bytes: tail.count)
      problems.append(StateProblem(file.path, kind))
    }
    return problems.sorted { $0.file.isBefore($1.file) }
  }

  /// Keys that others than their owner may read, sorted by file: warnings.
  package static func exposed(
    in storage: some StateStorage
  ) throws(StorageFailure) -> [StateProblem] {
    var problems: [StateProblem] = []
    for file in try storage.allFiles(below: .keys) {
      guard let mode = try storage.mode(of: file), mode & 0o077 != 0 else { continue }
      problems.append(StateProblem(file.path, .exposed(mode: mode)))
    }
    return problems
  }

  /// The changes that repair what can be repaired without loss: torn tails are cut, keys are
  /// written again, for their owner only.
  ///
  /// `found`: what `Session.diagnose` has found; no other tail is cut. Leftovers and unfinished
  /// commits are gone already when the storage is open for writing.
  package static func repairs(
    of found: [StateProblem],
    in storage: some StateStorage
  ) throws(StorageFailure) -> [FileChange] {
    var changes: [FileChange] = []
    for problem in found {
      guard problem.isTornTail, let file = StateFile(path: problem.file),
        let size = try storage.size(of: file)
      else { continue }
      changes.append(.append(file, at: size, []))
    }
    for problem in try exposed(in: storage) {
      guard let file = StateFile(path: problem.file) else { continue }
      changes.append(.replace(file, try storage.read(file)))
    }
    return changes
  }
}
