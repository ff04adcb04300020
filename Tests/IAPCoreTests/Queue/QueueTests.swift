import IAPCore
import Testing

/// Group F of the cases, and what else the app's queue has to keep.
struct QueueTests {
  private let morning = Instant(milliseconds: 1_767_225_600_000)
  private var noon: Instant { morning.adding(milliseconds: 12 * Instant.hour) }

  private func bought(
    _ product: ProductID,
    _ id: TransactionID,
    _ type: ProductType = .consumable
  ) -> Transaction {
    var transaction = Transaction(
      id: id,
      originalID: id,
      productID: product,
      purchaseDate: morning
    )
    transaction.type = type
    return transaction
  }

  private func refunded(_ transaction: Transaction) -> Transaction {
    var later = transaction
    later.revocationDate = noon
    later.revocationReason = .other
    return later
  }

  private func queue(_ events: QueueEvent...) -> QueueState {
    var queue = QueueState()
    for event in events { queue.apply(event, at: morning) }
    return queue
  }

  private func finish(
    _ queue: inout QueueState,
    _ ids: String...,
    known: Set<TransactionID> = []
  ) throws -> FinishReport {
    let selection = try queue.selection(
      for: FinishEvent(ids: ids),
      isKnown: { known.contains($0) },
      owner: { $0 == "88" ? "anna" : nil }
    )
    return try queue.finish(selection, at: morning)
  }

  @Test func `case F01: unfinished is listed until finished, and finishing twice is no failure`()
    throws
  {
    var queue = queue(.arrived(bought("coins", "1"), .purchase))
    let listed = queue.transactions.map(\.reference)

    let first = try finish(&queue, "1", known: ["1"])
    let second = try finish(&queue, "1", known: ["1"])

    #expect(listed == ["1"])
    #expect(first == FinishReport(finished: ["1"]))
    #expect(second == FinishReport(alreadyFinished: ["1"]))
    #expect(queue.transactions == [])
  }

  @Test func `case F01: an unknown id, and one of another account, are named`() {
    var queue = queue(.arrived(bought("coins", "1"), .purchase))
    let before = queue

    #expect(throws: QueueError.unknownTransaction("77")) { try finish(&queue, "1", "77") }
    #expect(throws: QueueError.otherAccount("88", "anna")) { try finish(&queue, "88") }
    #expect(queue == before)
  }

  @Test func `case F02: what was finished does not come back by itself`() throws {
    var queue = queue(.arrived(bought("coins", "1"), .purchase))
    _ = try finish(&queue, "1")

    queue.apply(.requestsOpen([]), at: noon)

    #expect(queue.transactions == [])
  }

