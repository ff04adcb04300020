extension StateProblem {
  /// What interrupted commands left in a storage, sorted by file: warnings, all of them.
  package static func leftovers(
    in storage: some StateStorage
  ) throws(StorageFailure) -> [StateProblem] {
    var problems = try storage.leftovers().map { name in
      StateProblem(name, name == "commit.json" ? .unfinishedCommit : .leftover)
    }
    for file in try storage.allFiles() where file.isLines {
      guard let size = try storage.size(of: file) else { continue }
      let tail = try storage.read(file, size..<size + JSONLines.maximumLine)
      if !tail.isEmpty { problems.append(StateProblem(file.path, .tornTail(bytes: tail.count))) }
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
  /// Leftovers and unfinished commits are gone already when the storage is open for writing.
  package static func repairs(
    in storage: some StateStorage
  ) throws(StorageFailure) -> [FileChange] {
    var changes: [FileChange] = []
    for problem in try leftovers(in: storage) {
      guard case .tornTail = problem.kind, let file = StateFile(path: problem.file),
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
