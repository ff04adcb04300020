/// What came of making the state files again from the journal.
package struct Rebuilding: Equatable, Sendable {
  /// How many of the journal's events were played again.
  package var events: Int
  /// Why the journal could not be followed further: what came later is lost; `nil`: it was whole.
  package var breaksOff: SessionFailure?
}

extension Session {
  /// Makes every state file again from the journal, in one commit.
  ///
  /// Only the configuration, what was loaded and the journal are believed, the journal as far as it
  /// can be read and played. Keys, what they signed, and snapshots stay. Throws where not even the
  /// beginning can be played, or where events would be lost and nobody accepted that: then nothing
  /// is changed.
  package static func rebuild(
    _ storage: any StateStorage,
    acceptsLoss: Bool,
    services: SessionServices
  ) throws(SessionFailure) -> Rebuilding {
    let configuration = try readConfiguration(in: storage)
    let store = StoreState(
      now: configuration.startDate,
      seed: configuration.seed,
      configuration: configuration.app,
      catalog: Catalog()
    )
    let found = Session(
      storage: storage,
      services: services,
      configuration: configuration,
      store: store
    )
    var (entries, failure) = found.journal.readable()
    guard let first = entries.first else {
      throw failure ?? .storage(StorageFailure(.journal, .missing))
    }
    failure = failure ?? lostEnd(of: entries.count, in: storage)
    var session = try found.beginning(first, in: MemoryStorage())
    var events = 1
    for entry in entries.dropFirst() {
      do throws(SessionFailure) {
        try found.repeated(entry, in: &session)
      } catch {
        failure = error
        break
      }
      events += 1
    }
    if let failure, !acceptsLoss { throw .rebuildingLoses(after: events, failure) }
    try found.replace(with: session.storage)
    return Rebuilding(events: events, breaksOff: failure)
  }

  /// What `store.json` knows of a journal that was cut between two lines; `nil`: nothing is missing,
  /// or that file cannot tell.
  private static func lostEnd(of count: Int, in storage: any StateStorage) -> SessionFailure? {
    guard let bytes = try? storage.read(.store),
      let mark = try? headerDocument.note(bytes, path: StateFile.store.path),
      mark.sequence > count
    else { return nil }
    let length = (try? storage.size(of: .journal)) ?? 0
    let lost = StorageFailure.Corruption.shortened(length: length, committed: mark.length)
    return .storage(StorageFailure(.journal, .corrupt(lost)))
  }
}
