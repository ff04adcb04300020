extension StoreState {
  /// The developer says how much of a purchase was used (rules R-2, N-78).
  mutating func sendConsumption(
    _ event: ConsumptionEvent,
    in context: StoreContext
  ) throws(StoreError) {
    let transaction = try resolveNewest(event.id, in: context)
    guard event.customerConsented else { throw .invalidConsumption(.consentMissing) }
    if let percentage = event.consumptionPercentage, !(0...100_000).contains(percentage) {
      throw .invalidConsumption(.percentageOutOfRange)
    }
    if event.refundPreference == .grantProrated {
      let isGiven = (event.consumptionPercentage ?? 0) > 0
      if transaction.type == .autoRenewable, event.consumptionPercentage != nil {
        throw .invalidConsumption(.percentageNotAllowed)
      }
      if transaction.type != .autoRenewable, !isGiven {
        throw .invalidConsumption(.percentageMissing)
      }
    }
    let index = try openRefundRequest(for: transaction, in: context)
    let asked = self[context.account].refundRequests[index].requestDate
    if header.settings.hasStrictConsumptionWindow,
      header.now.milliseconds(since: asked) >= Self.consumptionTime
    {
      throw .consumptionWindowClosed(transaction.id, requestDate: asked)
    }
    self[context.account].refundRequests[index].consumption = event
    context.output.send(change(.consumptionSent, about: transaction.productID, in: context))
    if header.settings.followsRefundPreference {
      try decide(by: event, about: transaction, in: context)
    }
  }

  /// How long the developer may take to answer (rules R-2, N-78).
  static let consumptionTime = 12 * Instant.hour

  /// Apple follows the developer's preference (rules N-72, N-74, N-76); without one it waits.
  private mutating func decide(
    by answer: ConsumptionEvent,
    about transaction: Transaction,
    in context: StoreContext
  ) throws(StoreError) {
    let id = transaction.id.rawValue
    switch answer.refundPreference {
    case nil: return
    case .decline: try declineRefund(id, in: context)
    case .grantFull: try refund(RefundEvent(id: id), in: context)
    case .grantProrated:
      let used = answer.consumptionPercentage ?? transaction.usedShare(at: header.now)
      guard used < 100_000 else { return try declineRefund(id, in: context) }
      let share = used > 0 ? 100_000 - used : nil
      try refund(RefundEvent(id: id, percentage: share), in: context)
    }
  }
}

extension Transaction {
  /// How much of a subscription's period is over, in thousandths of a percent.
  fileprivate func usedShare(at now: Instant) -> Int {
    guard let expiresDate, expiresDate > purchaseDate else { return 100_000 }
    let whole = expiresDate.milliseconds(since: purchaseDate)
    let used = min(max(0, now.milliseconds(since: purchaseDate)), whole)
    return Int(used * 100_000 / whole)
  }
}
