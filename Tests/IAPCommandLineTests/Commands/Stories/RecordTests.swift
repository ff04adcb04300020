import IAPCore
import IAPTestSupport
import Testing

@testable import IAPCommandLine

struct RecordTests {
  /// Every file of a state but its configuration, which says where the catalogue's file lies.
  private func state(of storage: MemoryStorage) -> [String: [UInt8]] {
    var state: [String: [UInt8]] = [:]
    for (file, bytes) in storage.files where file != .configuration { state[file.path] = bytes }
    return state
  }

  @Test func `What was played by hand replays to the same state`() throws {
    for seed in 0..<40 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      let storage = MemoryStorage()
      var session = try Session.create(
        SessionConfiguration(),
        from: .sample,
        in: storage,
        services: .unsigned
      )
      for _ in 0..<30 {
        let account: AccountName = Bool.random(using: &generator) ? .standard : "kid"
        _ = try? session.perform(.random(using: &generator), by: account)
      }

      let scenario = try session.recorded(name: "seed \(seed)") { _ in (nil, nil) }
      let bytes = ScenarioWriter.bytes(scenario)
      let file = ScenarioFile(
        path: "recorded.json",
        scenario: try ScenarioReader.read(bytes),
        sources: .sample,
        loads: []
      )
      let again = MemoryStorage()
      let story = try file.play(in: again, services: .unsigned)

      #expect(story.passed, "seed \(seed): \(story.failures)")
      #expect(state(of: again) == state(of: storage), "seed \(seed)")
    }
  }

  @Test func `Recording and replaying works from the command line`() throws {
    let world = try World.withFixtures()
    #expect(
      world.run("replay", "scenarios/catalogue-changes.json", "--into", "kept").exit == .success
    )
    let recorded = world.run("record", "--store", "kept", "--name", "again")
    world.files["story.json"] = recorded.output
    // The files of a store are not among the files that a test's user names.
    for (file, bytes) in try #require(world.stores.storages["/shop/kept"]).files {
      world.files.contents["kept/\(file.path)"] = bytes
    }

    let outcome = world.run("replay", "story.json", "--into", "again")

    #expect(recorded.exit == .success, "\(recorded.errors)")
    #expect(outcome.exit == .success, "\(outcome.output)\(outcome.errors)")
    let kept = try #require(world.stores.storages["/shop/kept"])
    let again = try #require(world.stores.storages["/shop/again"])
    #expect(journal(of: kept) == journal(of: again))
  }

  @Test func `A story kept on disk is a store like any other`() throws {
    let world = try World.withFixtures()

    let outcome = world.run("replay", "scenarios/refund-ends-access.json", "--into", "kept")
    let again = world.run("replay", "scenarios/refund-ends-access.json", "--into", "kept")

    #expect(outcome.exit == .success, "\(outcome.output)\(outcome.errors)")
    #expect(again.exit == .unusableStore)
    #expect(world.run("history", "--store", "kept", "--json").exit == .success)
  }

  private func journal(of storage: MemoryStorage) -> String? {
    storage.files[.journal].map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Event {
  /// Something that a person might do next.
  fileprivate static func random(using generator: inout SplitMix64) -> Event {
    let products: [ProductID] = [
      "pro_monthly", "pro_yearly", "basic_monthly", "lifetime", "coins_100", "pass_30d",
    ]
    let product = products.randomElement(using: &generator) ?? "lifetime"
    let name = product.rawValue
    var purchase = PurchaseEvent(id: product)
    purchase.noFinish = Bool.random(using: &generator) ? true : nil
    purchase.noIntro = Bool.random(using: &generator) ? true : nil
    let days = Int.random(in: 1...40, using: &generator)
    let switches = ["ask-to-buy", "interrupted", "network"]
    let choices: [Event] = [
      .purchase(purchase), .purchase(purchase), .purchase(purchase), .buy(purchase),
      .advance(AdvanceEvent(by: CalendarDuration(days: days))),
      .advance(AdvanceEvent(by: CalendarDuration(months: 1))),
      .advance(AdvanceEvent(until: "renewed")), .finish(FinishEvent(all: true)),
      .restore(RestoreEvent()), .approve(RequestOperand(request: name)),
      .decline(RequestOperand(request: name)), .resolve(RequestOperand(request: name)),
      .cancel(SubscriptionOperand(subscription: name)),
      .resume(SubscriptionOperand(subscription: name)),
      .renew(SubscriptionOperand(subscription: name)), .refund(RefundEvent(id: name)),
      .refundReverse(TransactionOperand(id: name)),
      .requestRefund(RequestRefundEvent(id: name)),
      .billingFail(OptionalSubscriptionOperand()), .billingFix(OptionalSubscriptionOperand()),
      .share(ShareEvent(id: name, with: ["kid"])), .unshare(TransactionOperand(id: name)),
      .leave(NoOperand()), .redeem(RedeemEvent(code: "WELCOME")),
      .extend(ExtendEvent(subscription: name, days: days)),
      .set(
        SetEvent([
          switches.randomElement(using: &generator) ?? "network": Bool.random(using: &generator)
            ? "on" : "off"
        ])
      ), .set(SetEvent(["grace-period": "16d"])), .delete(TransactionOperand(id: name)),
    ]
    return choices.randomElement(using: &generator) ?? .restore(RestoreEvent())
  }
}
