extension StoreState {
  /// The app or the customer asks for a refund (rules, N-70, N-71).
  mutating func requestRefund(
    _ event: RequestRefundEvent,
    in context: StoreContext
  ) throws(StoreError) {
    let account = self[context.account]
    guard account.settings.network else { throw .offline(context.account) }
    if let failure = account.settings.failures[.refundRequest] { throw .storeKit(failure) }
    let reason = event.reason ?? Self.consumptionReasons[Self.consumptionReasons.count - 1]
    guard Self.consumptionReasons.contains(reason) else {
      throw .invalidReason(reason, allowed: Self.consumptionReasons)
    }
    let transaction = try resolveNewest(event.id, in: context)
    try requirePayment(transaction)
    guard transaction.revocationDate == nil,
      !account.refundRequests.contains(where: { $0.transactionID == transaction.id })
    else { throw .duplicateRequest(transaction.id) }
    self[context.account].refundRequests.append(
      RefundRequest(
        transactionID: transaction.id,
        answer: .pending,
        reason: reason,
        requestDate: header.now
      )
    )
    var change = change(.refundRequested, in: context)
    change.transaction = nil
    if asksForConsumption(transaction) {
      change.notification = notify(.consumptionRequest, of: transaction, in: context)
      change.notification?.data?.consumptionRequestReason = reason
    }
    context.output.send(change)
    try switchOffAfterRequest(transaction, in: context)
  }

  /// `consumptionRequestReason`'s words, the default last.
  package static let consumptionReasons = [
    "UNINTENDED_PURCHASE", "FULFILLMENT_ISSUE", "UNSATISFIED_WITH_PURCHASE", "LEGAL", "OTHER",
  ]

  /// Open point 11: consumables and auto-renewables, or everything.
  private func asksForConsumption(_ transaction: Transaction) -> Bool {
    transaction.type == .consumable || transaction.type == .autoRenewable
      || header.settings.requestsConsumptionForAllTypes
  }

  /// A request for a live subscription ends its renewal, in grace and retry at once (R-2, S-41).
  private mutating func switchOffAfterRequest(
    _ transaction: Transaction,
    in context: StoreContext
  ) throws(StoreError) {
    guard let index = self[context.account].index(of: transaction.originalID),
      transaction.type == .autoRenewable,
      self[context.account].subscriptions[index].autoRenews
    else { return }
    endRenewal(
      at: SubscriptionPlace(account: context.account, index: index),
      on: header.now,
      rules: StoreRules(self),
      output: context.output
    )
  }

  /// Only what this account paid for can be refunded.
  func requirePayment(_ transaction: Transaction) throws(StoreError) {
    guard transaction.ownershipType != .familyShared else {
      throw .sharedTransaction(transaction.id)
    }
  }

  /// Granted: the same transaction with a revocation date (rules R-3...R-5, R-8, N-72...N-75).
  mutating func refund(_ event: RefundEvent, in context: StoreContext) throws(StoreError) {
    if let percentage = event.percentage, !(1...99_999).contains(percentage) {
      throw .invalidPercentage(percentage)
    }
    var transaction = try resolveRefundable(event.id, in: context)
    try requirePayment(transaction)
    guard transaction.revocationDate == nil else { throw .alreadyRefunded(transaction.id) }
    let reason: RevocationReason = event.reason == .appIssue ? .developerIssue : .other
    transaction.refund(for: reason, percentage: event.percentage, at: header.now)
    self[context.account].refundRequests.removeAll { $0.transactionID == transaction.id }
    try takeBack(transaction, endsRenewal: true, in: context)
  }

  /// A refunded transaction takes effect, for the payer and for the family.
  ///
  /// `endsRenewal`: whether auto-renewal goes off where it is of a period that has not begun.
  mutating func takeBack(
    _ transaction: Transaction,
    endsRenewal: Bool,
    in context: StoreContext
  ) throws(StoreError) {
    let standIn = try standIn(for: transaction, in: context)
    let held = self[context.account].held(transaction)
    let isLast = held?.place == .last
    let remaining = isLast ? try remainingPeriod(beside: transaction, in: context) : nil
    revoke(transaction, held: held, endsRenewal: endsRenewal, in: context)
    let place = takeUp(remaining, in: context)
    tell(.refunded, .refund, of: transaction, delivery: .revocation, in: context)
    try reviseCopies(of: transaction, by: context.account, as: .refunded, in: context)
    let told = context.output.kept.count
    if let standIn {
      self[context.account].replaceOwned(transaction, with: standIn)
    } else if let place {
      try keepShares(at: place, without: transaction, in: context)
    } else {
      revokeShares(of: transaction, held: held, in: context)
    }
    try revisePastShares(of: transaction, refundedOn: header.now, in: context)
    try reviseRestored(after: told, in: context)
  }

