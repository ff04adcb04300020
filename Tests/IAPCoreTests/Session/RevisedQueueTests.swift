import IAPCore
import IAPTestSupport
import Testing

/// What becomes of unfinished transactions while they stand in the app's queue (rule E-8).
struct RevisedQueueTests {
  private func items(_ session: Session) throws -> [QueueItem] {
    try session.app(of: .standard).queue.transactions
  }

  private func restore(_ session: inout Session) throws {
    var event = RestoreEvent()
    event.noFinish = true
    try session.perform(.restore(event), by: .standard)
  }

  private func set(_ session: inout Session, _ values: [String: String]) throws {
    try session.perform(.set(SetEvent(values)), by: .standard)
  }

  @Test func `rules E-8, R-3: an unfinished restored copy of what is refunded is refunded too`()
    throws
  {
    var session = try Session.sample()
    try session.buy("lifetime")
    try restore(&session)

    try session.perform(.refund(RefundEvent(id: "lifetime")), by: .standard)

    let refunded = try items(session)
    #expect(refunded.map(\.kind) == [.revocation, .revocation])
    #expect(refunded.map { $0.transaction?.revocationDate } == [session.now, session.now])

    try session.perform(.refundReverse(TransactionOperand(id: "lifetime")), by: .standard)

    let returned = try items(session)
    #expect(returned.map(\.kind) == [.refundReversal, .refundReversal])
    #expect(returned.map { $0.transaction?.revocationDate } == [nil, nil])
  }

  @Test func `rule E-20: a restored copy that is finished does not come back with the refund`()
    throws
  {
    var session = try Session.sample()
    try session.buy("lifetime")
    try session.perform(.restore(RestoreEvent()), by: .standard)

    try session.perform(.refund(RefundEvent(id: "lifetime")), by: .standard)

    #expect(try items(session).map { $0.transaction?.id } == ["2000001000000001"])
  }

  @Test func `rules N-90, R-10: an extension reaches the queue and comes after finishing too`()
    throws
  {
    for isFinished in [false, true] {
      var session = try Session.sample()
      try session.buy("pro_monthly") {
        $0.noIntro = true
        $0.noFinish = !isFinished
      }
      try restore(&session)

      try session.perform(
        .extend(ExtendEvent(subscription: "pro_monthly", days: 5)),
        by: .standard
      )

      let status = try session.knownStatuses(of: .standard).first
      let end = try #require(status?.transaction.expiresDate)
      let queue = try items(session)
      #expect(queue.map { $0.transaction?.expiresDate } == [end, end])
      #expect(queue.map(\.kind) == [isFinished ? .renewal : .purchase, .restore])
    }
  }

  @Test func `rules E-8, S-30: what is revised without being told changes where it stands`() throws
  {
    var session = try Session.sample()
    try session.buy("basic_monthly") { $0.noFinish = true }
    try session.advance("1d")

    let token = "0a1b2c3d-0000-4000-8000-000000000001"
    try session.perform(
      .token(TokenEvent(subscription: "basic_monthly", uuid: token)),
      by: .standard
    )
    #expect(try items(session).map { $0.transaction?.appAccountToken } == [token])

    try session.buy("pro_monthly") { $0.noFinish = true }
    let upgraded = try items(session)
    #expect(upgraded.map(\.productID) == ["basic_monthly", "pro_monthly"])
    #expect(upgraded.map { $0.transaction?.isUpgraded } == [true, nil])

    try session.advance("1d")
    try session.perform(
      .expire(ExpireEvent(subscription: "pro_monthly", reason: nil)),
      by: .standard
    )
    #expect(try items(session).last?.transaction?.expiresDate == session.now)
    #expect(try items(session).map(\.kind) == [.purchase, .upgrade])
  }

  @Test
  func `rules E-8, E-21: what was revised while the app was offline is there when it is back`()
    throws
  {
    var session = try Session.sample()
    try session.buy("lifetime")
    try restore(&session)
    try session.buy("pro_monthly") {
      $0.noIntro = true
      $0.noFinish = true
    }
    try set(&session, ["network": "off"])

    try session.perform(.refund(RefundEvent(id: "lifetime")), by: .standard)
    try session.perform(
      .extend(ExtendEvent(subscription: "pro_monthly", days: 5)),
      by: .standard
    )
    #expect(try items(session).map(\.kind) == [.restore, .purchase])
    #expect(try items(session).map { $0.transaction?.revocationDate } == [nil, nil])

    try set(&session, ["network": "on"])

    let queue = try items(session)
    let end = try session.knownStatuses(of: .standard).first?.transaction.expiresDate
    #expect(Set(queue.map(\.kind)) == [.revocation, .purchase])
    #expect(queue.filter { $0.transaction?.revocationDate != nil }.count == 2)
    #expect(queue.last { $0.productID == "pro_monthly" }?.transaction?.expiresDate == end)
  }

  @Test func `rule T-3: what did not verify and was revised since comes in its latest version`()
    throws
  {
    var session = try Session.sample()
    try set(&session, ["fail": "verification invalidSignature"])
    var event = PurchaseEvent(id: "pro_monthly")
    event.noIntro = true
    try session.perform(.buy(event), by: .standard)
    try session.perform(
      .extend(ExtendEvent(subscription: "pro_monthly", days: 5)),
      by: .standard
    )
    #expect(try items(session) == [])

    try set(&session, ["fail": "verification off"])

    let end = try session.knownStatuses(of: .standard).first?.transaction.expiresDate
    #expect(try items(session).map(\.kind) == [.purchase])
    #expect(try items(session).map { $0.transaction?.expiresDate } == [end])
  }
}
