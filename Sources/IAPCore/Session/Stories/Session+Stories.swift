extension Session {
  /// The purchases of an account as a picture: the journal is played again to see what happened.
  package func timeline(of account: AccountName) throws(SessionFailure) -> Timeline {
    try requireAccount(account)
    var changes: [StoreChange] = []
    _ = try replayed { performance in
      performance.changes.visit { if $0.account == account { changes.append($0) } }
    }
    return TimelineBuilder(now: now, changes: changes).timeline()
  }

  /// What was played by hand, as a scenario that replays to the same state.
  ///
  /// The last step expects the entitlements of every account as they are now. `paths` says which
  /// files stand for a load; `nil` in it means the sample shop's.
  package func recorded(
    name: String,
    paths: (LoadEvent) throws(SessionFailure) -> (catalog: String?, entitlements: String?)
  ) throws(SessionFailure) -> Scenario {
    var scenario = Scenario(name: name)
    scenario.bundleID = configuration.bundleID
    scenario.appAppleID = configuration.appAppleID
    scenario.environment = configuration.environment
    scenario.start = configuration.startDate
    let entries = try journal.entries()
    // The first entry makes the store; each of the others ends as it ended when it was played.
    var performances: [Performance] = []
    _ = try replayed { performance in performances.append(performance) }
    for (index, entry) in entries.enumerated() {
      guard case .load(let load) = entry.event else {
        var step = ScenarioStep(account: entry.actor, event: entry.event)
        if index > 0, index <= performances.count {
          step.expectations = performances[index - 1].expectations
        }
        scenario.steps.append(step)
        continue
      }
      let files = try paths(load)
      if index == 0 {
        (scenario.catalog, scenario.entitlements) = files
      } else if let catalog = files.catalog {
        let event = LoadEvent(catalog: catalog, entitlements: files.entitlements)
        scenario.steps.append(ScenarioStep(account: entry.actor, event: .load(event)))
      }
    }
    for account in try accounts().map(\.name) {
      if let step = try expectation(of: account) { scenario.steps.append(step) }
    }
    return scenario
  }

  private func expectation(of account: AccountName) throws(SessionFailure) -> ScenarioStep? {
    let answer = try entitlements(EntitlementQuestion(), of: account)
    let expectations = answer.report.entitlements.map { entitlement in
      Expectation([
        .entitlement(
          entitlement.name,
          [
            JSONMember("entitled", .boolean(entitlement.isEntitled)),
            JSONMember("state", .string(entitlement.state.rawValue)),
          ]
        )
      ])
    }
    guard !expectations.isEmpty else { return nil }
    return ScenarioStep(
      account: account == .standard ? nil : account,
      expectations: expectations
    )
  }
}

extension Performance {
  /// What a recorded step expects of its own end; empty where nothing is worth saying.
  fileprivate var expectations: [Expectation] {
    switch result {
    case .purchase(let purchase): return [Expectation([.result(purchase.result.rawValue)])]
    case .restore(let restore):
      guard let failure = restore.failed.first else { return [] }
      return [Expectation([.error(failure.code)])]
    case .done: return []
    }
  }
}

extension JournalEntry {
  /// As a step names who acts: `nil` for the account `default`.
  fileprivate var actor: AccountName? { account == .standard ? nil : account }
}

extension Session {
  /// Who has access to what now, as the app of the account believes.
  package func entitlements(
    _ question: EntitlementQuestion,
    of account: AccountName
  ) throws(SessionFailure) -> EntitlementAnswer {
    let reading = try AppReading(of: account, in: keptFiles)
    var options = EntitlementOptions(asOf: reading.now, clock: .store)
    options.isOffline = try !self.account(account).settings.network
    let isAllowed = configuration.allowsOverrides
    let engine = EntitlementEngine(
      facts: reading.cache.facts,
      map: reading.map,
      types: try reading.productTypes(in: keptFiles),
      overrides: isAllowed ? reading.cache.overrides : EntitlementOverrides(),
      options: options
    )
    return engine.answer(question)
  }

  /// The statuses as the store knows them, whether or not the app can ask for them.
  package func knownStatuses(
    of account: AccountName
  ) throws(SessionFailure) -> [SubscriptionStatus] {
    var session = self
    try session.requireAccount(account)
    try session.loadAccounts([account])
    return session.store.statuses(of: account)
  }

  /// A catalogue or map as it was loaded, by the SHA-256 that a `load` event names.
  package func keptFile(_ sha256: String) throws(SessionFailure) -> [UInt8] {
    try keptFiles.bytes(sha256)
  }
}
