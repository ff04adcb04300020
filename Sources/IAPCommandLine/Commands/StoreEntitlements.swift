import IAPCore

/// Asks the store's folder who has access to what.
///
/// The usual question reads four small files and nothing more: it is asked in loops and by scripts.
struct StoreEntitlements {
  let context: CommandContext
  let question: EntitlementQuestion

  func answer() throws -> EntitlementAnswer {
    let account = try context.account()
    let answer: EntitlementAnswer? = try context.withStorage(.reading) {
      (storage, folder) -> EntitlementAnswer? in
      let reading = try AppReading(of: account, in: kept(storage))
      if let sources = try changedSources(reading, in: storage, folder: folder) {
        try context.refuseIfFrozen(sources)
        return nil
      }
      context.output.explain("store \(folder), clock \(reading.now.forPeople), account \(account)")
      return try self.answer(reading, account, in: storage)
    }
    // The catalogue's file has changed: it is loaded first, then the same is asked again.
    return try answer
      ?? context.loadingFirst(
        { try context.changing { session in try self.answer(account, in: session.storage) } },
        orElse: {
          try context.withStorage(.reading) { storage, _ in try self.answer(account, in: storage) }
        }
      )
  }

  private func answer(
    _ account: AccountName,
    in storage: any StateStorage
  ) throws -> EntitlementAnswer {
    try answer(AppReading(of: account, in: kept(storage)), account, in: storage)
  }

  private func kept(_ storage: any StateStorage) -> KeptFiles {
    KeptFiles(in: storage, cryptography: context.environment.cryptography)
  }

  private func changedSources(
    _ reading: AppReading,
    in storage: any StateStorage,
    folder: String
  ) throws -> StoreSources? {
    guard let sources = try context.sources(of: reading.configuration, folder: folder) else {
      return nil
    }
    let areKept = try sources.areKept(
      catalog: reading.store.catalog,
      entitlements: reading.store.entitlements,
      downloads: reading.store.downloads,
      in: kept(storage)
    )
    return areKept ? nil : sources
  }

  private func answer(
    _ reading: AppReading,
    _ account: AccountName,
    in storage: any StateStorage
  ) throws -> EntitlementAnswer {
    if let moment = context.options.time("as-of") {
      return try answer(asOf: moment, reading, account, in: storage)
    }
    var options = EntitlementOptions(asOf: reading.now, clock: .store)
    options.isOffline = try isOffline(reading, account, in: storage)
    return try engine(reading, options, in: storage).answer(question)
  }

  /// From the state at that moment; after the store's clock, from what is known now.
  private func answer(
    asOf moment: Instant,
    _ reading: AppReading,
    _ account: AccountName,
    in storage: any StateStorage
  ) throws -> EntitlementAnswer {
    var options = EntitlementOptions(asOf: moment, clock: .argument)
    options.storeClock = reading.now
    guard moment < reading.now else {
      return try engine(reading, options, in: storage).answer(question)
    }
    let session = try Session.open(in: storage, services: context.services(for: storage))
    let past = try session.replayed(until: max(moment, reading.configuration.startDate))
    let then = try AppReading(of: account, in: past.keptFiles)
    return try engine(then, options, in: past.storage).answer(question)
  }

  private func engine(
    _ reading: AppReading,
    _ options: EntitlementOptions,
    in storage: any StateStorage
  ) throws -> EntitlementEngine {
    let map = try context.namedMap() ?? reading.map
    let asked = question.names + question.required
    let isMapped = !asked.isEmpty && asked.allSatisfy { map?.entitlements[$0] != nil }
    let isAllowed = reading.configuration.allowsOverrides
    var options = options
    options.appAccountToken = context.options.text("app-account-token")
    options.billingRetryLimit = Int64(reading.store.billingRetryDays) * Instant.day
    return EntitlementEngine(
      facts: reading.cache.facts,
      map: map,
      types: isMapped ? [:] : try reading.productTypes(in: kept(storage)),
      overrides: isAllowed ? reading.cache.overrides : EntitlementOverrides(),
      options: options
    )
  }

  /// Whether the app could not ask the store since its cache was written.
  ///
  /// An app online has heard of everything up to now. So only where a period has ended since is
  /// there anything to doubt, and the account's state is read to know.
  private func isOffline(
    _ reading: AppReading,
    _ account: AccountName,
    in storage: any StateStorage
  ) throws -> Bool {
    let facts = reading.cache.facts
    let isDoubtful = facts.products.contains { state in
      state.expiresDate.map { facts.asOfDate < $0 && $0 <= reading.now } ?? false
    }
    if context.options.has("cached") { return isDoubtful }
    guard isDoubtful else { return false }
    let session = try Session.open(in: storage, services: context.services(for: storage))
    return try !session.account(account).settings.network
  }
}
