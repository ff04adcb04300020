/// A request for past notifications, as Apple's server takes it (rule D-6).
package struct NotificationHistoryRequest: Equatable, Sendable {
  package var startDate: Instant
  package var endDate: Instant
  /// Not together with a transaction; `nil`: every kind.
  package var kind: NotificationFilter.Kind?
  /// Any transaction of the subscription or purchase in question, or its product; `nil`: all.
  package var transaction: TransactionID?
  /// True: only what was tried and has not been received.
  package var onlyFailures = false
  /// What the page before said; `nil`: the first page.
  package var paginationToken: String?

  package init(startDate: Instant, endDate: Instant) {
    self.startDate = startDate
    self.endDate = endDate
  }

  /// How far back the history reaches.
  package static let reach = 180 * Instant.day
  /// Notifications of one page.
  package static let pageSize = 20

  /// Ties a token to the request that it continues.
  private var fingerprint: UInt64 {
    let text =
      "\(startDate.milliseconds) \(endDate.milliseconds) \(kind?.type.rawValue ?? "") "
      + "\(kind?.subtype?.rawValue ?? "") \(transaction?.rawValue ?? "") \(onlyFailures)"
    return text.utf8.reduce(0) { SplitMix64.mixed($0 ^ UInt64($1)) }
  }

  /// Names the page that begins after so many notifications.
  func token(after count: Int) -> String {
    "\(count)-" + String(fingerprint, radix: 16)
  }

  /// Where the asked page begins; `nil`: the token belongs to no page of this request.
  var offset: Int? {
    guard let paginationToken else { return 0 }
    guard let count = paginationToken.split(separator: "-").first.flatMap({ Int($0) }), count > 0,
      paginationToken == token(after: count)
    else { return nil }
    return count
  }
}

/// One page of the history, oldest first.
package struct NotificationHistoryPage: Equatable, Sendable {
  package var notifications: [ServerNotification]
  /// Asks for the next page; `nil`: this is the last one.
  package var paginationToken: String?
}

/// Why Apple's server refuses a request for the history (rule D-6); the raw value is the code.
package enum NotificationHistoryRefusal: String, Error, Sendable, CaseIterable {
  case startDateTooFarInPast
  case startDateAfterEndDate
  case invalidNotificationType
  case multipleFiltersSupplied
  case transactionIdNotFound
  case invalidPaginationToken
}

extension Session {
  /// A page of what the app's server was told about all its customers.
  package func notificationHistory(
    _ request: NotificationHistoryRequest
  ) throws -> NotificationHistoryPage {
    let offset = try check(request)
    var found: [ServerNotification] = []
    var isKnown = request.transaction == nil
    for account in try accounts() {
      let all = try notifications(of: account.name)
      let chains = request.chains(among: all.compactMap(\.data?.transaction))
      isKnown = isKnown || !chains.isEmpty
      found += all.filter { request.admits($0, chains: chains) }
    }
    guard isKnown else { throw NotificationHistoryRefusal.transactionIdNotFound }
    if request.onlyFailures { found = try failed(found) }
    // The sort is stable: at one instant by creation of the account, then as they were sent.
    found.sort { $0.signedDate < $1.signedDate }
    let page = found.dropFirst(offset).prefix(NotificationHistoryRequest.pageSize)
    let end = offset + page.count
    return NotificationHistoryPage(
      notifications: Array(page),
      paginationToken: end < found.count ? request.token(after: end) : nil
    )
  }

  private func check(
    _ request: NotificationHistoryRequest
  ) throws(NotificationHistoryRefusal) -> Int {
    guard request.startDate <= request.endDate else { throw .startDateAfterEndDate }
    guard now.milliseconds(since: request.startDate) <= NotificationHistoryRequest.reach else {
      throw .startDateTooFarInPast
    }
    if let kind = request.kind {
      guard kind.isLegal else { throw .invalidNotificationType }
      guard request.transaction == nil else { throw .multipleFiltersSupplied }
    }
    guard let offset = request.offset else { throw .invalidPaginationToken }
    return offset
  }

  private func failed(
    _ notifications: [ServerNotification]
  ) throws(SessionFailure) -> [ServerNotification] {
    let attempts = try attempts(for: notifications)
    return notifications.filter { notification in
      let made = attempts[notification.uuid] ?? []
      return !made.isEmpty && !made.contains { $0.result == .success }
    }
  }
}

extension NotificationHistoryRequest {
  /// The subscriptions and purchases that are asked for: by an exact id, else by a product id.
  fileprivate func chains(among transactions: [Transaction]) -> Set<TransactionID> {
    guard let wanted = transaction else { return [] }
    let exact = transactions.filter { $0.id == wanted || $0.originalID == wanted }
    let ofProduct = transactions.filter { $0.productID.rawValue == wanted.rawValue }
    return Set((exact.isEmpty ? ofProduct : exact).map(\.originalID))
  }

  /// Both ends count; `chains`: the subscriptions and purchases that are asked for.
  fileprivate func admits(_ notification: ServerNotification, chains: Set<TransactionID>) -> Bool {
    guard (startDate...endDate).contains(notification.signedDate) else { return false }
    if let kind, !kind.matches(notification) { return false }
    return transaction == nil
      || notification.data?.transaction.map { chains.contains($0.originalID) } ?? false
  }
}

extension NotificationFilter.Kind {
  /// Whether the store ever sends this type with this subtype; without one, any of the type.
  package var isLegal: Bool {
    guard let subtypes = Self.subtypes[type] else { return false }
    return subtype.map(subtypes.contains) ?? true
  }

  func matches(_ notification: ServerNotification) -> Bool {
    type == notification.type && (subtype == nil || subtype == notification.subtype)
  }

  /// The types with the subtypes that they may have.
  fileprivate static let subtypes: [NotificationType: [NotificationSubtype]] = [
    .oneTimeCharge: [], .subscribed: [.initialBuy, .resubscribe], .didRenew: [.billingRecovery],
    .didChangeRenewalPref: [.upgrade, .downgrade],
    .didChangeRenewalStatus: [.autoRenewEnabled, .autoRenewDisabled],
    .offerRedeemed: [.upgrade, .downgrade], .didFailToRenew: [.gracePeriod],
    .gracePeriodExpired: [],
    .expired: [.voluntary, .billingRetry, .priceIncrease, .productNotForSale],
    .priceIncrease: [.pending, .accepted], .refund: [], .refundDeclined: [], .refundReversed: [],
    .consumptionRequest: [], .revoke: [], .renewalExtended: [],
    .renewalExtension: [.summary, .failure], .test: [], .rescindConsent: [],
    .externalPurchaseToken: [.unreported],
  ]
}

extension NotificationSubtype {
  /// Every subtype that a notification may have, sorted.
  static let known = Set(NotificationFilter.Kind.subtypes.values.flatMap(\.self))
    .sorted { $0.rawValue < $1.rawValue }
}