  @Test func `case F04: an unfinished non-consumable refuses the next purchase with its id`() throws
  {
    let lifetime = Product(id: "lifetime", type: .nonConsumable, price: .zero)
    let coins = Product(id: "coins", type: .consumable, price: .zero)
    let open = queue(
      .arrived(bought("lifetime", "1", .nonConsumable), .purchase),
      .arrived(bought("coins", "2"), .purchase)
    )
    let revoked = queue(
      .arrived(refunded(bought("lifetime", "1", .nonConsumable)), .revocation)
    )

    #expect(throws: QueueError.unfinishedTransaction("1", "lifetime")) {
      try open.checkPurchase(of: lifetime)
    }
    try open.checkPurchase(of: coins)
    try revoked.checkPurchase(of: lifetime)
  }

  @Test func `case F05: only the named ids are finished, and all only when all is said`() throws {
    var queue = queue(
      .arrived(bought("coins", "1"), .purchase),
      .arrived(bought("gems", "2"), .purchase),
      .arrived(bought("coins", "3"), .purchase),
      .deferred("lifetime", "req-1")
    )

    let one = try finish(&queue, "2")
    let product = try finish(&queue, "coins")
    queue.apply(.arrived(bought("gems", "4"), .purchase), at: noon)
    let all = try queue.selection(for: FinishEvent(all: true), isKnown: { _ in false })
    let rest = try queue.finish(all, at: noon)

    #expect(one == FinishReport(finished: ["2"]))
    #expect(product == FinishReport(finished: ["1", "3"]))
    #expect(rest == FinishReport(finished: ["4"]))
    #expect(queue.transactions.map(\.reference) == ["req-1"])
  }

  @Test
  func `case F07 and F09: a deferred purchase waits, cannot be finished, and goes when decided`()
    throws
  {
    var queue = queue(.deferred("gold", "req-1"))

    #expect(queue.transactions.map(\.state) == [.deferred])
    #expect(queue.transactions.map(\.transaction) == [nil])
    #expect(
      queue.pendingPurchases == [PendingPurchase(productID: "gold", requestID: "req-1")]
    )
    #expect(throws: QueueError.stillPending("req-1", "req-1")) { try finish(&queue, "req-1") }
    #expect(throws: QueueError.stillPending("gold", "req-1")) { try finish(&queue, "gold") }
    queue.apply(.requestEnded("req-1"), at: noon)
    #expect(queue.transactions == [])
  }

  @Test func `case F08: an approval while nobody listens waits as one unfinished purchase`() {
    var queue = queue(.deferred("gold", "req-1"))
    let approved = bought("gold", "5", .autoRenewable)

    queue.apply(.requestEnded("req-1"), at: noon)
    queue.apply(.arrived(approved, .purchase), at: noon)

    #expect(queue.transactions.map(\.state) == [.purchased])
    #expect(queue.transactions.map(\.transaction) == [approved])
    #expect(queue.transactions.map(\.date) == [noon])
  }

  @Test func `A merged second request does not stand in the queue twice`() {
    let queue = queue(.deferred("gold", "req-1"), .deferred("gold", "req-1"))

    #expect(queue.transactions.count == 1)
  }

  @Test func `case F11: interrupted is its own state, and the purchase arrives later`() {
    var queue = queue(.interrupted("coins", "req-1"))
    let states = queue.transactions.map(\.state)

    queue.apply(.requestEnded("req-1"), at: noon)
    queue.apply(.arrived(bought("coins", "1"), .purchase), at: noon)

    #expect(states == [.interrupted])
    #expect(queue.transactions.map(\.reference) == ["1"])
  }

  @Test func `case F12: a failed purchase blocks nothing and can be finished by its product`()
    throws
  {
    let lifetime = Product(id: "lifetime", type: .nonConsumable, price: .zero)
    var queue = queue(.failed("lifetime", code: "userCancelled"))

    try queue.checkPurchase(of: lifetime)
    let report = try finish(&queue, "lifetime")

    #expect(report == FinishReport(finished: ["lifetime"]))
    #expect(queue.transactions == [])
  }

  @Test func `case F13: deferred, interrupted, failed and purchased are four states`() {
    let queue = queue(
      .deferred("a", "req-1"),
      .interrupted("b", "req-2"),
      .failed("c", code: "userCancelled"),
      .arrived(bought("d", "1"), .purchase),
      .arrived(bought("e", "2"), .restore)
    )

    #expect(
      queue.transactions.map(\.state)
        == [.deferred, .interrupted, .failed, .purchased, .restored]
    )
    #expect(queue.transactions[2].code == "userCancelled")
  }

  @Test func `case B05: a refund brings the finished id back once, as a revocation`() throws {
    let purchase = bought("lifetime", "7", .nonConsumable)
    var queue = queue(.arrived(purchase, .purchase))
    _ = try finish(&queue, "7")

    queue.apply(.arrived(refunded(purchase), .revocation), at: noon)
    let back = queue.transactions
    let first = try finish(&queue, "7", known: ["7"])
    let second = try finish(&queue, "7", known: ["7"])

    #expect(back.map(\.kind) == [.revocation])
    #expect(back.map(\.transaction) == [refunded(purchase)])
    #expect(first == FinishReport(finished: ["7"]))
    #expect(second == FinishReport(alreadyFinished: ["7"]))
  }

  @Test func `rule E-8: the refund of an unfinished purchase takes its place, as news`() {
    let purchase = bought("lifetime", "7", .nonConsumable)
    var queue = queue(
      .arrived(purchase, .purchase),
      .arrived(bought("coins", "8"), .purchase)
    )

    queue.apply(.arrived(refunded(purchase), .revocation), at: noon)

    #expect(queue.transactions.map(\.reference) == ["8", "7"])
    #expect(queue.transactions.map(\.kind) == [.purchase, .revocation])
    #expect(queue.transactions.map(\.transaction?.revocationDate) == [nil, noon])
  }

  @Test func `case L07: the same delivery twice is one, and an older version changes nothing`() {
    var old = bought("coins", "1")
    old.signedDate = morning
    var new = refunded(old)
    new.signedDate = noon
    var queue = queue(.arrived(old, .purchase), .arrived(old, .purchase))
    let once = queue.transactions.count

    queue.apply(.arrived(new, .revocation), at: noon)
    let expected = queue
    queue.apply(.arrived(new, .revocation), at: noon)
    queue.apply(.arrived(old, .purchase), at: noon)

    #expect(once == 1)
    #expect(queue == expected)
    #expect(queue.transactions.map(\.transaction) == [new])
  }

  @Test func `rule T-13: the order is that of arrival, by date and then by number`() {
    var queue = QueueState()
    queue.apply(.arrived(bought("b", "2"), .purchase), at: noon)
    queue.apply(.arrived(bought("c", "3"), .purchase), at: noon)
    queue.apply(.arrived(bought("a", "1"), .purchase), at: morning)

    #expect(queue.transactions.map(\.reference) == ["1", "2", "3"])
  }

  @Test func `What was decided while offline leaves the queue when the app hears again`() {
    var queue = queue(.deferred("a", "req-1"), .interrupted("b", "req-2"))

    queue.apply(.requestsOpen(["req-2"]), at: noon)

    #expect(queue.transactions.map(\.reference) == ["req-2"])
  }

  @Test func `case L08: arrivals of different transactions commute but for their numbers`() {
    let events: [QueueEvent] = [
      .arrived(bought("a", "1"), .purchase), .arrived(bought("b", "2"), .renewal),
      .deferred("c", "req-1"), .failed("d", code: "networkError"),
    ]

    for rotation in events.indices {
      var queue = QueueState()
      for event in events[rotation...] + events[..<rotation] { queue.apply(event, at: morning) }
      let found = queue.transactions.map(\.reference).sorted()
      #expect(found == ["1", "2", "d", "req-1"])
    }
  }

  /// Every sequence of up to four of these over one product, played completely.
  @Test func `In a small world nothing is lost, doubled or finished unasked`() throws {
    let purchase = bought("coins", "1")
    let moves: [Move] = [
      .arrive(purchase, .purchase), .arrive(refunded(purchase), .revocation),
      .arrive(bought("coins", "2"), .purchase), .deferred, .decided, .finish("1"), .finishAll,
    ]
    var worlds = 0
    try play(moves, depth: 4, from: World(), &worlds)
    #expect(worlds == 7 + 49 + 343 + 2401)
  }

  private enum Move {
    case arrive(Transaction, QueueKind)
    case deferred
    case decided
    case finish(String)
    case finishAll
  }

  /// What an app must be able to rely on, kept by hand beside the queue.
  private struct World {
    var queue = QueueState()
    var open: [TransactionID: Transaction] = [:]
    var seen: Set<TransactionID> = []
    var isWaiting = false
  }

  private func play(
    _ moves: [Move],
    depth: Int,
    from world: World,
    _ worlds: inout Int
  ) throws {
    guard depth > 0 else { return }
    for move in moves {
      var next = world
      try apply(move, to: &next)
      worlds += 1
      let found = Dictionary(
        uniqueKeysWithValues: next.queue.transactions.compactMap { item in
          item.transaction.map { ($0.id, $0) }
        }
      )
      try #require(found == next.open)
      try #require(next.queue.transactions.contains(where: \.isPending) == next.isWaiting)
      try play(moves, depth: depth - 1, from: next, &worlds)
    }
  }

  private func apply(_ move: Move, to world: inout World) throws {
    switch move {
    case .arrive(let transaction, let kind):
      world.queue.apply(.arrived(transaction, kind), at: morning)
      world.open[transaction.id] = transaction
      world.seen.insert(transaction.id)
    case .deferred:
      world.queue.apply(.deferred("coins", "req-1"), at: morning)
      world.isWaiting = true
    case .decided:
      world.queue.apply(.requestEnded("req-1"), at: morning)
      world.isWaiting = false
    case .finish(let id): try finish(id, in: &world)
    case .finishAll:
      let all = try world.queue.selection(for: FinishEvent(all: true), isKnown: { _ in false })
      let report = try world.queue.finish(all, at: morning)
      #expect(Set(report.finished) == Set(world.open.keys.map(\.rawValue)))
      world.open = [:]
    }
  }

  private func finish(_ id: String, in world: inout World) throws {
    let wasOpen = world.open[TransactionID(id)] != nil
    let seen = world.seen
    let before = world.queue
    do {
      let selection = try world.queue.selection(
        for: FinishEvent(ids: [id]),
        isKnown: { seen.contains($0) }
      )
      let report = try world.queue.finish(selection, at: morning)
      #expect(report.finished == (wasOpen ? [id] : []))
      #expect(report.alreadyFinished == (wasOpen ? [] : [id]))
      world.open[TransactionID(id)] = nil
    } catch {
      #expect(!seen.contains(TransactionID(id)))
      #expect(world.queue == before)
    }
  }

  @Test func `The queue reads back as it was written`() throws {
    let document = Document<QueueState>("iap.queue")
    let queue = queue(
      .arrived(bought("coins", "1"), .purchase),
      .deferred("gold", "req-1"),
      .failed("gems", code: "networkError")
    )

    #expect(try document.read(document.bytes(queue), path: "queue.json") == queue)
  }
}
