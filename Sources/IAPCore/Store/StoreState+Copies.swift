extension StoreState {
  /// Copies that restoring made of a payment are revised with it: refund, return and end (C-3).
  ///
  /// Nobody is told of them; one that the app has not finished changes where it stands.
  mutating func reviseCopies(
    of transaction: Transaction,
    by name: AccountName,
    as kind: StoreChange.Kind,
    in context: StoreContext
  ) throws(StoreError) {
    guard transaction.type == .autoRenewable || transaction.type == .nonConsumable else { return }
    let copies = try past(of: transaction.productID, by: name, from: transaction, in: context) {
      $0.id != transaction.id && $0.isSamePurchase(as: transaction)
    }
    for var copy in copies {
      copy.copyRevocation(from: transaction)
      copy.isUpgraded = transaction.isUpgraded
      copy.expiresDate = transaction.expiresDate
      copy.commitmentInfo = transaction.commitmentInfo
      self[name].replaceLive(copy)
      var change = StoreChange(date: header.now, account: name, kind: kind)
      change.transaction = copy
      change.isRevision = true
      context.output.send(change)
    }
  }

  /// What was restored of the transactions that an event has just revised goes along.
  ///
  /// `told`: how many changes of the event there were before those.
  mutating func reviseRestored(
    after told: Int,
    in context: StoreContext
  ) throws(StoreError) {
    for change in context.output.kept[told...] {
      guard change.isRevision, Self.revising.contains(change.kind),
        let transaction = change.transaction
      else { continue }
      try reviseCopies(of: transaction, by: change.account, as: change.kind, in: context)
    }
  }

  /// What moves the end of a period, takes it away or gives it back.
  private static let revising: Set<StoreChange.Kind> = [
    .revoked, .refundReversed, .extended, .shortened, .expired,
  ]

  /// Members' copies of a period that is over go with its refund and come back with it.
  ///
  /// Periods that the copy still holds are not among them: they concern the whole subscription.
  mutating func revisePastShares(
    of transaction: Transaction,
    refundedOn refundDate: Instant,
    in context: StoreContext
  ) throws(StoreError) {
    guard transaction.type == .autoRenewable, let group = transaction.subscriptionGroupID
    else { return }
    for member in self[context.account].family where member != context.account {
      guard let index = self[member].copyIndex(in: group, from: context.account) else { continue }
      let subscription = self[member].subscriptions[index]
      let copies = try past(
        of: transaction.productID,
        by: member,
        from: transaction,
        in: context
      ) {
        $0.originalID == subscription.originalID && $0.purchaseDate == transaction.purchaseDate
          && subscription.place(of: $0) == nil
      }
      guard var copy = copies.first else { continue }
      if transaction.revocationDate != nil {
        guard copy.revocationDate == nil else { continue }
        copy.revoke(byFamily: transaction, at: header.now)
      } else {
        guard copy.revocationDate == refundDate else { continue }
        copy.clearRevocation()
        copy.isUpgraded = transaction.isUpgraded
      }
      tellMember(of: copy, subscription: index, by: member, in: context)
    }
  }

  /// A member's copy of the running period, or of one that never began, goes with its refund and
  /// comes back with it (rules ).
  ///
  /// `refund`: the payer's refund; `nil`: it was taken back. Comes after the payer's own part.
  mutating func revise(
    _ place: PeriodPlace,
    sharedBy payer: SubscriptionPlace,
    with member: AccountName,
    as refund: Transaction?,
    in context: StoreContext
  ) {
    let owner = self[payer.account].subscriptions[payer.index]
    guard let index = self[member].copyIndex(in: owner.groupID, from: payer.account) else { return }
    guard var copy = self[member].subscriptions[index].period(at: place) else {
      if place == .running, let refund {
        // The next plan is not for the family: the running period is the last that it shares.
        stopSharing(of: payer, with: member, as: refund, on: header.now, output: context.output)
      }
      return
    }
    if let refund {
      guard copy.revocationDate == nil else { return }
      copy.revoke(byFamily: refund, at: header.now)
    } else {
      copy.clearRevocation()
    }
    self[member].subscriptions[index].copyRevocation(from: copy, to: place)
    if place == .coming { self[member].subscriptions[index].withdraw() }
    if place == .withdrawn { self[member].subscriptions[index].reinstate(at: header.now) }
    self[member].subscriptions[index].follow(owner)
    tellMember(of: copy, subscription: index, by: member, in: context)
  }

  private mutating func tellMember(
    of copy: Transaction,
    subscription index: Int,
    by member: AccountName,
    in context: StoreContext
  ) {
    let isRevoked = copy.revocationDate != nil
    self[member].replaceLive(copy)
    var change = StoreChange(
      date: header.now,
      account: member,
      kind: isRevoked ? .revoked : .refundReversed,
      transaction: copy,
      isRevision: true
    )
    self[member].deliver(&change, as: isRevoked ? .revocation : .refundReversal)
    change.notification = self[member].notification(
      isRevoked ? .revoke : .refundReversed,
      of: copy,
      subscription: index,
      on: header.now,
      rules: StoreRules(self)
    )
    context.output.send(change)
  }

  /// Past transactions of an account that are of one payment, by id.
  ///
  /// Nothing is looked at that was bought before `transaction` in the same subscription.
  private func past(
    of product: ProductID,
    by name: AccountName,
    from transaction: Transaction,
    in context: StoreContext,
    where isWanted: (Transaction) -> Bool
  ) throws(StoreError) -> [Transaction] {
    var found: [Transaction] = []
    do throws(HistoryFailure) {
      _ = try context.history.newest(of: product, of: name) { past in
        if isWanted(past) { found.append(past) }
        return past.type == .autoRenewable && past.purchaseDate < transaction.purchaseDate
      }
    } catch {
      throw .history(error)
    }
    return found.sorted { $0.id < $1.id }
  }

  /// A non-consumable that is bought again reaches everybody it was shared with (rules R-5, N-83).
  mutating func shareAgain(_ transaction: Transaction, in context: StoreContext) {
    let rules = StoreRules(self)
    let shared = self[context.account].owned.first {
      $0.transaction.id == transaction.id && $0.transaction.type == .nonConsumable
    }
    guard let shared, rules.product(transaction.productID)?.isFamilyShareable == true else {
      return
    }
    for member in shared.sharedWith {
      let isHeld = self[member].owned.contains {
        $0.sharedBy == context.account && $0.transaction.productID == transaction.productID
          && !$0.isRevoked
      }
      if isHeld { continue }
      let change = self[member].receive(
        transaction,
        from: context.account,
        as: .familyShare,
        on: header.now,
        rules: rules
      )
      context.output.send(change)
    }
  }

  /// Another purchase of a non-consumable that still counts when this one is refunded.
  ///
  /// There is one where a refund was taken back after the customer had bought again.
  func standIn(
    for transaction: Transaction,
    in context: StoreContext
  ) throws(StoreError) -> Transaction? {
    guard transaction.type == .nonConsumable,
      self[context.account].owned.contains(where: { $0.transaction.id == transaction.id })
    else { return nil }
    do throws(HistoryFailure) {
      return try context.history.newest(of: transaction.productID, of: context.account) { past in
        past.id != transaction.id && past.id == past.originalID && past.revocationDate == nil
          && past.ownershipType != .familyShared
      }
    } catch {
      throw .history(error)
    }
  }
}

extension AccountState {
  /// Another purchase of the product counts from now on; what is shared stays shared.
  mutating func replaceOwned(_ transaction: Transaction, with standIn: Transaction) {
    for index in owned.indices where owned[index].transaction.id == transaction.id {
      owned[index].transaction = standIn
    }
  }

  /// A purchase that is no longer refunded counts again, unless a later one does.
  mutating func ownAgain(_ transaction: Transaction) {
    for index in owned.indices
    where transaction.type == .nonConsumable && owned[index].sharedBy == nil
      && owned[index].transaction.productID == transaction.productID && owned[index].isRevoked
    {
      owned[index].transaction = transaction
    }
  }
}
