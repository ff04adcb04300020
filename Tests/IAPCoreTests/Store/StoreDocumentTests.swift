import IAPCore
import IAPTestSupport
import Testing

/// How the store's state stands in its files.
struct StoreDocumentTests {
  private func text(_ content: some Encodable) -> String {
    JSONWriter.text(JSONValueEncoder.encode(content), layout: .line)
  }

  @Test func `The phases of a subscription are flat`() {
    let end = Instant(milliseconds: 9)
    let phases: [SubscriptionPhase] = [
      .active(.on), .active(.off),
      .billingRetry(BillingRetry(graceEndDate: Instant(milliseconds: 5), endDate: end)),
      .expired(.customerCancelled), .revoked(nil),
    ]
    #expect(
      phases.map(text) == [
        #"{"renewal":"on","state":"active"}"#, #"{"renewal":"off","state":"active"}"#,
        #"{"endDate":9,"graceEndDate":5,"state":"billingRetry"}"#,
        #"{"intent":1,"state":"expired"}"#, #"{"state":"revoked"}"#,
      ]
    )
  }

  @Test func `The due table and the registry are flat`() throws {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.share("gold.monthly", with: "kid")
    var due = DueTable()
    for name in ["default", "kid"] as [AccountName] { due[name] = story.state.nextDue(of: name) }
    #expect(text(due) == #"{"default":1777593600000}"#)
    #expect(
      text(story.state.registry)
        == #"{"accounts":[{"family":"default","name":"default","ordinal":1},"#
        + #"{"family":"default","name":"kid","ordinal":2}]}"#
    )
  }

  @Test func `A purchase by an existing account leaves registry and header alone`() throws {
    var story = StoreStory()
    let (header, registry) = (story.state.header, story.state.registry)
    try story.purchase(TestShop.gold)
    #expect(story.state.header == header)
    #expect(story.state.registry == registry)
  }

  @Test func `Every setting says what it takes, and takes it`() throws {
    let values: [SettingKey: String] = [
      .preset: "xcode", .askToBuy: "on", .interrupted: "on", .network: "off", .storefront: "DEU",
      .fail: "sync systemError", .gracePeriod: "28d", .graceFor: "paid", .billingRetry: "30",
      .locale: "de_DE", .rate: "sandbox1h", .lead: "6h", .lag: "10m",
      .calendar: "America/Los_Angeles", .anchor: "chained", .renewalLimit: "3", .rebuy: "error",
      .tamper: "chain", .oneTimeCharge: "off", .consumptionRequest: "all",
      .consumablesInHistory: "on", .refundDecision: "preference",
      .strictConsumptionWindow: "on", .unfinishedConsumables: "block",
    ]
    for key in SettingKey.allCases {
      var story = StoreStory()
      let value = try #require(values[key])
      try story.set([key.rawValue: value])
      #expect(!key.allowed.isEmpty)
      #expect(
        story.refusal(of: .set(SetEvent([key.rawValue: "?"])))
          == .invalidSetting(key: key.rawValue, value: "?", allowed: key.allowed)
      )
      var all = StoreStory()
      try all.play(.accountAdd(AccountAddEvent(name: "b")))
      try all.set([key.rawValue: value], allAccounts: true)
      #expect(all.account("b")?.settings == all.account()?.settings)
      try all.play(.accountAdd(AccountAddEvent(name: "later")))
      #expect(all.account("later")?.settings == all.account()?.settings)
    }
  }

  @Test func `A new catalogue changes what nobody changed, and subscribers keep their terms`()
    throws
  {
    var story = StoreStory()
    try story.purchase(TestShop.gold)
    try story.set(["grace-period": "3d"])
    var loaded = Catalog(products: [Product(id: "new", type: .consumable, price: .zero)])
    loaded.storeSettings.rate = .sandbox1h
    loaded.storeSettings.gracePeriod = .sixteenDays
    loaded.accountSettings.askToBuy = true
    story.checks.catalog = { $0.catalog == "abc" ? loaded : nil }
    try story.play(.load(LoadEvent(catalog: "abc", entitlements: "def")))
    #expect(story.state.header.catalog == "abc")
    #expect(story.state.header.entitlements == "def")
    #expect(story.state.header.settings.rate == .sandbox1h)
    #expect(story.state.header.settings.gracePeriod == .threeDays)
    #expect(story.account()?.settings.askToBuy == true)
    #expect(
      story.refusal(of: .purchase(PurchaseEvent(id: TestShop.gold)))
        == .unknownProduct(TestShop.gold)
    )
    try story.day(31)
    #expect(story.transactions().count == 26)
    #expect(Set(story.transactions().map(\.productID)) == [TestShop.gold])
  }

  @Test func `clear forgets purchases and keeps settings`() throws {
    var story = StoreStory()
    try story.set(["ask-to-buy": "on"])
    try story.purchase(TestShop.coins)
    try story.set(["ask-to-buy": "off"])
    try story.purchase(TestShop.trial)
    try story.share("trial.monthly", with: "kid")
    try story.play(.clear(NoOperand()))
    #expect(story.state.current(of: .standard).isEmpty)
    #expect(story.state.current(of: "kid").isEmpty)
    #expect(story.account()?.requests.isEmpty == true)
    #expect(story.account()?.family == [.standard, "kid"])
    #expect(try story.purchase(TestShop.trial).transaction?.offerType == .introductory)
    #expect(story.transactions().map(\.id) == ["2000001000000002"])
  }

  @Test func `The test notification and the withdrawn consent`() throws {
    var story = StoreStory(environment: .production)
    story.state.configuration.appAppleID = 42
    try story.play(.notifyTest(NoOperand()))
    let test = try #require(story.changes.last?.notification)
    #expect(test.type == .test)
    #expect(test.data?.bundleID == "com.example.app")
    #expect(test.data?.transaction == nil)
    try story.play(.rescindConsent(NoOperand()))
    let rescinded = try #require(story.changes.last?.notification)
    #expect(rescinded.data == nil)
    #expect(rescinded.appData?.appTransaction?.appAppleID == 42)
  }
}
