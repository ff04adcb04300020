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
    guard
      let index = self[context.account].refundRequests.firstIndex(where: {
        $0.transactionID == transaction.id && $0.answer == .pending
      })
    else { throw .noRefundRequest(transaction.id) }
    self[context.account].refundRequests[index].consumption = event
    context.output.send(change(.consumptionSent, about: transaction.productID, in: context))
  }
}
