import IAPCore
import IAPTestSupport
import Testing

/// Hosted content in a store: it comes with the purchase and holds back the finishing.
struct HostedContentTests {
  private static let downloads = """
    { "format": "iap.downloads", "version": 1,
      "products": { "lifetime": [ { "id": "manual", "size": 60000, "bytesPerSecond": 1000 } ] } }
    """

  private func session(_ downloads: String? = HostedContentTests.downloads) throws -> Session {
    var sources = StoreSources.sample
    sources.downloads = downloads.map { Array($0.utf8) }
    sources.downloadsPath = "Shop.downloads.json"
    return try Session.create(
      SessionConfiguration(),
      from: sources,
      in: MemoryStorage(),
      services: .unsigned
    )
  }

  private func states(_ session: Session) throws -> [Download.State] {
    try session.app(of: .standard).queue.downloads.map { $0.state(at: session.now) }
  }

  @Test func `An atomic purchase stays unfinished until its content is complete`() throws {
    var session = try session()

    try session.buy("lifetime")
    let waiting = try states(session)
    try session.perform(.downloadsStart(TransactionOperand(id: "lifetime")), by: .standard)
    try session.advance("30s")
    let half = try states(session)
    #expect(throws: SessionFailure.self) {
      try session.perform(.finish(FinishEvent(all: true)), by: .standard)
    }
    try session.advance("30s")
    let complete = try states(session)
    try session.perform(.finish(FinishEvent(all: true)), by: .standard)

    #expect([waiting, half, complete] == [[.waiting], [.active], [.finished]])
    #expect(try session.app(of: .standard).queue.transactions == [])
  }

  @Test func `Without a side file nothing is hosted`() throws {
    var session = try session(nil)

    let result = try session.buy("lifetime")

    #expect(result?.result == .purchased)
    let queue = try session.app(of: .standard).queue
    #expect(queue.transactions == [])
    #expect(queue.downloads == [])
  }

  @Test func `A store with hosted content replays to itself`() throws {
    var session = try session()
    try session.buy("lifetime")
    try session.perform(.downloadsStart(TransactionOperand(id: "lifetime")), by: .standard)
    try session.advance("1h")

    let again = try session.replayed()

    #expect(try again.app(of: .standard) == session.app(of: .standard))
    #expect(again.store.header == session.store.header)
  }

  @Test func `A side file that cannot be read makes no store`() {
    #expect {
      try session("{}")
    } throws: { error in
      guard case SessionFailure.hostedContents(_, let path) = error else { return false }
      return path == "Shop.downloads.json"
    }
  }

  @Test func `An override needs a name that exists and a folder that allows it`() throws {
    func store(allows: Bool) throws -> Session {
      try .sample(configuration: SessionConfiguration(allowsOverrides: allows))
    }
    func override(_ name: String, in session: inout Session) throws {
      try session.perform(.override(OverrideEvent(name: name, value: .on)), by: .standard)
    }
    var (open, closed) = (try store(allows: true), try store(allows: false))

    #expect(throws: SessionFailure.unknownEntitlement("nobody")) {
      try override("nobody", in: &open)
    }
    #expect(throws: SessionFailure.overridesNotAllowed) { try override("pro", in: &closed) }
    try override("pro", in: &open)
    #expect(try open.app(of: .standard).cache.overrides == EntitlementOverrides(["pro": true]))
  }
}
