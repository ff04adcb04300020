/// Which notifications are asked for; everything that is not set lets all through (rule D-6).
package struct NotificationFilter: Equatable, Sendable {
  /// One kind of notification: `REFUND`, or with its subtype `DID_RENEW/BILLING_RECOVERY`.
  package struct Kind: Equatable, Sendable {
    package var type: NotificationType
    /// `nil`: any subtype, and none.
    package var subtype: NotificationSubtype?

    package init(_ text: String) {
      let parts = text.split(separator: "/", maxSplits: 1)
      type = NotificationType(rawValue: parts.first.map(String.init) ?? "")
      subtype =
        parts.count == 2 ? NotificationSubtype(rawValue: String(parts[1])) : nil
    }
  }

  /// Empty: every kind.
  package var kinds: [Kind] = []
  /// The id of a transaction, of its subscription, or of its product.
  package var transaction: String?
  /// Sent at this moment or later.
  package var since: Instant?

  package init() {}

  package func matches(_ notification: ServerNotification) -> Bool {
    let isKind =
      kinds.isEmpty
      || kinds.contains { kind in
        kind.type == notification.type
          && (kind.subtype == nil || kind.subtype == notification.subtype)
      }
    guard isKind, since.map({ notification.signedDate >= $0 }) ?? true else { return false }
    guard let wanted = transaction else { return true }
    guard let found = notification.data?.transaction else { return false }
    return [found.id.rawValue, found.originalID.rawValue, found.productID.rawValue]
      .contains(wanted)
  }
}
