package import IAPCore

/// What holds in every store, whatever was played.
package enum StoreInvariants {
  /// What is violated; empty: nothing.
  package static func violations(in story: StoreStory) -> [String] {
    var found: [String] = []
    for name in RandomStories.accounts where story.state.accounts[name] != nil {
      found += groups(story, name)
      found += periods(story, name)
      found += gaps(story, name)
      found += families(story, name)
      found += entitlements(story, name)
      found += liveness(story, name)
    }
    return found + identifiers(story) + stability(story) + pairs(story)
  }

  /// At most one own subscription in a group, and it is due unless it is over.
  private static func groups(_ story: StoreStory, _ name: AccountName) -> [String] {
    let own = story.state.accounts[name]?.subscriptions.filter(\.isOwn) ?? []
    var found: [String] = []
    if Set(own.map(\.groupID)).count != own.count { found.append("\(name): two own in a group") }
    if let due = story.state.nextDue(of: name), due <= story.state.header.now {
      found.append("\(name): overdue since \(due.rfc3339)")
    }
    return found
  }

  /// Periods of one subscription neither overlap nor run backwards.
  ///
  /// Except where one was upgraded or refunded, even if the refund was taken back after the customer
  /// had bought again.
  private static func periods(_ story: StoreStory, _ name: AccountName) -> [String] {
    let restored = Set(
      story.changes.filter { $0.kind == .restored }.compactMap(\.transaction?.id)
    )
    let reversed = Set(
      story.changes.filter { $0.kind == .refundReversed }.compactMap(\.transaction?.id)
    )
    let paid = story.transactions(of: name).filter {
      $0.type == .autoRenewable && !restored.contains($0.id)
    }
    var found: [String] = []
    for original in Set(paid.map(\.originalID)).sorted() {
      let chain = paid.filter { $0.originalID == original }.sorted { $0.id < $1.id }
      for period in chain {
        guard let expires = period.expiresDate, expires > period.purchaseDate else {
          found.append("\(name): \(period.id) has no length")
          continue
        }
      }
      for (earlier, later) in zip(chain, chain.dropFirst()) {
        guard earlier.isUpgraded != true, earlier.revocationDate == nil,
          !reversed.contains(earlier.id),
          let end = earlier.expiresDate, later.purchaseDate < end
        else { continue }
        found.append("\(name): \(later.id) overlaps \(earlier.id)")
      }
      found += overlaps(chain.filter { !reversed.contains($0.id) }, name)
    }
    return found
  }

  /// Of what was neither upgraded nor refunded, nothing overlaps, whatever was made between.
  private static func overlaps(_ chain: [Transaction], _ name: AccountName) -> [String] {
    let good = chain.filter { $0.isUpgraded != true && $0.revocationDate == nil }
      .sorted { $0.purchaseDate < $1.purchaseDate }
    return zip(good, good.dropFirst()).compactMap { earlier, later in
      guard let end = earlier.expiresDate, later.purchaseDate < end else { return nil }
      return "\(name): \(later.id) and \(earlier.id) both count"
    }
  }

  /// Between two periods with time between them something was told: a lapse, a failed charge, a
  /// refund, the end of sharing; or the customer bought again while the renewal was late.
  ///
  /// A tester who deletes transactions makes holes.
  private static func gaps(_ story: StoreStory, _ name: AccountName) -> [String] {
    let changes = story.changes.filter { $0.account == name }
    guard !changes.contains(where: { $0.kind == .transactionDeleted || $0.kind == .cleared })
    else { return [] }
    let restored = Set(changes.filter { $0.kind == .restored }.compactMap(\.transaction?.id))
    let lapses: Set<StoreChange.Kind> = [
      .expired, .renewalFailed, .gracePeriodExpired, .refunded, .revoked, .resubscribed,
    ]
    let periods = story.transactions(of: name).filter {
      $0.type == .autoRenewable && !restored.contains($0.id)
    }
    var found: [String] = []
    for original in Set(periods.map(\.originalID)).sorted() {
      let chain = periods.filter { $0.originalID == original }.sorted { $0.id < $1.id }
      for (earlier, later) in zip(chain, chain.dropFirst()) {
        guard let end = earlier.expiresDate, later.purchaseDate > end else { continue }
        let isTold = changes.contains { change in
          lapses.contains(change.kind) && change.date <= later.purchaseDate
            && change.date >= earlier.purchaseDate
        }
        if !isTold { found.append("\(name): a gap before \(later.id)") }
      }
    }
    return found
  }

  /// What a transaction is never changes, whatever becomes of it.
  private static func stability(_ story: StoreStory) -> [String] {
    var first: [TransactionID: Transaction] = [:]
    var found: [String] = []
    for transaction in story.changes.compactMap(\.transaction) {
      guard let known = first[transaction.id] else {
        first[transaction.id] = transaction
        continue
      }
      if known.originalID != transaction.originalID || known.productID != transaction.productID
        || known.purchaseDate != transaction.purchaseDate
        || known.webOrderLineItemID != transaction.webOrderLineItemID
        || known.price != transaction.price || known.currency != transaction.currency
        || known.ownershipType != transaction.ownershipType
      {
        found.append("\(transaction.id) became another one")
      }
    }
    return found
  }

  /// Every price is one that was promised for its product, in the currency of its storefront.
  package static func prices(
    of story: StoreStory,
    promised: [ProductID: Set<Int64>]
  ) -> [String] {
    RandomStories.accounts.flatMap { story.transactions(of: $0) }.compactMap { transaction in
      guard let price = transaction.price else {
        return transaction.ownershipType == .familyShared ? nil : "\(transaction.id) has no price"
      }
      let unit = price / Int64(transaction.quantity ?? 1)
      guard promised[transaction.productID]?.contains(unit) == true else {
        return "\(transaction.id) costs \(price)"
      }
      let currency = Storefronts.find(transaction.storefront ?? "")?.currencyCode
      return currency == transaction.currency ? nil : "\(transaction.id) in another currency"
    }
  }

  /// A copy exists exactly where the payer says so.
  private static func families(_ story: StoreStory, _ name: AccountName) -> [String] {
    guard let account = story.state.accounts[name] else { return [] }
    var found: [String] = []
    for copy in account.subscriptions where copy.isLive && !copy.isOwn {
      let payer = copy.sharedBy.flatMap { story.state.accounts[$0] }
      let original = payer?.subscriptions.first { $0.groupID == copy.groupID && $0.isOwn }
      if original?.sharedWith.contains(name) != true || !account.family.contains(payer?.name ?? "")
      {
        found.append("\(name): copy \(copy.originalID) of nobody")
      }
      // What was renewed early for a plan that is not for the family is not shared.
      let last = copy.running == nil ? original?.withoutRunning : original
      if original?.phase != copy.phase || last?.expiresDate != copy.expiresDate {
        found.append("\(name): copy \(copy.originalID) differs from its payer's")
      }
    }
    return found
  }

  /// Nothing refunded is an entitlement, and live state agrees with the past.
  private static func entitlements(_ story: StoreStory, _ name: AccountName) -> [String] {
    let current = story.state.current(of: name)
    let entitled = story.state.entitlements(of: name)
    let past = story.transactions(of: name)
    let now = story.state.header.now
    let running = entitled.filter { transaction in
      transaction.type == .autoRenewable && transaction.ownershipType == .purchased
        && transaction.purchaseDate <= now
    }
    let groups = Set(running.map(\.subscriptionGroupID))
    return (groups.count == running.count ? [] : ["\(name): two run in a group"])
      + entitled.filter { $0.revocationDate != nil }.map { "\(name): \($0.id) entitles" }
      + current.filter { !past.contains($0) }.map { "\(name): \($0.id) differs from the past" }
  }

  /// Live state is bounded by products, not by history.
  private static func liveness(_ story: StoreStory, _ name: AccountName) -> [String] {
    guard let account = story.state.accounts[name] else { return [] }
    let passes = account.owned.filter { $0.transaction.type == .nonRenewable }.count
    let live = story.state.current(of: name).count - passes
    return live > 40 ? ["\(name): \(live) live transactions"] : []
  }

  private static func identifiers(_ story: StoreStory) -> [String] {
    let ids = RandomStories.accounts.flatMap { story.transactions(of: $0).map(\.id) }
    let uuids = story.changes.compactMap(\.notification?.uuid)
    return (Set(ids).count == ids.count ? [] : ["an id twice"])
      + (Set(uuids).count == uuids.count ? [] : ["a UUID twice"])
  }

  /// The legal pairs of notifications.md, section 5.
  package static let legalPairs: Set<String> = [
    "ONE_TIME_CHARGE", "SUBSCRIBED/INITIAL_BUY", "SUBSCRIBED/RESUBSCRIBE", "DID_RENEW",
    "DID_RENEW/BILLING_RECOVERY", "DID_CHANGE_RENEWAL_PREF", "DID_CHANGE_RENEWAL_PREF/UPGRADE",
    "DID_CHANGE_RENEWAL_PREF/DOWNGRADE", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED",
    "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "OFFER_REDEEMED", "OFFER_REDEEMED/UPGRADE",
    "OFFER_REDEEMED/DOWNGRADE", "DID_FAIL_TO_RENEW", "DID_FAIL_TO_RENEW/GRACE_PERIOD",
    "GRACE_PERIOD_EXPIRED", "EXPIRED", "EXPIRED/VOLUNTARY", "EXPIRED/BILLING_RETRY",
    "EXPIRED/PRICE_INCREASE", "EXPIRED/PRODUCT_NOT_FOR_SALE", "PRICE_INCREASE/PENDING",
    "PRICE_INCREASE/ACCEPTED", "REFUND", "REFUND_DECLINED", "REFUND_REVERSED",
    "CONSUMPTION_REQUEST", "REVOKE", "RENEWAL_EXTENDED", "RENEWAL_EXTENSION/SUMMARY",
    "RENEWAL_EXTENSION/FAILURE", "TEST", "RESCIND_CONSENT",
  ]

  /// Only legal pairs, renewal info and status exactly for subscriptions, presence rules kept.
  private static func pairs(_ story: StoreStory) -> [String] {
    story.changes.compactMap(\.notification).flatMap { notification -> [String] in
      var pair = notification.type.rawValue
      if let subtype = notification.subtype { pair += "/\(subtype)" }
      guard let data = notification.data else { return [] }
      let isSubscription = data.transaction?.type == .autoRenewable
      var found: [String] = []
      if !legalPairs.contains(pair) { found.append("illegal pair \(pair)") }
      if isSubscription != (data.status != nil) || isSubscription != (data.renewalInfo != nil) {
        found.append("\(pair): status does not fit the type")
      }
      let transaction = data.transaction
      if (transaction?.price == nil) != (transaction?.currency == nil) {
        found.append("\(pair): price without currency")
      }
      if isSubscription, data.renewalInfo?.renewalDate == nil {
        found.append("\(pair): no renewal date")
      }
      let inGrace = data.status == .inGracePeriod
      if inGrace != (data.renewalInfo?.gracePeriodExpiresDate != nil) {
        found.append("\(pair): grace date does not fit the status")
      }
      return found
    }
  }
}

extension Subscription {
  /// As members see it who do not get the period that was made early: with the running one as last.
  fileprivate var withoutRunning: Subscription {
    guard let running else { return self }
    var result = self
    result.latest = running.transaction
    return result
  }
}
