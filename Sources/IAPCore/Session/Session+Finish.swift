extension Session {
  /// Takes what was delivered out of the queue (rules E-20, E-23).
  mutating func finish(
    _ event: FinishEvent,
    into performance: inout Performance
  ) throws(SessionFailure) {
    let account = performance.account
    try requireAccount(account)
    var event = event
    let early = try finishUnheard(&event, of: account)
    var app = try app(of: account)
    let selection = try selection(for: event, of: account)
    do throws(QueueError) {
      var report = try app.queue.finish(selection, at: now)
      report.finished = early.map(\.id.rawValue) + report.finished
      performance.finish = report
    } catch {
      throw .queue(error)
    }
    let finished = early + selection.items.compactMap(\.transaction)
    performance.changes = Changes(
      finished.map { StoreChange(date: now, account: account, kind: .finished, transaction: $0) }
    )
    apps[account] = app
  }

  /// What the server finishes before the app has heard of it; the event names the rest then.
  private mutating func finishUnheard(
    _ event: inout FinishEvent,
    of account: AccountName
  ) throws(SessionFailure) -> [Transaction] {
    guard event.byServer == true else { return [] }
    try loadAccounts([account])
    let queue = try app(of: account).queue.transactions
    let early = store.finishUndelivered(of: account) { transaction in
      event.all == true
        || event.ids?.contains {
          [transaction.id.rawValue, transaction.productID.rawValue].contains($0)
        }
          == true
    }
    event.ids?.removeAll { name in
      early.contains { $0.id.rawValue == name }
        || (early.contains { $0.productID.rawValue == name }
          && !queue.contains { $0.productID.rawValue == name })
    }
    return early
  }

  /// Refuses to finish what arrived and did not verify (rule T-3): it was delivered to nobody.
  private func requireBelieved(
    _ event: FinishEvent,
    of account: AccountName
  ) throws(SessionFailure) {
    let app = try app(of: account)
    guard !app.cache.refused.isEmpty else { return }
    for name in event.ids ?? [] {
      let isQueued = app.queue.transactions.contains {
        $0.transaction?.id.rawValue == name || $0.productID.rawValue == name
      }
      let refused = app.cache.refused.last {
        $0.transaction.id.rawValue == name || $0.transaction.productID.rawValue == name
      }
      if !isQueued, let refused {
        throw .queue(.unverified(refused.transaction.id, code: refused.code))
      }
    }
  }

  /// The app's queue, and after it what arrived and was not believed.
  package func queueItems(of account: AccountName) throws(SessionFailure) -> [QueueItem] {
    let app = try app(of: account)
    let waiting = Set(app.queue.transactions.compactMap { $0.transaction?.id })
    let refused = app.cache.refused.filter { !waiting.contains($0.transaction.id) }
    return app.queue.transactions
      + refused.enumerated().map { index, arrival in
        QueueItem(arrival, sequence: app.queue.sequence + 1 + index)
      }
  }

  /// Makes out what `finish` would finish, changing nothing.
  ///
  /// What the app has not heard of is not known to it, finished or not.
  package func selection(
    for event: FinishEvent,
    of account: AccountName
  ) throws(SessionFailure) -> FinishSelection {
    let history = history
    try requireBelieved(event, of: account)
    let unheard = try self.account(account).undelivered.map(\.transaction.id)
    do {
      return try app(of: account).queue.selection(
        for: event,
        isKnown: { try !unheard.contains($0) && history.transaction($0, of: account) != nil },
        owner: { id in
          try accounts().map(\.name).first { name in
            try name != account && history.transaction(id, of: name) != nil
          }
        }
      )
    } catch let error as QueueError {
      throw .queue(error)
    } catch let error as HistoryFailure {
      throw .history(error)
    } catch let error as SessionFailure {
      throw error
    } catch {
      preconditionFailure("making out what to finish throws nothing else: \(error)")
    }
  }
}

extension QueueItem {
  /// An arrival that the app refused, as it stands beside the queue (rule T-3).
  fileprivate init(_ refused: RefusedArrival, sequence: Int) {
    self.init(
      state: .unverified,
      kind: refused.kind,
      productID: refused.transaction.productID,
      transaction: refused.transaction,
      code: refused.code,
      date: refused.transaction.signedDate ?? refused.transaction.purchaseDate,
      sequence: sequence
    )
  }
}
