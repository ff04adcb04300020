import IAPCore
import IAPTestSupport
import Testing

/// The window between an early renewal and the beginning of what it paid for (rules S-11, C-4).
///
/// Two months of gold: the first runs until day 30, the second is made six hours before.
struct LeadRuleTests {
  private func window(
    of product: ProductID = TestShop.gold,
    _ prepare: (inout StoreStory) throws -> Void = { _ in }
  ) throws -> StoreStory {
    var story = StoreStory()
    try story.set(["lead": "6h"])
    try story.purchase(product)
    try prepare(&story)
    try story.day(29.9)
    return story
  }

  private func sharedWindow() throws -> StoreStory {
    try window { try $0.share("gold.monthly", with: "kid") }
  }

  /// Start and end of each transaction in days of the story, `-` before what is refunded or revoked.
  private func periods(_ story: StoreStory, of account: AccountName = .standard) -> [String] {
    story.transactions(of: account).sorted { $0.id < $1.id }.map { transaction in
      let mark = transaction.revocationDate == nil ? "" : "-"
      return mark + day(transaction.purchaseDate, story) + "..."
        + (transaction.expiresDate.map { day($0, story) } ?? "")
    }
  }

  private func day(_ date: Instant, _ story: StoreStory) -> String {
    let tenths = date.milliseconds(since: story.start) * 10 / Instant.day
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private func ids(_ story: StoreStory, of account: AccountName = .standard) -> [String] {
    story.transactions(of: account).map(\.id.rawValue)
  }

  private func states(_ story: StoreStory) -> [RenewalState?] {
    [story.status()?.state, story.status(of: "kid")?.state]
  }

  // MARK: - What is an entitlement

  @Test func `rules E-4, C-4: of one product the coming period counts, the running one is history`()
    throws
  {
    let story = try window()

    #expect(periods(story) == ["0...30", "30...61"])
    #expect(story.state.entitlements(of: .standard).map(\.id) == [story.transactions()[1].id])
    #expect(story.state.current(of: .standard) == story.transactions())
    #expect(story.status()?.state == .subscribed)
    #expect(story.status()?.transaction == story.transactions()[1])
  }

  @Test func `rule E-4: the running period of another product counts until its end`() throws {
    var story = try window { try $0.purchase(TestShop.silver) }
    let products = story.state.entitlements(of: .standard).map(\.productID)
    try story.day(30)

    #expect(products == [TestShop.gold, TestShop.silver])
    #expect(story.state.entitlements(of: .standard).map(\.productID) == [TestShop.silver])
    #expect(
      story.state.current(of: .standard).map(\.productID) == [TestShop.gold, TestShop.silver]
    )
  }

  @Test func `rule T-14: restoring brings back the running period and the coming one`() throws {
    var story = try window()
    let before = story.transactions()

    try story.play(.restore(RestoreEvent()))

    let copies = story.transactions().sorted { $0.id < $1.id }.dropFirst(2)
    #expect(copies.map(\.webOrderLineItemID) == before.map(\.webOrderLineItemID))
    #expect(copies.map(\.purchaseDate) == before.map(\.purchaseDate))
  }

  // MARK: - Ended by hand

  @Test func `rules C-7, N-35: expired by hand, the period ends and the paid one is given back`()
    throws
  {
    var story = try window()

    try story.play(.expire(ExpireEvent(subscription: "gold.monthly")))

    #expect(periods(story) == ["0...29.9", "-30...61"])
    #expect(story.notifications.suffix(2) == ["29.90 REFUND(1)", "29.90 EXPIRED(2)"])
    #expect(story.changes.last?.notification?.data?.transaction == story.transactions()[0])
    #expect(story.status()?.state == .expired)
    try story.day(65)
    #expect(story.status()?.state == .expired)
    #expect(story.transactions().count == 2)
  }

  @Test
  func `rules C-4, C-7: renewed by hand, the next period begins now in place of the early one`()
    throws
  {
    var story = try window()

    try story.play(.renew(SubscriptionOperand(subscription: "gold.monthly")))

    #expect(periods(story) == ["0...29.9", "-30...61", "29.9...59.9"])
    #expect(story.notifications.suffix(2) == ["29.90 REFUND(1)", "29.90 DID_RENEW(1)"])
    #expect(story.status()?.state == .subscribed)
    #expect(story.state.entitlements(of: .standard).map(\.purchaseDate) == [story.state.header.now])
    try story.day(61)
    #expect(periods(story).last == "59.9...90.9")
  }