  /// An exact id, else the newest unrevoked one; where all are refunded, the newest of them.
  private func resolveRefundable(
    _ operand: String,
    in context: StoreContext
  ) throws(StoreError) -> Transaction {
    do {
      return try resolve(operand, in: context) { $0.revocationDate == nil }
    } catch .unknownTransaction {
      return try resolveNewest(operand, in: context)
    }
  }

  /// The subscription is revoked where this was its last period; older ones change nothing.
  ///
  /// Where the next one is paid already, it is revoked until that begins; without that one, it ends
  /// with the running one and is not charged again.
  private mutating func revoke(
    _ transaction: Transaction,
    held: HeldPeriod?,
    endsRenewal: Bool,
    in context: StoreContext
  ) {
    self[context.account].replaceLive(transaction)
    guard let held else { return }
    let index = held.index
    self[context.account].subscriptions[index].copyRevocation(from: transaction, to: held.place)
    switch held.place {
    case .running, .withdrawn: return
    case .last: self[context.account].subscriptions[index].revokePhase()
    case .coming:
      self[context.account].subscriptions[index].withdraw()
      if endsRenewal { self[context.account].subscriptions[index].endRenewal() }
    }
  }

  /// Index of the subscription whose last paid period this is; `nil`: none.
  func latestIndex(of transaction: Transaction, in context: StoreContext) -> Int? {
    guard let held = self[context.account].held(transaction) else { return nil }
    return held.place == .last || held.place == .coming ? held.index : nil
  }

  /// What happened to one transaction, with its notification.
  mutating func tell(
    _ kind: StoreChange.Kind,
    _ type: NotificationType?,
    of transaction: Transaction,
    delivery: QueueKind?,
    in context: StoreContext
  ) {
    var change = change(kind, in: context)
    if delivery != nil {
      change.transaction = transaction
      change.isRevision = true
    }
    if let delivery { self[context.account].deliver(&change, as: delivery) }
    if let type { change.notification = notify(type, of: transaction, in: context) }
    context.output.send(change)
  }

  /// A notification about a transaction, with the renewal info of its subscription if it has one.
  private mutating func notify(
    _ type: NotificationType,
    of transaction: Transaction,
    in context: StoreContext
  ) -> ServerNotification {
    let index = self[context.account].index(of: transaction.originalID)
    return self[context.account].notification(
      type,
      of: transaction,
      subscription: index,
      on: header.now,
      rules: StoreRules(self)
    )
  }

  /// Each member's copy goes with the payer's refund, for the payer's reason (rule R-8).
  private mutating func revokeShares(
    of transaction: Transaction,
    held: HeldPeriod?,
    in context: StoreContext
  ) {
    if let held {
      let place = SubscriptionPlace(account: context.account, index: held.index)
      for member in self[context.account].subscriptions[held.index].sharedWith {
        guard held.place == .last else {
          revise(held.place, sharedBy: place, with: member, as: transaction, in: context)
          continue
        }
        stopSharing(
          of: place,
          with: member,
          as: transaction,
          on: header.now,
          output: context.output
        )
      }
    }
    guard let owned = self[context.account].owned.first(where: { $0.transaction == transaction })
    else { return }
    for member in owned.sharedWith {
      stopSharing(
        product: transaction.productID,
        from: context.account,
        with: member,
        as: transaction,
        output: context.output
      )
    }
  }

  /// Refused: nothing else changes, auto-renewal stays off (rules R-6, N-76).
  ///
  /// Only what was asked for can be refused (rule X-8): the server hears of the request first.
  mutating func declineRefund(_ operand: String, in context: StoreContext) throws(StoreError) {
    let transaction = try resolveNewest(operand, in: context)
    try requirePayment(transaction)
    guard transaction.revocationDate == nil else { throw .alreadyRefunded(transaction.id) }
    let request = try openRefundRequest(for: transaction, in: context)
    self[context.account].refundRequests[request].answer = .declined
    tell(.refundDeclined, .refundDeclined, of: transaction, delivery: nil, in: context)
  }

  /// Index of the request that waits for an answer.
  func openRefundRequest(
    for transaction: Transaction,
    in context: StoreContext
  ) throws(StoreError) -> Int {
    let requests = self[context.account].refundRequests
    guard let index = requests.firstIndex(where: { $0.transactionID == transaction.id }) else {
      throw .noRefundRequest(transaction.id)
    }
    guard requests[index].answer == .pending else {
      throw .refundRequestDeclined(transaction.id)
    }
    return index
  }
}

extension Transaction {
  /// Granted: paid back as a whole, or thousandths of a percent of it (rule C-14).
  mutating func refund(for reason: RevocationReason, percentage: Int?, at date: Instant) {
    revocationDate = date
    revocationReason = reason
    revocationType = percentage == nil ? .refundFull : .refundProrated
    revocationPercentage = percentage
  }

  mutating func copyRevocation(from other: Transaction) {
    revocationDate = other.revocationDate
    revocationReason = other.revocationReason
    revocationType = other.revocationType
    revocationPercentage = other.revocationPercentage
  }
}
