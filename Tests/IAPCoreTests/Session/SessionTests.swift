import IAPCore
import IAPTestSupport
import Testing

/// Both sides of a store together, on files in memory.
struct SessionTests {
  private func entitlement(_ name: String, in session: Session) throws -> Entitlement? {
    let facts = try session.app(of: .standard).cache.facts
    let engine = EntitlementEngine(
      facts: facts,
      map: try session.entitlementMap(),
      options: EntitlementOptions(asOf: session.now, clock: .store)
    )
    return engine.answer(EntitlementQuestion(names: [name])).report.entitlements.first
  }

  @Test(arguments: [false, true])
  func `What is bought is believed, finished and entitles`(isSigned: Bool) throws {
    var session = try Session.sample(isSigned: isSigned)

    let result = try session.buy("pro_monthly")

    #expect(result?.result == .purchased)
    #expect(try session.app(of: .standard).queue.transactions == [])
    #expect(try entitlement("pro", in: session)?.isEntitled == true)
  }

  @Test func `What is not finished stays in the queue over every opening until it is`() throws {
    var session = try Session.sample()
    try session.buy("coins_100") { $0.noFinish = true }

    var again = try Session.open(in: session.storage, services: session.services)
    let open = try again.app(of: .standard).queue.transactions.compactMap(\.transaction?.id)
    let first = try again.perform(.finish(FinishEvent(ids: ["coins_100"])), by: .standard).finish
    let second = try again.perform(
      .finish(FinishEvent(ids: open.map(\.rawValue))),
      by: .standard
    ).finish

    #expect(open.count == 1)
    #expect(first?.finished == open.map(\.rawValue))
    #expect(second?.alreadyFinished == open.map(\.rawValue))
    #expect(try again.app(of: .standard).queue.transactions == [])
  }

  @Test func `The history names a finished transaction once`() throws {
    var session = try Session.sample()
    try session.buy("coins_100") { $0.noFinish = true }
    try session.perform(.finish(FinishEvent(all: true)), by: .standard)

    let history = try session.history.all(of: .standard)

    #expect(history.map(\.productID) == ["coins_100"])
  }

