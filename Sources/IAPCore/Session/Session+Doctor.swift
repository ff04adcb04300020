extension Session {
  /// Everything that is not as it should be in a store folder, sorted by file within its severity.
  ///
  /// The journal is the truth: it is played again from nothing, and what comes out is compared with
  /// the files. Throws `noStore` where there is none.
  package static func diagnose(
    _ storage: any StateStorage,
    services: SessionServices
  ) throws(SessionFailure) -> [StateProblem] {
    var problems: [StateProblem] = []
    do throws(SessionFailure) {
      problems += try storing { () throws(StorageFailure) in
        try StateProblem.leftovers(in: storage) + StateProblem.exposed(in: storage)
      }
      problems += (services.keyring?.examineKeys() ?? []).map {
        StateProblem($0.file, .key($0.kind))
      }
      let session = try open(in: storage, services: services)
      problems += try storing { () throws(StorageFailure) in try session.misnamedContents() }
      let replayed = try session.replayed()
      let differences = try storing { () throws(StorageFailure) in
        try StateComparison(of: storage, with: replayed.storage).problems { isJournaled($0) }
      }
      if differences.contains(where: { $0.severity == .error }) {
        problems += try session.olderRules()
      }
      problems += differences
    } catch {
      switch error {
      case .noStore: throw error
      case .storage(let failure):
        problems.append(StateProblem(failure.path, .unusable(failure.problem)))
      default: problems.append(StateProblem(StateFile.journal.path, .unplayable(error)))
      }
    }
    if problems.contains(where: { $0.severity == .error }) {
      // Where something was lost, what stands at the end of a file may be all that is left of it.
      problems.removeAll(where: \.isTornTail)
    }
    return problems.sorted { left, right in
      if left.severity != right.severity { return left.severity == .error }
      return left.file.isBefore(right.file)
    }
  }

  /// That events were played by older rules, which may be why the files differ.
  private func olderRules() throws(SessionFailure) -> [StateProblem] {
    let rules = try journal.entries().map(\.rules).filter { $0 < StoreHeader.currentRules }
    guard let oldest = rules.min() else { return [] }
    return [StateProblem(StateFile.journal.path, .olderRules(oldest, events: rules.count))]
  }

  /// Catalogues and maps whose content is not what their name says.
  private func misnamedContents() throws(StorageFailure) -> [StateProblem] {
    var problems: [StateProblem] = []
    for file in try storage.allFiles(below: .catalogs) {
      let bytes = try storage.read(file)
      if services.sha256(bytes) != file.name {
        problems.append(StateProblem(file.path, .contentDiffers))
      }
    }
    return problems
  }

  /// Whether the journal explains the file: not keys, what they signed, nor snapshots.
  static func isJournaled(_ file: StateFile) -> Bool {
    let excluded = [StateFolder.keys, .signed, .catalogs, .snapshots]
    return !excluded.contains { $0.contains(file) }
  }
}
