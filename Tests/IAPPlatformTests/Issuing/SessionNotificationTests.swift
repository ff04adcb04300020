import IAPCore
import IAPPlatform
import IAPTestSupport
import Testing

/// Signed notifications: the first signature is kept, so that every attempt sends the same bytes.
struct SessionNotificationTests {
  @Test func `A notification is signed once, keys and tampering may change meanwhile`() throws {
    var session = try Session.sample(isSigned: true)
    try session.buy("pro_monthly")
    try session.advance("P1M")
    let notifications = try session.notifications(of: .standard)

    let first = try payloads(notifications, session)
    try session.rotateKeys()
    try session.perform(.set(SetEvent(["tamper": "signature"])), by: .standard)
    let second = try payloads(notifications, session)

    #expect(notifications.map(\.type) == [.subscribed, .didRenew])
    #expect(first == second)
    #expect(try session.storage.list(.signed).files.count == 2)
  }

  @Test func `What cannot be kept is signed all the same, and one run agrees with itself`() throws {
    var session = try Session.sample(isSigned: true)
    try session.buy("pro_monthly")
    let notifications = try session.notifications(of: .standard)

    let twice = try payloads(notifications + notifications, session, isKept: false)

    #expect(twice.count == 2 && twice[0] == twice[1])
    #expect(try session.storage.list(.signed).files.isEmpty)
  }

  @Test func `rule D-6: notifications are found by kind, transaction and date`() throws {
    var session = try Session.sample(isSigned: true)
    let bought = try session.buy("pro_monthly")
    try session.buy("lifetime")
    try session.advance("P1M")

    func found(_ change: (inout NotificationFilter) -> Void) throws -> [String] {
      var filter = NotificationFilter()
      change(&filter)
      return try session.notifications(of: .standard, matching: filter).map(\.type.rawValue)
    }

    let id = try #require(bought?.transaction?.id.rawValue)
    #expect(try found { _ in } == ["SUBSCRIBED", "ONE_TIME_CHARGE", "DID_RENEW"])
    #expect(try found { $0.kinds = [.init("DID_RENEW"), .init("REFUND")] } == ["DID_RENEW"])
    #expect(try found { $0.kinds = [.init("SUBSCRIBED/INITIAL_BUY")] } == ["SUBSCRIBED"])
    #expect(try found { $0.kinds = [.init("SUBSCRIBED/RESUBSCRIBE")] } == [])
    #expect(try found { $0.transaction = id } == ["SUBSCRIBED", "DID_RENEW"])
    #expect(try found { $0.transaction = "lifetime" } == ["ONE_TIME_CHARGE"])
    let later = session.configuration.startDate.adding(milliseconds: 1)
    #expect(try found { $0.since = later } == ["DID_RENEW"])
  }

  @Test func `rule D-7: a test notification has no signed parts and is verified`() throws {
    var session = try Session.sample(isSigned: true)
    try session.perform(.notifyTest(NoOperand()), by: .standard)
    let notification = try #require(try session.notifications(of: .standard).first)

    let payload = try IssuingBench.parts(of: payloads([notification], session)[0]).payload

    #expect(payload["notificationType"] == "TEST")
    #expect(payload["data"]?.members?.map(\.name).sorted() == ["bundleId", "environment"])
    #expect(try session.notification(notification.uuid) == notification)
    #expect(try session.notification("nobody") == nil)
  }

  @Test func `rule D-8: attempts are kept for each notification`() throws {
    var session = try Session.sample(isSigned: true)
    try session.buy("lifetime")
    let notifications = try session.notifications(of: .standard)
    let attempt = SendAttempt(attemptDate: session.now, result: .timedOut)

    try session.record(attempt, of: notifications[0].uuid)

    #expect(try session.attempts(for: notifications) == [notifications[0].uuid: [attempt]])
  }

  private func payloads(
    _ notifications: [ServerNotification],
    _ session: Session,
    isKept: Bool = true
  ) throws -> [String] {
    var payloads: [String] = []
    try session.signedPayloads(of: notifications, isKept: isKept) { _, payload in
      payloads.append(payload)
    }
    return payloads
  }
}