  @Test func `A refusal changes no file`() throws {
    var session = try Session.sample()
    try session.buy("lifetime")
    let storage = try #require(session.storage as? MemoryStorage)
    let before = storage.files

    #expect(throws: SessionFailure.self) {
      try session.perform(.finish(FinishEvent(ids: ["nothing"])), by: .standard)
    }
    #expect(throws: SessionFailure.self) {
      try session.perform(.refund(RefundEvent(id: "coins_100")), by: .standard)
    }

    #expect(storage.files == before)
  }

  @Test func `Several steps of the clock leave every account as one long step does`() throws {
    var files: [[String: [UInt8]]] = []
    for steps in [["P40D"], ["P31D", "P9D"], ["P1D", "P30D", "P4D", "P5D"]] {
      var session = try Session.sample()
      try session.perform(.purchase(PurchaseEvent(id: "pro_monthly")), by: "ada")
      try session.buy("basic_monthly")
      for step in steps { try session.advance(step) }
      let storage = try #require(session.storage as? MemoryStorage)
      files.append(
        Dictionary(
          uniqueKeysWithValues: try ["ada", .standard].flatMap { (name: AccountName) in
            try [.account(name), .queue(name), .entitlements(name)].map { (file: StateFile) in
              (file.path, try storage.read(file))
            }
          }
        )
      )
    }

    #expect(files[1] == files[0])
    #expect(files[2] == files[0])
  }

  @Test func `The journal played again gives the same bytes in every file`() throws {
    var session = try Session.sample()
    try session.buy("pro_monthly")
    try session.buy("coins_100") {
      $0.quantity = 3
      $0.noFinish = true
    }
    try session.buy("lifetime")
    try session.advance("P3M")
    try session.perform(.refund(RefundEvent(id: "lifetime")), by: .standard)
    try session.perform(
      .cancel(SubscriptionOperand(subscription: "pro_monthly")),
      by: .standard
    )
    try session.advance("40d")

    let played = try session.replayed()

    let files = try #require(session.storage as? MemoryStorage).files
    let again = try #require(played.storage as? MemoryStorage).files
    #expect(files.keys.sorted() == again.keys.sorted())
    for file in files.keys.sorted() {
      let (left, right) = (files[file] ?? [], again[file] ?? [])
      #expect(
        String(decoding: left, as: UTF8.self) == String(decoding: right, as: UTF8.self),
        "\(file)"
      )
    }
  }

  @Test func `A moment in the past is answered as it was then (case B03)`() throws {
    var session = try Session.sample()
    try session.buy("lifetime")
    try session.advance("P2M")
    try session.perform(.refund(RefundEvent(id: "lifetime")), by: .standard)

    let past = try session.replayed(until: Instant(rfc3339: "2026-02-15"))

    #expect(try entitlement("lifetime", in: session)?.state == .revoked)
    #expect(try entitlement("lifetime", in: past)?.isEntitled == true)
    #expect(past.now == Instant(rfc3339: "2026-02-15"))
  }

  @Test(arguments: Tampering.allCases)
  func `Nothing that was broken is believed, signed or not`(tampering: Tampering) throws {
    for (isSigned, environment) in [
      (true, StoreEnvironment.sandbox), (false, .sandbox), (true, .xcode), (false, .xcode),
    ] {
      var session = try Session.sample(
        isSigned: isSigned,
        configuration: SessionConfiguration(environment: environment)
      )
      try session.perform(.set(SetEvent(["tamper": tampering.rawValue])), by: .standard)

      let result = try session.buy("pro_monthly")

      #expect(result?.result == .unverified, "signed: \(isSigned)")
      #expect(
        result?.code == tampering.expectedFailure(isXcode: environment == .xcode),
        "signed: \(isSigned)"
      )
      #expect(try entitlement("pro", in: session)?.isEntitled == false)
      #expect(try session.app(of: .standard).queue.transactions == [])

      try session.perform(.set(SetEvent(["tamper": "off"])), by: .standard)

      #expect(try entitlement("pro", in: session)?.isEntitled == true)
      #expect(try session.app(of: .standard).queue.transactions.count == 1)
    }
  }

  @Test(arguments: Tampering.allCases)
  func `rule T-15: what was broken on its way is not restored, it failed`(
    tampering: Tampering
  ) throws {
    for (isSigned, api) in [(true, RestoreAPI.storekit1), (true, .storekit2), (false, .storekit2)] {
      for noFinish in [false, true] {
        var session = try Session.sample(isSigned: isSigned)
        _ = try session.buy("lifetime")
        _ = try session.buy("pro_monthly")
        try session.perform(.set(SetEvent(["tamper": tampering.rawValue])), by: .standard)
        var restore = RestoreEvent()
        restore.api = api
        restore.noFinish = noFinish

        let performance = try session.perform(.restore(restore), by: .standard)

        let code = tampering.expectedFailure(isXcode: false)
        let failed = ["lifetime", "pro_monthly"].map {
          RestoreFailure(productID: ProductID($0), code: code)
        }
        #expect(
          performance.result == .restore(RestoreResult(restored: [], failed: failed)),
          "\(api), signed: \(isSigned)"
        )
        #expect(performance.finish?.finished.isEmpty ?? true)
      }
    }
  }

  @Test func `A purchase simulated as unverified grants nothing until the next contact`() throws {
    var session = try Session.sample()

    let result = try session.buy("lifetime") { $0.simulate = .unverified(.invalidSignature) }

    #expect(result?.result == .unverified)
    #expect(try entitlement("lifetime", in: session)?.isEntitled == false)
    #expect(try session.app(of: .standard).queue.transactions == [])

    try session.advance("1h")

    #expect(try entitlement("lifetime", in: session)?.isEntitled == true)
    #expect(try session.app(of: .standard).queue.transactions.count == 1)
  }

  @Test func `A kept catalogue that was changed is a damaged store`() throws {
    let session = try Session.sample()
    let storage = try #require(session.storage as? MemoryStorage)
    let file = StateFile.catalog(try #require(session.store.header.catalog))
    let altered = try storage.read(file) + [0x20]
    try storage.commit([.replace(file, altered)])

    #expect(throws: SessionFailure.self) {
      try Session.open(in: storage, services: session.services)
    }
  }

  @Test(arguments: [StateFile.queue(.standard), .entitlements(.standard), .journal])
  func `A file that a store must have and has not is named, and nothing goes on without it`(
    file: StateFile
  ) throws {
    var session = try Session.sample()
    try session.buy("coins_100") { $0.noFinish = true }
    try session.storage.commit([.remove(file)])
    session = try Session.open(in: session.storage, services: session.services)

    #expect(throws: SessionFailure.storage(StorageFailure(file, .missing))) {
      try session.buy("lifetime")
    }
  }

  @Test func `A new account has every file from the beginning`() throws {
    var session = try Session.sample()

    try session.perform(.accountAdd(AccountAddEvent(name: "kid")), by: .standard)

    for file in [StateFile.account("kid"), .queue("kid"), .entitlements("kid")] {
      #expect(try session.storage.contains(file), "\(file)")
    }
  }

  @Test func `A snapshot brings everything back, the clock too (rule X-6)`() throws {
    var session = try Session.sample()
    try session.buy("pro_monthly")
    try session.saveSnapshot("bought")
    let before = try #require(session.storage as? MemoryStorage).files
    try session.advance("P1Y")

    try session.loadSnapshot("bought")

    #expect(try #require(session.storage as? MemoryStorage).files == before)
    #expect(session.now == SessionConfiguration.usualStart)
    #expect(throws: SessionFailure.snapshotExists("bought")) { try session.saveSnapshot("bought") }
  }

  @Test func `Reset goes back to the state after init with the same keys`() throws {
    var session = try Session.sample(isSigned: true)
    let storage = try #require(session.storage as? MemoryStorage)
    let before = storage.files
    try session.buy("pro_monthly")
    try session.advance("P1Y")

    try session.reset()

    #expect(storage.files == before)
  }

  @Test func `While the network is off the app hears nothing, afterwards everything`() throws {
    var session = try Session.sample()
    try session.buy("pro_monthly")
    try session.perform(.set(SetEvent(["network": "off"])), by: .standard)
    try session.advance("P1M")

    #expect(try session.app(of: .standard).queue.transactions == [])
    #expect(throws: SessionFailure.self) { try session.buy("coins_100") }

    try session.perform(.set(SetEvent(["network": "on"])), by: .standard)

    let queue = try session.app(of: .standard).queue.transactions
    #expect(queue.map(\.kind) == [.renewal])
    #expect(try entitlement("pro", in: session)?.isEntitled == true)
  }
}
