import IAPCore
import Testing

/// Hosted content: progress by the store's clock, and finishing only when it is complete.
struct DownloadTests {
  private let start = Instant(milliseconds: 1_767_225_600_000)
  private let contents = HostedContents([
    "levels": [
      HostedContent(id: "maps", path: "Content/maps", size: 10_000, bytesPerSecond: 1000),
      HostedContent(id: "music", size: 2000, bytesPerSecond: 1000),
    ]
  ])

  private func after(_ seconds: Int64) -> Instant {
    start.adding(milliseconds: seconds * Instant.second)
  }

  private func queue(_ products: ProductID...) -> QueueState {
    var queue = QueueState()
    for (number, product) in products.enumerated() {
      let id = TransactionID("\(number + 1)")
      var transaction = Transaction(
        id: id,
        originalID: id,
        productID: product,
        purchaseDate: start
      )
      transaction.type = .nonConsumable
      queue.apply(.arrived(transaction, .purchase), at: start)
      queue.offerDownloads(of: id, from: contents, at: start)
    }
    return queue
  }

  private func perform(
    _ action: DownloadAction,
    _ id: String,
    in queue: inout QueueState,
    at date: Instant
  ) throws -> [Download.State] {
    try queue.perform(action, on: TransactionOperand(id: id), at: date).map(\.state)
  }

  @Test func `Content arrives by the store's clock, pauses, and goes on where it was`() throws {
    var queue = queue("levels")

    let started = try perform(.start, "levels", in: &queue, at: start)
    let half = queue.downloads.map { $0.percentage(at: after(5)) }
    let paused = try perform(.pause, "1", in: &queue, at: after(5))
    let waiting = queue.downloads[0].receivedBytes(at: after(500))
    _ = try perform(.resume, "1", in: &queue, at: after(600))
    let rest = queue.downloads[0].timeRemaining(at: after(601))
    let end = queue.downloads.map { $0.state(at: after(605)) }

    #expect(started == [.active, .active])
    #expect(half == [50, 100])
    #expect(paused == [.paused, .active])
    #expect(waiting == 5000)
    #expect(rest == 4000)
    #expect(end == [.finished, .finished])
  }

  @Test func `A transaction cannot be finished before its content is complete`() throws {
    var queue = queue("levels")
    let all = try queue.selection(for: FinishEvent(all: true), isKnown: { _ in true })

    #expect(throws: QueueError.downloadsUnfinished("1", ["maps", "music"])) {
      try queue.finish(all, at: start)
    }
    _ = try perform(.start, "1", in: &queue, at: start)
    #expect(throws: QueueError.downloadsUnfinished("1", ["maps"])) {
      try queue.finish(all, at: after(9))
    }
    #expect(try queue.finish(all, at: after(10)) == FinishReport(finished: ["1"]))
    #expect(queue.downloads == [])
  }

  @Test func `Given-up content is lost when its transaction is finished, and named before`() throws
  {
    var queue = queue("levels")
    _ = try perform(.cancel, "1", in: &queue, at: start)

    let all = try queue.selection(for: FinishEvent(all: true), isKnown: { _ in true })

    #expect(try queue.finish(all, at: start) == FinishReport(finished: ["1"]))
  }

  @Test func `Delivery does not finish what is not complete`() throws {
    var queue = queue("levels")
    let all = try queue.selection(for: FinishEvent(all: true), isKnown: { _ in true })

    let report = queue.finish(all, delivered: all.deliveries.map { DeliveryOutcome($0) }, at: start)

    #expect(
      report
        == FinishReport(failed: [
          FinishReport.Failure("1", .downloadsUnfinished(["maps", "music"]))
        ])
    )
    #expect(queue.transactions.count == 1)
  }

  @Test func `What does not fit the state is refused and changes nothing`() throws {
    var queue = queue("levels", "plain")
    let before = queue

    #expect(throws: DownloadError.notPossible(.pause, "1", states: [.waiting, .waiting])) {
      try perform(.pause, "1", in: &queue, at: start)
    }
    #expect(throws: DownloadError.noContent("2", "plain")) {
      try perform(.start, "plain", in: &queue, at: start)
    }
    #expect(throws: DownloadError.unknownTransaction("9")) {
      try perform(.start, "9", in: &queue, at: start)
    }
    #expect(queue == before)
  }

  @Test func `A cancelled download starts again from nothing`() throws {
    var queue = queue("levels")
    _ = try perform(.start, "1", in: &queue, at: start)
    _ = try perform(.cancel, "1", in: &queue, at: after(1))

    _ = try perform(.start, "1", in: &queue, at: after(2))

    #expect(queue.downloads.map { $0.receivedBytes(at: after(3)) } == [1000, 1000])
  }

  @Test func `A refund takes the content away`() throws {
    var queue = queue("levels")
    var revoked = try #require(queue.transactions[0].transaction)
    revoked.revocationDate = after(1)

    queue.apply(.arrived(revoked, .revocation), at: after(1))
    queue.offerDownloads(of: "1", from: contents, at: after(1))

    #expect(queue.downloads == [])
  }

  @Test func `The side file is read strictly`() throws {
    let text = """
      { "format": "iap.downloads", "version": 1, "bytesPerSecond": 500,
        "products": { "levels": [ { "id": "maps", "version": "1.2", "path": "maps", "size": 10 },
                                  { "id": "music", "size": 20, "bytesPerSecond": 7 } ] } }
      """
    func read(_ from: String, _ to: String) throws -> HostedContents {
      let parts = text.split(separator: from, maxSplits: 1, omittingEmptySubsequences: false)
      return try HostedContents.read(Array(parts.joined(separator: to).utf8))
    }

    #expect(
      try read("", "")
        == HostedContents([
          "levels": [
            HostedContent(id: "maps", version: "1.2", path: "maps", size: 10, bytesPerSecond: 500),
            HostedContent(id: "music", size: 20, bytesPerSecond: 7),
          ]
        ])
    )
    #expect(throws: HostedContentsError.wrongFormat(found: "iap.queue")) {
      try read("iap.downloads", "iap.queue")
    }
    #expect(throws: HostedContentsError.newerVersion(found: "3", known: 1)) {
      try read("\"version\": 1,", "\"version\": 3,")
    }
    #expect(throws: HostedContentsError.duplicateContent("maps", path: "products.levels[1]")) {
      try read("music", "maps")
    }
    #expect(
      throws: HostedContentsError.invalidValue("../maps", path: "products.levels[0].path")
    ) { try read("\"path\": \"maps\"", "\"path\": \"../maps\"") }
    #expect(throws: HostedContentsError.invalidValue("-20", path: "products.levels[1].size")) {
      try read("\"size\": 20", "\"size\": -20")
    }
    #expect {
      try read("\"size\": 20", "\"sizes\": 20")
    } throws: { error in
      guard case .shape(let shape)? = error as? HostedContentsError else { return false }
      return shape.path == "products.levels[1].sizes"
    }
  }
}
