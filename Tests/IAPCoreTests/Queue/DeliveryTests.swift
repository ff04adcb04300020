import IAPCore
import Testing

/// `finish --deliver`: at least once, and never more finished than was delivered.
struct DeliveryTests {
  private let date = Instant(milliseconds: 1_767_225_600_000)

  private func bought(_ id: TransactionID) -> Transaction {
    var transaction = Transaction(
      id: id,
      originalID: id,
      productID: "coins",
      purchaseDate: date
    )
    transaction.type = .consumable
    transaction.quantity = 3
    return transaction
  }

  private func queue(_ ids: TransactionID...) -> QueueState {
    var queue = QueueState()
    for id in ids { queue.apply(.arrived(bought(id), .purchase), at: date) }
    return queue
  }

  private func everything(of queue: QueueState) throws -> FinishSelection {
    try queue.selection(for: FinishEvent(all: true), isKnown: { _ in true })
  }

  @Test func `The program gets Apple's payload on one line, and the id beside it`() throws {
    let task = try #require(try everything(of: queue("7")).deliveries.first)

    let expected =
      #"{"originalTransactionId":"7","productId":"coins","purchaseDate":1767225600000,"#
      + #""quantity":3,"transactionId":"7","type":"Consumable"}"# + "\n"
    #expect(String(decoding: task.input, as: UTF8.self) == expected)
    #expect(task.environment == ("IAP_TRANSACTION_ID", "7"))
  }

  @Test func `case F05: of three, the one that the server acknowledged is finished`() throws {
    var queue = queue("1", "2", "3")
    let selection = try everything(of: queue)
    let tasks = selection.deliveries

    let report = queue.finish(
      selection,
      delivered: [
        DeliveryOutcome(tasks[0], failure: .exited(1)), DeliveryOutcome(tasks[1]),
        DeliveryOutcome(tasks[2], failure: .timedOut(5000)),
      ],
      at: date
    )

    #expect(
      report
        == FinishReport(
          finished: ["2"],
          failed: [
            FinishReport.Failure("1", .delivery(.exited(1))),
            FinishReport.Failure("3", .delivery(.timedOut(5000))),
          ]
        )
    )
    #expect(queue.transactions.map(\.reference) == ["1", "3"])
  }

  @Test func `What changed while the program ran stays, to be delivered again`() throws {
    var queue = queue("1", "2")
    let selection = try everything(of: queue)
    var refunded = bought("1")
    refunded.revocationDate = date

    queue.apply(.arrived(refunded, .revocation), at: date)
    let report = queue.finish(
      selection,
      delivered: selection.deliveries.map { DeliveryOutcome($0) },
      at: date
    )

    #expect(
      report
        == FinishReport(
          finished: ["2"],
          failed: [FinishReport.Failure("1", .changedMeanwhile)]
        )
    )
    #expect(queue.transactions.map(\.kind) == [.revocation])
  }

  @Test func `What another command finished meanwhile is already finished`() throws {
    var queue = queue("1")
    let selection = try everything(of: queue)
    _ = try queue.finish(selection, at: date)

    let report = queue.finish(
      selection,
      delivered: selection.deliveries.map { DeliveryOutcome($0) },
      at: date
    )

    #expect(report == FinishReport(alreadyFinished: ["1"]))
  }

  @Test func `Without an outcome nothing is finished: the program never ran`() throws {
    var queue = queue("1")
    let before = queue

    let report = queue.finish(try everything(of: queue), delivered: [], at: date)

    #expect(report == FinishReport())
    #expect(queue == before)
  }
}
