import IAPCore
import IAPTestSupport
import Testing

/// What arrives again takes the place of what is there, whatever arrived in between.
struct ArrivalTests {
  private func transaction(_ number: Int, _ price: Int64 = 0) -> Transaction {
    let id = TransactionID(rawValue: String(2_000_001_000_000_000 + number))
    var transaction = Transaction(
      id: id,
      originalID: id,
      productID: "pro_monthly",
      purchaseDate: Instant(milliseconds: Int64(number))
    )
    transaction.price = price
    return transaction
  }

  private func words(_ queue: QueueState) -> [String] {
    queue.transactions.map { item in
      "\(item.transaction?.id.rawValue.suffix(3) ?? "") \(item.transaction?.price ?? -1)"
    }
  }

  private func arrive(_ transaction: Transaction, in queue: inout QueueState, at time: Int64) {
    queue.apply(.arrived(transaction, .renewal), at: Instant(milliseconds: time))
  }

  @Test func `A later version replaces the earlier one behind greater ids`() {
    var queue = QueueState()
    for number in [1, 2, 3] { arrive(transaction(number), in: &queue, at: 1) }

    arrive(transaction(2, 5), in: &queue, at: 2)
    arrive(transaction(3), in: &queue, at: 3)
    arrive(transaction(4), in: &queue, at: 4)

    #expect(words(queue) == ["001 0", "003 0", "002 5", "004 0"])
  }

  @Test func `What was taken out and comes again is there once`() {
    var queue = QueueState()
    for number in [1, 2, 3] { arrive(transaction(number), in: &queue, at: 1) }
    queue.apply(.deleted(transaction(3).id), at: Instant(milliseconds: 2))
    arrive(transaction(3), in: &queue, at: 3)
    arrive(transaction(3), in: &queue, at: 4)
    #expect(words(queue) == ["001 0", "002 0", "003 0"])
    queue.apply(.cleared, at: Instant(milliseconds: 5))
    arrive(transaction(2), in: &queue, at: 6)
    #expect(words(queue) == ["002 0"])
  }

  @Test func `Saved and loaded at any point, the queue goes on the same`() throws {
    for seed in 0..<40 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      var queue = QueueState()
      for step in 0..<40 {
        let number = Int.random(in: 1...12, using: &generator)
        let price = Int64.random(in: 0...2, using: &generator)
        let value = JSONValueEncoder.encode(queue)
        var loaded = try JSONValueDecoder.decode(QueueState.self, from: value)
        arrive(transaction(number, price), in: &queue, at: Int64(step))
        arrive(transaction(number, price), in: &loaded, at: Int64(step))
        #expect(loaded == queue, "seed \(seed), step \(step)")
        let ids = queue.transactions.compactMap(\.transaction?.id)
        #expect(Set(ids).count == ids.count, "seed \(seed), step \(step)")
      }
    }
  }
}
