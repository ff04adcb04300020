import IAPCore
import IAPTestSupport
import Testing

/// The app's queue over a whole store: rules T-10...T-12, E-7, E-11 and E-20...E-23.
struct QueueRuleTests {
  private func queue(_ session: Session, of account: AccountName = .standard) throws -> [String] {
    try session.app(of: account).queue.transactions.map {
      "\($0.state) \($0.kind) \($0.productID)"
    }
  }

  private func set(_ session: inout Session, _ values: [String: String]) throws {
    try session.perform(.set(SetEvent(values)), by: .standard)
  }

  @Test func `rule T-10: deferred becomes purchased or goes, and restoring gives restored`() throws
  {
    var session = try Session.sample()
    try set(&session, ["ask-to-buy": "on"])
    try session.buy("lifetime")
    try session.buy("founders_pack")
    #expect(
      try queue(session) == ["deferred purchase lifetime", "deferred purchase founders_pack"]
    )

    try session.perform(.approve(RequestOperand(request: "lifetime")), by: .standard)
    try session.perform(.decline(RequestOperand(request: "founders_pack")), by: .standard)
    #expect(try queue(session) == ["purchased purchase lifetime"])

    try session.perform(.finish(FinishEvent(all: true)), by: .standard)
    var restore = RestoreEvent()
    restore.noFinish = true
    try session.perform(.restore(restore), by: .standard)
    #expect(try queue(session) == ["restored restore lifetime"])

