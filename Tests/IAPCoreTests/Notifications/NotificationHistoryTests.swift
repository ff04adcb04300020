import IAPCore
import IAPTestSupport
import Testing

/// Apple's Get Notification History: rule D-6.
struct NotificationHistoryTests {
  /// Two customers, and more than one page of notifications.
  private func busy() throws -> Session {
    var session = try Session.sample()
    try session.buy("pro_monthly") { $0.noIntro = true }
    try session.perform(.purchase(PurchaseEvent(id: "lifetime")), by: "kid")
    for _ in 0..<24 { try session.perform(.notifyTest(NoOperand()), by: .standard) }
    try session.advance("P3M")
    return session
  }

  private func request(_ session: Session, daysAgo days: Int64 = 180) -> NotificationHistoryRequest
  {
    NotificationHistoryRequest(
      startDate: session.now.adding(milliseconds: -days * Instant.day),
      endDate: session.now
    )
  }

  private func refusal(
    _ request: NotificationHistoryRequest,
    in session: Session
  ) -> NotificationHistoryRefusal? {
    do {
      _ = try session.notificationHistory(request)
      return nil
    } catch {
      return error as? NotificationHistoryRefusal
    }
  }

  @Test func `rule D-6: twenty a page, oldest first, of all customers`() throws {
    let session = try busy()
    var request = request(session)

    let first = try session.notificationHistory(request)
    request.paginationToken = first.paginationToken
    let second = try session.notificationHistory(request)

    let all = first.notifications + second.notifications
    #expect(first.notifications.count == 20)
    #expect(second.notifications.count == 9)
    #expect(second.paginationToken == nil)
    #expect(Set(all.map(\.uuid)).count == 29)
    #expect(all.map(\.signedDate) == all.map(\.signedDate).sorted())
    #expect(all.filter { $0.type == .oneTimeCharge }.count == 1)
    #expect(all.suffix(3).map(\.type) == [.didRenew, .didRenew, .didRenew])
  }

  @Test func `rule D-6: by kind, by any transaction of the purchase, by what failed`() throws {
    let session = try busy()
    var byKind = request(session)
    byKind.kind = .init("DID_RENEW")
    var byTransaction = request(session)
    byTransaction.transaction = try session.notificationHistory(byKind).notifications[1]
      .data?.transaction?.id
    var failures = request(session)
    failures.onlyFailures = true
    let sent = try session.notificationHistory(byKind).notifications
    for (notification, result) in zip(sent, [SendAttemptResult.timedOut, .success, .other]) {
      try session.record(
        SendAttempt(attemptDate: session.now, result: result),
        of: notification.uuid
      )
    }

    #expect(sent.count == 3)
    #expect(
      try session.notificationHistory(byTransaction).notifications.map(\.type)
        == [.subscribed, .didRenew, .didRenew, .didRenew]
    )
    #expect(try session.notificationHistory(failures).notifications == [sent[0], sent[2]])
  }

  @Test func `rule D-6: 180 days, and each wrong request has Apple's name`() throws {
    let session = try busy()
    var swapped = request(session)
    swapped.endDate = swapped.startDate.adding(milliseconds: -1)
    var kind = request(session)
    kind.kind = .init("DID_RENEW/UPGRADE")
    var both = request(session)
    both.kind = .init("DID_RENEW")
    both.transaction = "2000001000000001"
    var unknown = request(session)
    unknown.transaction = "77"
    var page = request(session)
    page.paginationToken = try session.notificationHistory(page).paginationToken
    page.onlyFailures = true

    #expect(refusal(request(session), in: session) == nil)
    #expect(refusal(request(session, daysAgo: 181), in: session) == .startDateTooFarInPast)
    #expect(refusal(swapped, in: session) == .startDateAfterEndDate)
    #expect(refusal(kind, in: session) == .invalidNotificationType)
    #expect(refusal(both, in: session) == .multipleFiltersSupplied)
    #expect(refusal(unknown, in: session) == .transactionIdNotFound)
    #expect(refusal(page, in: session) == .invalidPaginationToken)
    page.paginationToken = "soon"
    #expect(refusal(page, in: session) == .invalidPaginationToken)
  }

  @Test func `Every legal pair of type and subtype can be asked for`() {
    for pair in StoreInvariants.legalPairs {
      #expect(NotificationFilter.Kind(pair).isLegal, "\(pair)")
    }
    #expect(!NotificationFilter.Kind("FUTURE_KIND").isLegal)
  }
}
