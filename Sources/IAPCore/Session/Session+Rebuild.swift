/// What came of making the state files again from the journal.
package struct Rebuilding: Equatable, Sendable {
  /// How many of the journal's events were played again.
  package var events: Int
  /// Why the journal could not be followed further: what came later is lost; `nil`: it was whole.
  package var breaksOff: SessionFailure?
}

/// The configuration that a store is made again with, and how it is known.
package struct SoundConfiguration: Equatable, Sendable {
  package enum Origin: Equatable, Sendable {
    /// `config.json` itself.
    case file
    /// The snapshot of this name has a copy.
    case snapshot(String)
    /// From what was bought; where the files lay that the store was made from, nobody knows.
    case purchases
  }

  package var configuration: SessionConfiguration
  package var origin: Origin
}

extension Session {
  /// Makes every state file again from the journal, in one commit.
  ///
  /// Only the configuration, what was loaded and the journal are believed, the journal as far as it
  /// can be read and played. `standIns` are contents that may be what a kept catalogue or map was:
  /// one is taken where the kept file is damaged and its SHA-256 is right. Keys, what they signed, and
  /// snapshots stay. Throws where not even the beginning can be played, or where events would be
  /// lost and nobody accepted that: then nothing is changed.
  package static func rebuild(
    _ storage: any StateStorage,
    from configuration: SessionConfiguration,
    standIns: [[UInt8]],
    acceptsLoss: Bool,
    services: SessionServices
  ) throws(SessionFailure) -> Rebuilding {
    let store = StoreState(
      now: configuration.startDate,
      seed: configuration.seed,
      configuration: configuration.app,
      catalog: Catalog()
    )
    var found = Session(
      storage: storage,
      services: services,
      configuration: configuration,
      store: store
    )
    for bytes in standIns + keptInSnapshots(storage) {
      found.standIns[services.sha256(bytes)] = bytes
    }
    var (entries, failure) = found.journal.readable()
    guard let first = entries.first else {
      try refuseNewer(failure, in: storage, than: MemoryStorage())
      throw needed(by: failure ?? .storage(StorageFailure(.journal, .missing)), in: storage)
    }
    failure = failure ?? lostEnd(of: entries.count, in: storage)
    var session: Session
    do throws(SessionFailure) {
      session = try found.beginning(first, in: MemoryStorage())
    } catch {
      throw needed(by: error, in: storage)
    }
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
    try refuseNewer(failure, in: storage, than: session.storage)
    if let failure, !acceptsLoss {
      throw failure.isOfKeptFile
        ? needed(by: failure, in: storage) : .rebuildingLoses(after: events, failure)
    }
    try found.replace(with: session.storage)
    return Rebuilding(events: events, breaksOff: failure)
  }

  /// What a newer iap has written is not made again by this one, accepted loss or not.
  private static func refuseNewer(
    _ failure: SessionFailure?,
    in storage: any StateStorage,
    than known: any StateStorage
  ) throws(SessionFailure) {
    if let failure, case .storage(let file) = failure, file.isNewer { throw failure }
    try storing { () throws(StorageFailure) in
      if let bytes = try? storage.read(.store),
        let (header, _) = try? headerDocument.read(bytes, path: StateFile.store.path)
      {
        try StoreHeader.requireKnown(header.rules, in: .store)
      }
      let problems = try StateComparison(of: storage, with: known).problems { isJournaled($0) }
      for problem in problems {
        if case .unusable(let cause) = problem.kind {
          let file = StorageFailure(problem.file, cause)
          if file.isNewer { throw file }
        }
      }
    }
  }

