/// One thing that happened to a subscription, to be told to app and server.
struct Announcement {
  /// What became of the latest transaction.
  enum Use {
    case untouched
    case made
    case revised
  }

  var kind: StoreChange.Kind
  var type: NotificationType?
  var subtype: NotificationSubtype?
  var use = Use.untouched
  var delivery: QueueKind?
  var requestID: RequestID?
  /// Members with a copy get the same (rule F-2).
  var reachesFamily = true

  init(
    _ kind: StoreChange.Kind,
    _ type: NotificationType? = nil,
    _ subtype: NotificationSubtype? = nil
  ) {
    self.kind = kind
    self.type = type
    self.subtype = subtype
  }

  /// The same, for a transaction that was made and goes to the app.
  func making(_ delivery: QueueKind, request: RequestID? = nil) -> Announcement {
    var result = self
    result.use = .made
    result.delivery = delivery
    result.requestID = request
    return result
  }

  func revising(_ delivery: QueueKind? = nil) -> Announcement {
    var result = self
    result.use = .revised
    result.delivery = delivery
    return result
  }

  /// The same, for the payer alone.
  var toOwnerOnly: Announcement {
    var result = self
    result.reachesFamily = false
    return result
  }
}

/// Where a subscription stands among the loaded accounts.
struct SubscriptionPlace: Equatable {
  var account: AccountName
  var index: Int
}

extension AccountState {
  /// The change that tells of a subscription's new state.
  ///
  /// `about`: the transaction that it concerns; `nil`: the last one.
  mutating func announce(
    _ announcement: Announcement,
    about transaction: Transaction? = nil,
    of index: Int,
    on date: Instant,
    rules: StoreRules
  ) -> StoreChange {
    var change = StoreChange(date: date, account: name, kind: announcement.kind)
    change.requestID = announcement.requestID
    if announcement.use != .untouched {
      change.transaction = transaction ?? subscriptions[index].latest
      change.isRevision = announcement.use == .revised
    }
    if let delivery = announcement.delivery { deliver(&change, as: delivery) }
    if let type = announcement.type {
      change.notification = notification(
        type,
        announcement.subtype,
        of: transaction ?? subscriptions[index].latest,
        subscription: index,
        on: date,
        rules: rules
      )
    }
    return change
  }

  /// Hands the change's transaction to the app, or keeps it while the app is offline.
  ///
  /// A transaction that waits already is kept once, in its latest version and kind (rule E-8).
  mutating func deliver(_ change: inout StoreChange, as kind: QueueKind) {
    guard let transaction = change.transaction else { return }
    guard !settings.network else {
      change.delivery = kind
      return
    }
    let waiting = undelivered.first { $0.transaction.id == transaction.id }
    undelivered.removeAll { $0.transaction.id == transaction.id }
    // A later end is no news of its own where the app has not heard of the period.
    let isMoved = change.isRevision && kind == .renewal
    undelivered.append(
      UndeliveredTransaction(
        kind: isMoved ? waiting?.kind ?? kind : kind,
        transaction: transaction
      )
    )
  }
}

extension StoreState {
  /// Tells of a subscription's new state, to the payer and then to the family (rule N-81).
  mutating func announce(
    _ announcement: Announcement,
    at place: SubscriptionPlace,
    on date: Instant,
    rules: StoreRules,
    output: ChangeOutput
  ) {
    output.send(self[place.account].announce(announcement, of: place.index, on: date, rules: rules))
    guard accounts[place.account]?.subscriptions[place.index].sharedWith.isEmpty == false
    else { return }
    if announcement.reachesFamily {
      mirror(announcement, of: place, on: date, rules: rules, output: output)
    } else {
      copiesFollow(place)
    }
  }
}