    try set(&session, ["ask-to-buy": "off"])
    let cancelled = try session.buy("coins_100") {
      $0.simulate = .cancelled
      $0.noFinish = true
    }
    let item = try session.app(of: .standard).queue.transactions.last
    #expect(cancelled?.result == .userCancelled)
    #expect(item?.state == .failed)
    #expect(item?.code == "userCancelled")
  }

  @Test func `rule T-11: successful or failed, it stays over every launch until it is finished`()
    throws
  {
    var session = try Session.sample()
    try session.buy("coins_100") { $0.noFinish = true }
    try session.buy("founders_pack") {
      $0.simulate = .failure(.systemError)
      $0.noFinish = true
    }
    let open = ["purchased purchase coins_100", "failed purchase founders_pack"]

    for _ in 0..<3 {
      session = try Session.open(in: session.storage, services: session.services)
      #expect(try queue(session) == open)
    }
    try session.perform(.finish(FinishEvent(ids: ["founders_pack"])), by: .standard)
    #expect(try queue(session) == ["purchased purchase coins_100"])
    try session.perform(.finish(FinishEvent(ids: ["coins_100"])), by: .standard)
    #expect(try queue(session) == [])
  }

  @Test func `rule T-12: what has not been bought yet cannot be finished`() throws {
    var session = try Session.sample()
    try set(&session, ["ask-to-buy": "on"])
    try session.buy("lifetime")
    let before = try session.app(of: .standard).queue

    for id in ["lifetime", "req-1"] {
      #expect(throws: SessionFailure.queue(.stillPending(id, "req-1"))) {
        try session.perform(.finish(FinishEvent(ids: [id])), by: .standard)
      }
    }
    let report = try session.perform(.finish(FinishEvent(all: true)), by: .standard).finish

    #expect(report?.finished == [])
    #expect(try session.app(of: .standard).queue == before)
  }

  @Test func `rule E-7: everything that happens outside the app arrives, a purchase here does not`()
    throws
  {
    var session = try Session.sample()
    try session.buy("pro_monthly")
    #expect(try queue(session) == [])

    try session.advance("8d")
    try session.perform(.buy(PurchaseEvent(id: "lifetime")), by: .standard)
    try session.perform(.refund(RefundEvent(id: "pro_monthly")), by: .standard)
    try session.perform(.share(ShareEvent(id: "lifetime", with: ["kid"])), by: .standard)
    try session.perform(
      .redeem(RedeemEvent(code: "PARTNER", id: "pro_yearly")),
      by: .standard
    )

    #expect(
      try queue(session) == [
        "purchased purchase lifetime", "purchased revocation pro_monthly",
        "purchased offerCode pro_yearly",
      ]
    )
    #expect(try queue(session, of: "kid") == ["purchased familyShare lifetime"])
  }

  @Test func `rule E-11: the server's history has everything, in any state`() throws {
    var session = try Session.sample()
    try session.buy("coins_100")
    try session.buy("basic_monthly") { $0.noIntro = true }
    try session.buy("pro_monthly")
    try session.buy("pass_30d") { $0.noFinish = true }
    try session.perform(.refund(RefundEvent(id: "pass_30d")), by: .standard)

    let everything = try session.transactions(of: .standard, in: .everything)
    let all = try session.transactions(of: .standard, in: .all)

    #expect(
      everything.map(\.productID) == ["coins_100", "basic_monthly", "pro_monthly", "pass_30d"]
    )
    #expect(everything.map(\.isUpgraded) == [nil, true, nil, nil])
    #expect(everything.map { $0.revocationDate != nil } == [false, false, false, true])
    // StoreKit leaves the finished consumable out.
    #expect(all == Array(everything.dropFirst()))
  }

  @Test func `rule E-20: finishing is final, may be repeated, and changes no entitlement`() throws {
    var session = try Session.sample()
    try session.buy("lifetime") { $0.noFinish = true }
    try session.buy("coins_100") { $0.noFinish = true }
    let entitled = try session.transactions(of: .standard, in: .current)
    let all = try session.transactions(of: .standard, in: .all)

    let first = try session.perform(.finish(FinishEvent(all: true)), by: .standard).finish
    let ids = try #require(first?.finished)
    let second = try session.perform(.finish(FinishEvent(ids: ids)), by: .standard).finish

    #expect(ids.count == 2)
    #expect(second == FinishReport(alreadyFinished: ids))
    #expect(try session.transactions(of: .standard, in: .unfinished) == [])
    #expect(try session.transactions(of: .standard, in: .current) == entitled)
    #expect(all.map(\.productID) == ["lifetime", "coins_100"])
    #expect(try session.transactions(of: .standard, in: .all).map(\.productID) == ["lifetime"])
  }

  @Test func `rule E-21: unfinished ones come at each launch, and whenever they are asked for`()
    throws
  {
    var session = try Session.sample()
    try session.buy("pro_monthly")
    try session.advance("P2M")
    let renewals = try session.transactions(of: .standard, in: .unfinished)

    var relaunched = try Session.open(in: session.storage, services: session.services)
    let first = try relaunched.transactions(of: .standard, in: .unfinished)
    let second = try relaunched.transactions(of: .standard, in: .unfinished)

    #expect(renewals.map(\.reason) == [.renewal, .renewal])
    #expect(first == renewals)
    #expect(second == renewals)
    #expect(
      try relaunched.app(of: .standard).queue.transactions.compactMap(\.transaction) == renewals
    )
  }

  @Test func `rule E-22: an unfinished consumable can be bought again, unless it is set to block`()
    throws
  {
    var session = try Session.sample()
    try session.buy("coins_100") { $0.noFinish = true }

    let second = try session.buy("coins_100") { $0.noFinish = true }
    #expect(second?.result == .purchased)
    #expect(
      try queue(session) == ["purchased purchase coins_100", "purchased purchase coins_100"]
    )

    try set(&session, ["unfinished-consumables": "block"])
    let open = try #require(
      try session.app(of: .standard).queue.transactions.first?.transaction?.id
    )
    #expect(throws: SessionFailure.queue(.unfinishedTransaction(open, "coins_100"))) {
      try session.buy("coins_100")
    }
    try session.perform(.finish(FinishEvent(all: true)), by: .standard)
    #expect(try session.buy("coins_100")?.result == .purchased)
  }

  @Test func `rule E-23: the server finishes what the app has not heard of, the app cannot`() throws
  {
    var session = try Session.sample()
    try session.buy("pro_monthly") { $0.noIntro = true }
    try set(&session, ["network": "off"])
    try session.advance("P1M")
    try session.perform(.buy(PurchaseEvent(id: "lifetime")), by: .standard)
    try session.perform(.refund(RefundEvent(id: "pro_monthly")), by: .standard)
    let bought = try #require(
      try session.transactions(of: .standard, in: .everything).last?.id.rawValue
    )

    #expect(throws: SessionFailure.queue(.unknownTransaction(bought))) {
      try session.perform(.finish(FinishEvent(ids: [bought])), by: .standard)
    }
    let report = try session.perform(
      .finish(FinishEvent(ids: [bought], byServer: true)),
      by: .standard
    ).finish
    try set(&session, ["network": "on"])

    // The refund is news of its own and comes all the same.
    #expect(report == FinishReport(finished: [bought]))
    #expect(try queue(session) == ["purchased revocation pro_monthly"])
    let again = try session.perform(
      .finish(FinishEvent(ids: [bought], byServer: true)),
      by: .standard
    ).finish
    #expect(again == FinishReport(alreadyFinished: [bought]))
  }

  @Test func `rule E-23: finishing tells the server nothing, and a renewal nobody saw can be`()
    throws
  {
    var session = try Session.sample()
    try session.buy("pro_monthly")
    try session.advance("P1M")
    let told = try session.notifications(of: .standard)
    let renewal = try #require(try session.transactions(of: .standard, in: .unfinished).first)

    try session.perform(.finish(FinishEvent(ids: [renewal.id.rawValue])), by: .standard)

    #expect(try session.transactions(of: .standard, in: .unfinished) == [])
    #expect(try session.notifications(of: .standard) == told)
    #expect(try session.transactions(of: .standard, in: .everything).contains(renewal))
  }
}