  @Test func `rule C-7: cancelled, and renewed by hand in the window: it renews again`() throws {
    var story = try window()
    try story.cancel("gold.monthly")

    try story.play(.renew(SubscriptionOperand(subscription: "gold.monthly")))

    #expect(periods(story) == ["0...29.9", "-30...61", "29.9...59.9"])
    #expect(story.status()?.renewalInfo.autoRenewStatus == 1)
  }

  @Test
  func `rules B-12, C-7: while the bank refuses nothing is renewed by hand, in grace neither`()
    throws
  {
    var story = StoreStory()
    try story.set(["grace-period": "16d"])
    try story.purchase(TestShop.gold)
    try story.failBilling()
    for day in [31.0, 50] {
      try story.day(day)
      let renew = Event.renew(SubscriptionOperand(subscription: "gold.monthly"))
      #expect(story.refusal(of: renew)?.code == "billingProblem")
    }
    try story.play(.expire(ExpireEvent(subscription: "gold.monthly")))
    #expect(story.status()?.state == .expired)
  }

  // MARK: - The family

  @Test func `rules F-4, N-84: a member who leaves loses the running period and the coming one`()
    throws
  {
    var story = try sharedWindow()

    try story.play(.leave(NoOperand()), as: "kid")

    #expect(periods(story, of: "kid") == ["-0...30", "-30...61"])
    #expect(story.notifications.suffix(2) == ["kid:29.90 REVOKE(5)", "kid:29.90 REVOKE(5)"])
    #expect(story.deliveries.suffix(2) == ["revocation gold.monthly", "revocation gold.monthly"])
    #expect(story.state.entitlements(of: "kid") == [])
    #expect(states(story) == [.subscribed, .revoked])
    #expect(periods(story) == ["0...30", "30...61"])
  }

  @Test func `rule F-4: sharing that is switched off takes both periods of every member`() throws {
    var story = try sharedWindow()

    try story.play(.unshare(TransactionOperand(id: "gold.monthly")))

    #expect(periods(story, of: "kid") == ["-0...30", "-30...61"])
    #expect(states(story) == [.subscribed, .revoked])
    try story.day(31)
    #expect(states(story) == [.subscribed, .revoked])
    #expect(story.transactions(of: "kid").count == 2)
  }

