import IAPCore

/// `iap watch`: what reaches the app, as it comes (Transaction.updates).
enum WatchCommand: Command {
  static let words = "watch"
  static var spec: CommandSpec {
    CommandSpec(
      "Show what reaches the app, as it happens",
      options: [
        OptionSpec(
          "count",
          value: "N",
          .integer(1...1_000_000),
          help: "stop after so many; fewer in --timeout: exit status 1"
        ),
        OptionSpec("timeout", value: "D", .duration, help: "stop after this time"),
      ],
      details: [
        "It begins with what is unfinished, and with what came and did not verify. What another command buys, delivers and finishes at once is shown as finished. Without --count, or without --timeout, the end is always status 0."
      ],
      examples: [
        .init("iap watch", "until interrupted; --json prints one object a line")
      ],
      statuses: [.no, .notFound]
    )
  }

  /// How often the queue is looked at, in milliseconds.
  private static let interval: Int64 = 200

  static func run(_ context: CommandContext) throws -> ExitCode {
    var watch = Watch(account: try context.account())
    let environment = context.environment
    let limit = context.options.integer("count") ?? .max
    var remaining = context.options.duration("timeout").map(Self.milliseconds) ?? .max
    var count = 0
    while true {
      for arrival in try context.reading({ try watch.look(at: &$0) }) where count < limit {
        arrival.show(on: context.output)
        count += 1
      }
      if count >= limit || context.output.isClosed || environment.isInterrupted() {
        return .success
      }
      guard remaining > 0 else { return limit == .max ? .success : .no }
      environment.sleep(min(interval, remaining))
      remaining -= min(interval, remaining)
    }
  }

  private static func milliseconds(_ duration: CalendarDuration) -> Int64 {
    (Int64(duration.months) * 30 + Int64(duration.days)) * Instant.day + duration.milliseconds
  }
}

/// What was seen of an account's queue and history so far.
private struct Watch {
  let account: AccountName
  private var sequence = 0
  /// `nil`: nothing was bought when the watch began.
  private var newest: TransactionID?
  private var isFirst = true
  /// What came and did not verify, and stands beside the queue since.
  private var refused: Set<String> = []

  init(account: AccountName) { self.account = account }

  /// What reached the app since the last look, in order.
  mutating func look(at session: inout Session) throws -> [Arrival] {
    try session.requireAccount(account)
    let queue = try session.app(of: account).queue
    let items = queue.transactions.filter { $0.sequence > sequence }
      .sorted { $0.sequence < $1.sequence }
    // Every arrival has a number: those that left the queue meanwhile were finished at once.
    let finishedCount = isFirst ? 0 : queue.sequence - sequence - items.count
    let finished =
      finishedCount > 0 ? try finished(finishedCount, besides: queue, in: session) : []
    let unverified = try session.queueItems(of: account).filter { $0.state == .unverified }
    let fresh = unverified.filter { !refused.contains(Self.name($0)) }
    refused = Set(unverified.map(Self.name))
    newest = try session.history.newestID(of: account)
    sequence = max(sequence, queue.sequence)
    isFirst = false
    return finished.map(Arrival.finished) + (items + fresh).map(Arrival.queued)
  }

  /// What makes an arrival another one than the last: it comes again with each contact.
  private static func name(_ item: QueueItem) -> String {
    let id = item.transaction?.id.rawValue ?? ""
    let revoked = item.transaction?.revocationDate.map { "\($0.milliseconds)" } ?? ""
    return [id, item.kind.rawValue, item.code ?? "", revoked].joined(separator: " ")
  }

  private func finished(
    _ count: Int,
    besides queue: QueueState,
    in session: Session
  ) throws -> [Transaction] {
    let waiting = Set(queue.transactions.compactMap { $0.transaction?.id })
    let undelivered = Set(try session.account(account).undelivered.map(\.transaction.id))
    let unverified = try session.queueItems(of: account).filter { $0.state == .unverified }
    let others = undelivered.union(unverified.compactMap { $0.transaction?.id })
    return try session.history.made(after: newest, by: account)
      .filter { !waiting.contains($0.id) && !others.contains($0.id) }
      .suffix(count)
  }
}

/// One thing that reached the app.
private enum Arrival {
  case queued(QueueItem)
  case finished(Transaction)

  func show(on output: Output) {
    switch self {
    case .queued(let item):
      if output.isJSON { return output.showLine(QueueReport.json(item)) }
      let name = item.transaction?.id.rawValue ?? item.requestID?.rawValue ?? ""
      let kind = item.kind.rawValue
      show(item.date, kind, item.state.rawValue, "\(item.productID)  \(name)", on: output)
    case .finished(let transaction):
      let kind = Self.kind(of: transaction).rawValue
      if output.isJSON { return output.showLine(Self.json(transaction, kind)) }
      let name = "\(transaction.productID)  \(transaction.id)"
      show(transaction.purchaseDate, kind, "finished", name, on: output)
    }
  }

  private func show(
    _ date: Instant,
    _ kind: String,
    _ state: String,
    _ name: String,
    on output: Output
  ) {
    output.showLine(
      StyledText("\(date.forPeople)  \(kind)  ") + StyledText(state, .strong)
        + StyledText("  \(name)")
    )
  }

  /// The form of an item of the queue, where it would stand if it were not finished.
  private static func json(_ transaction: Transaction, _ kind: String) -> JSONValue {
    .object([
      "state": "finished",
      "kind": .string(kind),
      "productId": .string(transaction.productID.rawValue),
      "date": .integer(transaction.purchaseDate.milliseconds),
      "transaction": JSONValueEncoder.encode(transaction),
    ])
  }

  private static func kind(of transaction: Transaction) -> QueueKind {
    if transaction.reason == .renewal { return .renewal }
    let isCopy = transaction.expiresDate == nil && transaction.id != transaction.originalID
    return isCopy ? .restore : .purchase
  }
}
