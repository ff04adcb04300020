extension Session {
  /// Plays this store's journal again, from nothing, into memory.
  ///
  /// With a moment, only what had happened by then: events accepted later are left out, and an
  /// advance over it stops there. With a count, only so many of the first entries. What was signed
  /// and believed then is believed unsigned now. Older events are played by today's rules, and
  /// noted under their own.
  package func replayed(
    until moment: Instant? = nil,
    entries count: Int? = nil,
    telling tell: (Performance) -> Void = { _ in }
  ) throws(SessionFailure) -> Session {
    let memory = MemoryStorage()
    var session: Session?
    var entries = try journal.entries()
    if let count { entries = Array(entries.prefix(count)) }
    for (index, entry) in entries.enumerated() {
      if let moment, entry.date > moment { break }
      if session == nil {
        session = try beginning(entry, rules: entry.rules, in: memory)
        continue
      }
      if let moment, case .advance = entry.event,
        (index + 1 < entries.count ? entries[index + 1].date : now) > moment
      {
        break
      }
      guard var next = session else { continue }
      next.rules = entry.rules
      tell(try repeated(entry, in: &next))
      session = next
    }
    guard var session else { throw .storage(StorageFailure(.journal, .missing)) }
    if let moment, session.now < moment, moment <= now {
      try session.perform(.advance(AdvanceEvent(to: moment)), by: .standard)
    }
    return session
  }

  /// Plays one entry of this store's journal in a store that has played all before it.
  @discardableResult
  func repeated(
    _ entry: JournalEntry,
    in session: inout Session
  ) throws(SessionFailure) -> Performance {
    guard case .load(let load) = entry.event else {
      return try session.perform(entry.event, by: entry.account)
    }
    return try session.load(try blobs(of: load))
  }

  /// Makes a store in memory from the first entry of this store's journal.
  func beginning(
    _ entry: JournalEntry,
    rules: Int = StoreHeader.currentRules,
    in memory: MemoryStorage
  ) throws(SessionFailure) -> Session {
    guard case .load(let load) = entry.event else {
      throw .storage(StorageFailure(.journal, .corrupt(.version("no beginning"))))
    }
    let blobs = try blobs(of: load)
    return try Session.create(
      configuration,
      from: StoreSources(
        catalog: blobs.catalog.bytes,
        catalogPath: StateFile.catalog(blobs.catalog.sha256).path,
        entitlements: blobs.entitlements?.bytes,
        entitlementsPath: load.entitlements.map { StateFile.catalog($0).path } ?? "",
        downloads: blobs.downloads?.bytes,
        downloadsPath: load.downloads.map { StateFile.catalog($0).path } ?? ""
      ),
      in: memory,
      services: services.unsigned,
      rules: rules
    )
  }

  /// The files of a load as they are kept.
  private func blobs(of load: LoadEvent) throws(SessionFailure) -> SourceBlobs {
    func blob(_ sha256: String) throws(SessionFailure) -> SourceBlobs.Blob {
      do throws(SessionFailure) {
        return SourceBlobs.Blob(sha256: sha256, bytes: try keptFiles.bytes(sha256))
      } catch {
        guard let bytes = standIns[sha256] else { throw error }
        return SourceBlobs.Blob(sha256: sha256, bytes: bytes)
      }
    }
    return SourceBlobs(
      catalog: try blob(load.catalog),
      entitlements: try load.entitlements.map(blob),
      downloads: try load.downloads.map(blob)
    )
  }
}
