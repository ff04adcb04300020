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

  /// The changes that repair what can be repaired without loss: torn tails are cut.
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
    return changes
  }
}