  @Test func `rules F-1, F-2: shared in the window, a member gets both periods`() throws {
    var story = try window()

    try story.share("gold.monthly", with: "kid")

    #expect(periods(story, of: "kid") == ["0...30", "30...61"])
    #expect(
      story.notifications.suffix(2) == [
        "kid:29.90 SUBSCRIBED/INITIAL_BUY(1)", "kid:29.90 DID_RENEW(1)",
      ]
    )
    try story.play(.unshare(TransactionOperand(id: "gold.monthly")))
    try story.share("gold.monthly", with: "kid")
    #expect(periods(story, of: "kid") == ["-0...30", "-30...61", "0...30", "30...61"])
    #expect(states(story) == [.subscribed, .subscribed])
  }

  @Test func `rules F-4, S-13: a plan that is not for the family ends sharing when it begins`()
    throws
  {
    var story = StoreStory()
    try story.set(["lead": "6h"])
    try story.purchase(TestShop.goldYearly)
    try story.share("gold.yearly", with: "kid")
    try story.purchase(TestShop.weekly)
    let end = try #require(story.subscription()?.expiresDate)
    let isShareable = TestShop.catalog.products.first { $0.id == TestShop.weekly }?
      .isFamilyShareable
    try #require(isShareable == false)

    try story.play(.advance(AdvanceEvent(to: end.adding(milliseconds: -Instant.hour))))
    #expect(states(story) == [.subscribed, .subscribed])
    #expect(story.transactions(of: "kid").map(\.revocationDate) == [nil])

    try story.play(.advance(AdvanceEvent(to: end)))
    #expect(states(story) == [.subscribed, .revoked])
    #expect(story.transactions(of: "kid").map(\.revocationDate) == [end])
  }

  @Test func `rules F-1, P-7: a running plan that is not for the family cannot be shared`() throws {
    var story = StoreStory()
    try story.set(["lead": "6h"])
    try story.purchase(TestShop.weekly)
    try story.purchase(TestShop.silver)
    let end = try #require(story.subscription()?.expiresDate)
    try story.play(.advance(AdvanceEvent(to: end.adding(milliseconds: -Instant.hour))))
    try #require(story.subscription()?.running != nil)

    #expect(throws: StoreError.notShareable(TestShop.weekly)) {
      try story.share("silver.monthly", with: "kid")
    }
    #expect(story.transactions(of: "kid") == [])

    try story.play(.advance(AdvanceEvent(to: end)))
    try story.share("silver.monthly", with: "kid")
    #expect(story.transactions(of: "kid").map(\.productID) == [TestShop.silver])
  }

  // MARK: - Refunds

  @Test func `rule R-3: a refund of the running period ends access until the coming one begins`()
    throws
  {
    var story = try sharedWindow()
    let first = story.transactions()[0]

    try story.refund(first.id.rawValue)

    #expect(periods(story) == ["-0...30", "30...61"])
    #expect(periods(story, of: "kid") == ["-0...30", "30...61"])
    #expect(story.notifications.suffix(2) == ["29.90 REFUND(5)", "kid:29.90 REVOKE(5)"])
    #expect(states(story) == [.revoked, .revoked])
    #expect(story.status()?.transaction.id == first.id)
    #expect(story.state.entitlements(of: .standard) == [])
    #expect(story.state.entitlements(of: "kid") == [])
    try story.day(30)
    #expect(states(story) == [.subscribed, .subscribed])
    #expect(story.state.entitlements(of: .standard).count == 1)
    try story.day(62)
    #expect(periods(story).last == "61...91")
  }

  @Test func `rule R-7: the refund of the running period is taken back in the window or after it`()
    throws
  {
    for day in [29.95, 33] {
      var story = try sharedWindow()
      let first = story.transactions()[0]
      try story.refund(first.id.rawValue)
      try story.day(day)

      try story.reverse(first.id.rawValue)

      #expect(periods(story) == ["0...30", "30...61"])
      #expect(periods(story, of: "kid") == ["0...30", "30...61"])
      #expect(states(story) == [.subscribed, .subscribed])
    }
  }

  @Test func `rules R-3, R-4: a refund of the coming period leaves the running one, and no charge`()
    throws
  {
    var story = try sharedWindow()

    try story.refund("gold.monthly")

    #expect(periods(story) == ["0...30", "-30...61"])
    #expect(periods(story, of: "kid") == ["0...30", "-30...61"])
    #expect(story.notifications.suffix(2) == ["29.90 REFUND(1)", "kid:29.90 REVOKE(1)"])
    #expect(states(story) == [.subscribed, .subscribed])
    #expect(story.status()?.renewalInfo.autoRenewStatus == 0)
    #expect(story.state.entitlements(of: .standard).map(\.id) == [story.transactions()[0].id])
    try story.day(30)
    #expect(
      story.notifications.suffix(2) == ["30 EXPIRED/VOLUNTARY(2)", "kid:30 EXPIRED/VOLUNTARY(2)"]
    )
    #expect(states(story) == [.expired, .expired])
    #expect(story.transactions().count == 2)
  }

  @Test func `rule R-7: the refund of the coming period is taken back, before or after it begins`()
    throws
  {
    for day in [29.95, 33] {
      var story = try sharedWindow()
      try story.refund("gold.monthly")
      try story.day(day)

      try story.reverse("gold.monthly")

      #expect(periods(story) == ["0...30", "30...61"])
      #expect(periods(story, of: "kid") == ["0...30", "30...61"])
      #expect(states(story) == [.subscribed, .subscribed])
      #expect(story.notifications.last?.hasSuffix("REFUND_REVERSED(1)") == true)
      try story.day(62)
      #expect(states(story) == [.expired, .expired])
      #expect(story.transactions().count == 2)
    }
  }

  @Test func `rule T-22: bought again after that refund, the next period is charged at once`()
    throws
  {
    var story = try sharedWindow()
    try story.refund("gold.monthly")

    try story.purchase(TestShop.gold)

    #expect(periods(story) == ["0...30", "-30...61", "30...61"])
    #expect(periods(story, of: "kid") == ["0...30", "-30...61", "30...61"])
    #expect(story.notifications.contains("29.90 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED(1)"))
    #expect(states(story) == [.subscribed, .subscribed])
  }

  @Test func `rules C-15, T-22: bought again with a token, the charge carries it as told`()
    throws
  {
    let token = "0a1b2c3d-0000-4000-8000-000000000001"
    var story = try window()
    try story.refund("gold.monthly")

    try story.purchase(TestShop.gold) { $0.appAccountToken = token }

    let told = story.changes.filter { $0.kind == .autoRenewEnabled }
    #expect(told.map { $0.notification?.data?.renewalInfo?.appAccountToken } == [token])
    #expect(story.transactions().last?.appAccountToken == token)
  }

  @Test func `rule R-3: both periods refunded in the window, in either order, nothing is left`()
    throws
  {
    for order in [[0, 1], [1, 0]] {
      var story = try sharedWindow()
      let all = ids(story)
      for place in order { try story.refund(all[place]) }

      #expect(periods(story) == ["-0...30", "-30...61"])
      #expect(states(story) == [.revoked, .revoked])
      try story.day(40)
      #expect(states(story) == [.revoked, .revoked])
      #expect(story.state.entitlements(of: .standard) == [])

      try story.reverse(all[1])
      #expect(states(story) == [.subscribed, .subscribed])
    }
  }

  @Test func `rules P-9, R-3: what a commitment owes is not charged again after its refund`() throws
  {
    var story = StoreStory()
    try story.set(["lead": "6h"])
    try story.purchase(TestShop.max) { $0.billingPlan = .monthly }
    try story.day(29.9)

    try story.refund(story.transactions()[1].id.rawValue)

    #expect(periods(story) == ["0...30", "-30...61"])
    #expect(story.status("max")?.renewalInfo.autoRenewStatus == 0)
    try story.day(40)
    #expect(story.transactions().count == 2)
    #expect(story.status("max")?.state == .expired)
  }

  // MARK: - What goes on as always

  @Test func `rule S-40: cancelled in the window, the paid period still comes`() throws {
    var story = try window()
    try story.cancel("gold.monthly")
    try story.day(60.9)
    #expect(story.status()?.state == .subscribed)
    try story.day(61)
    #expect(story.notifications.last == "61 EXPIRED/VOLUNTARY(2)")
    #expect(periods(story) == ["0...30", "30...61"])
  }

  @Test func `rules S-30, E-5: an upgrade in the window takes the place of both periods`() throws {
    var story = try window(of: TestShop.silver) { try $0.share("silver.monthly", with: "kid") }

    try story.purchase(TestShop.gold)

    let marks = story.transactions().sorted { $0.id < $1.id }.map { $0.isUpgraded == true }
    #expect(marks == [true, true, false])
    #expect(periods(story) == ["0...30", "30...61", "29.9...59.9"])
    #expect(story.state.entitlements(of: .standard).map(\.productID) == [TestShop.gold])
    try story.day(31)
    #expect(story.state.entitlements(of: .standard).map(\.productID) == [TestShop.gold])
    #expect(story.status()?.state == .subscribed)
  }

  @Test func `rules S-33, S-32: a downgrade in the window waits for the end of the paid period`()
    throws
  {
    for product in [TestShop.silver, TestShop.goldYearly] {
      var story = try window()
      try story.purchase(product)
      try story.day(60.9)
      #expect(story.transactions().map(\.productID) == [TestShop.gold, TestShop.gold, product])
      #expect(story.state.entitlements(of: .standard).map(\.productID) == [TestShop.gold, product])
    }
  }

  @Test func `rules R-9, R-10: an extension in the window moves the end of the coming period`()
    throws
  {
    var story = try sharedWindow()
    try story.play(.extend(ExtendEvent(subscription: "gold.monthly", days: 10)))

    #expect(periods(story) == ["0...30", "30...71"])
    #expect(periods(story, of: "kid") == ["0...30", "30...71"])
    #expect(story.status()?.renewalInfo.renewalDate == story.transactions()[1].expiresDate)
  }

  @Test func `rule R-9: who has a free offer now gets no extension, though more is paid`() throws {
    var story = StoreStory()
    try story.set(["lead": "6h"])
    try story.purchase(TestShop.trial)
    let first = try #require(story.transactions().first)
    try #require(first.price == 0)
    let end = try #require(first.expiresDate)
    try story.play(.advance(AdvanceEvent(to: end.adding(milliseconds: -Instant.hour))))
    try #require(story.transactions().count == 2)

    let extend = Event.extend(ExtendEvent(subscription: "trial.monthly", days: 10))
    #expect(story.refusal(of: extend)?.code == "extensionOfFreeOffer")
  }

  @Test func `rule B-21: a higher price that is told in the window asks about the period after`()
    throws
  {
    var story = try window()
    try story.changePrice(TestShop.gold, to: "30.00")
    try story.day(60.9)
    #expect(periods(story) == ["0...30", "30...61"])
    try story.day(61)
    #expect(story.notifications.last == "61 EXPIRED/PRICE_INCREASE(2)")
  }

  @Test func `rules B-21, S-11: agreed to in the window, the charge is made at once`() throws {
    var story = StoreStory()
    try story.set(["lead": "6h"])
    try story.purchase(TestShop.gold)
    try story.changePrice(TestShop.gold, to: "30.00")
    try story.day(29.9)
    #expect(story.transactions().count == 1)

    try story.play(.consent(SubscriptionOperand(subscription: "gold.monthly")))

    #expect(periods(story) == ["0...30", "30...61"])
    #expect(story.transactions()[1].price == 30_000)
    #expect(story.status()?.state == .subscribed)
  }

  @Test func `rules B-10, B-12: paid another way in the window, the running period goes on`() throws
  {
    var story = StoreStory()
    try story.set(["lead": "6h"])
    try story.purchase(TestShop.gold)
    try story.failBilling()
    try story.day(29.9)
    try story.fixBilling()
    let second = story.transactions()[1]

    try story.refund(second.id.rawValue)

    #expect(periods(story) == ["0...30", "-30...61"])
    #expect(story.status()?.state == .subscribed)
  }

  @Test func `rule S-24: a deleted running period takes the early renewal along`() throws {
    var story = try window()
    try story.day(60.9)
    try #require(periods(story) == ["0...30", "30...61", "61...91"])

    try story.play(.delete(TransactionOperand(id: ids(story)[1])))

    #expect(periods(story) == ["0...30"])
    #expect(story.status()?.state == .expired)
    #expect(story.state.entitlements(of: .standard) == [])
  }

  @Test func `rule S-24: a deleted early renewal leaves the running period as the last one`() throws
  {
    var story = try window()
    let second = story.transactions()[1]

    try story.play(.delete(TransactionOperand(id: second.id.rawValue)))

    #expect(periods(story) == ["0...30"])
    #expect(story.subscription()?.running == nil)
    #expect(story.status()?.state == .subscribed)
    try story.day(31)
    #expect(story.status()?.state == .expired)
  }

  @Test func `A store that was saved in the window before it knew of two periods goes on`() throws {
    var story = try sharedWindow()
    for name in ["default", "kid"] as [AccountName] {
      guard case .object(let members) = JSONValueEncoder.encode(story.state.accounts[name]) else {
        Issue.record("no object")
        return
      }
      let text = JSONWriter.text(.object(members.map(Self.withoutRunning)), layout: .line)
      #expect(!text.contains("running"))
      story.state.accounts[name] = try JSONValueDecoder.decode(from: JSONParser.parse(text))
    }

    #expect(states(story) == [.subscribed, .subscribed])
    try story.day(62)
    #expect(periods(story) == ["0...30", "30...61", "61...91"])
    #expect(periods(story, of: "kid") == ["0...30", "30...61", "61...91"])
  }

  private static func withoutRunning(_ member: JSONMember) -> JSONMember {
    var member = member
    member.value = stripped(member.value)
    return member
  }

  private static func stripped(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let values): .array(values.map(stripped))
    case .object(let members):
      .object(members.filter { $0.name != "running" }.map(withoutRunning))
    default: value
    }
  }

  @Test func `rules S-11, X-4: with lead and a fast clock one period is made ahead, never two`()
    throws
  {
    var story = StoreStory()
    try story.set(["rate": "sandbox5min", "lead": "24h"])
    try story.purchase(TestShop.gold)
    for _ in 0..<30 {
      try story.play(.advance(AdvanceEvent(by: CalendarDuration(milliseconds: 120_000))))
      let ahead = story.transactions().filter { $0.purchaseDate > story.state.header.now }
      #expect(ahead.count == 1)
      #expect(story.subscription()?.running != nil)
      #expect(story.status()?.state == .subscribed)
    }
  }
}