  /// The store cannot be made again without this file.
  private static func needed(
    by failure: SessionFailure,
    in storage: any StateStorage
  ) -> SessionFailure {
    guard case .storage(let file) = failure else { return failure }
    return .cannotRebuild(file, snapshots: (try? storage.list(.snapshots).folders) ?? [])
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

  /// The catalogues and maps that snapshots hold.
  private static func keptInSnapshots(_ storage: any StateStorage) -> [[UInt8]] {
    let files = (try? storage.allFiles(below: .snapshots)) ?? []
    return files.filter { $0.path.contains("/\(StateFolder.catalogs.path)/") }
      .compactMap { try? storage.read($0) }
  }
}

extension SessionFailure {
  /// True: a catalogue or map as it was loaded is not there, or not as it was.
  fileprivate var isOfKeptFile: Bool {
    guard case .storage(let failure) = self else { return false }
    return failure.path.hasPrefix(StateFolder.catalogs.path + "/")
  }
}

// MARK: - The configuration

extension Session {
  /// The store's configuration, and where `config.json` is gone or damaged, what the rest tells.
  ///
  /// A snapshot has the same one. Else what was bought names app and environment, the journal when
  /// the clock began. Throws `noStore` where there is none, `cannotRebuild` where nothing tells.
  package static func soundConfiguration(
    in storage: any StateStorage
  ) throws(SessionFailure) -> SoundConfiguration {
    let failure: StorageFailure
    do throws(SessionFailure) {
      return SoundConfiguration(
        configuration: try readConfiguration(in: storage),
        origin: .file
      )
    } catch {
      guard case .storage(let problem) = error, problem.isDamage else { throw error }
      failure = problem
    }
    let snapshots = (try? storage.list(.snapshots).folders) ?? []
    for name in snapshots {
      let path = StateFolder.snapshots.folder(name).path + "/" + StateFile.configuration.path
      guard let file = StateFile(path: path), let bytes = try? storage.read(file),
        let copy = try? SessionConfiguration.document.read(bytes, path: path)
      else { continue }
      return SoundConfiguration(configuration: copy, origin: .snapshot(name))
    }
    guard let told = configuration(toldBy: storage) else {
      throw .cannotRebuild(failure, snapshots: [])
    }
    return SoundConfiguration(configuration: told, origin: .purchases)
  }

  /// What transactions, notifications, the journal and `store.json` say; `nil`: nothing was bought.
  private static func configuration(toldBy storage: any StateStorage) -> SessionConfiguration? {
    let entries = Journal(in: storage).readable().entries
    let names = (try? storage.list(.accounts).folders.map { AccountName($0) }) ?? []
    guard let first = entries.first,
      let sold = names.lazy.compactMap({ firstTransaction(of: $0, in: storage) }).first,
      let bundleID = sold.bundleID, let environment = sold.environment
    else { return nil }
    var configuration = SessionConfiguration(bundleID: bundleID, environment: environment)
    configuration.startDate = first.date
    configuration.appAppleID = names.lazy.compactMap { appAppleID(of: $0, in: storage) }.first
    if let header = try? headerDocument.read(.store, from: storage).content {
      configuration.seed = header.seed
    }
    configuration.allowsOverrides = entries.contains { entry in
      if case .override = entry.event { true } else { false }
    }
    return configuration
  }

  private static func firstTransaction(
    of account: AccountName,
    in storage: any StateStorage
  ) -> Transaction? {
    let files = HistoryFiles(in: storage, known: [account: PastLengths()])
    var found: Transaction?
    guard let lines = try? files.history(account) else { return nil }
    try? lines.visit { line throws(StorageFailure) in
      found = try lines.decode(Transaction.self, line)
      return .stop
    }
    return found
  }

  private static func appAppleID(
    of account: AccountName,
    in storage: any StateStorage
  ) -> Int64? {
    let files = HistoryFiles(in: storage, known: [account: PastLengths()])
    var found: Int64?
    guard let lines = try? files.notifications(account) else { return nil }
    try? lines.visit { line throws(StorageFailure) in
      found = try lines.decode(ServerNotification.self, line).data?.appAppleID
      return found == nil ? .more : .stop
    }
    return found
  }
}
