/// A setting of the file that the store starts with, in the words of `iap store set`.
package struct CatalogSetting: Equatable, Sendable {
  /// `_askToBuyEnabled`.
  package var member: String
  /// `ask-to-buy`.
  package var key: String
  /// `on`; for `fail` the API and the error.
  package var value: String
}

/// Turns `settings` of the file into the settings that the store starts with
/// (storekit-format 3.6, 3.7, 4.1 and 4.2; case M12).
///
/// What only concerns Xcode's editor or its dialogs (`_disableDialogs`, the synchronization with
/// App Store Connect, `_compatibilityTimeRate`) has nothing to change here and is passed over.
struct CatalogSettingsReader {
  private(set) var store = StoreSettings()
  private(set) var account = AccountSettings()
  private(set) var honoured: [CatalogSetting] = []
  private(set) var problems: [CatalogProblem] = []

  mutating func read(_ settings: CatalogNode?) throws(CatalogError) {
    guard let settings else { return }
    noteMembers(of: settings)
    if try isOn("_askToBuyEnabled", "ask-to-buy", in: settings) { account.askToBuy = true }
    // The name is older than simulated billing retry: it always meant interrupted purchases.
    if try isOn("_billingIssuesEnabled", "interrupted", in: settings) { account.interrupted = true }
    if try isOn("_renewalBillingIssuesEnabled", "billing", value: "fail", in: settings) {
      account.billingFails = true
    }
    // Xcode's real-time grace period has 16 days (storekit-test-api 1.5).
    let grace = GracePeriodLength.sixteenDays
    if try isOn("_billingGracePeriodEnabled", "grace-period", value: grace.rawValue, in: settings) {
      store.gracePeriod = grace
    }
    try readRate(settings)
    try readStorefront(settings)
    try readLocale(settings)
    try readErrors(settings)
  }

  private mutating func noteMembers(of settings: CatalogNode) {
    let known = CatalogObject.settings.memberNames
    for name in settings.memberNames where !known.contains(name) {
      problems.append(
        CatalogProblem(
          .unknownSetting,
          at: settings.path.member(name).description,
          found: name,
          expected: NearNames.of(name, among: known, limit: 1).first
        )
      )
    }
  }

  private mutating func isOn(
    _ member: String,
    _ key: String,
    value: String = "on",
    in settings: CatalogNode
  ) throws(CatalogError) -> Bool {
    guard try settings.flag(member) == true else { return false }
    honoured.append(CatalogSetting(member: member, key: key, value: value))
    return true
  }

  private mutating func unusable(_ node: CatalogNode, found: String, expected: String? = nil) {
    problems.append(
      CatalogProblem(.unusableSetting, at: node.place, found: found, expected: expected)
    )
  }

  private mutating func readRate(_ settings: CatalogNode) throws(CatalogError) {
    guard let node = settings.member("_timeRate") else { return }
    let number = try node.integer()
    guard let rate = RenewalRate(timeRate: number) else {
      return unusable(node, found: "\(number)", expected: RenewalRate.realTime.rawValue)
    }
    store.rate = rate
    guard rate != .realTime else { return }
    honoured.append(CatalogSetting(member: "_timeRate", key: "rate", value: rate.rawValue))
  }

  private mutating func readStorefront(_ settings: CatalogNode) throws(CatalogError) {
    guard let node = settings.member("_storefront") else { return }
    let text = try node.text()
    guard let storefront = Storefronts.find(text) else {
      return unusable(node, found: text, expected: Storefronts.near(text).first)
    }
    if storefront.countryCode != text {
      unusable(node, found: text, expected: storefront.countryCode)
    }
    guard storefront.countryCode != account.storefront else { return }
    account.storefront = storefront.countryCode
    honoured.append(
      CatalogSetting(member: "_storefront", key: "storefront", value: storefront.countryCode)
    )
  }

  private mutating func readLocale(_ settings: CatalogNode) throws(CatalogError) {
    guard let node = settings.member("_locale") else { return }
    let text = try node.text()
    guard !text.isEmpty else {
      return unusable(node, found: text, expected: store.locale)
    }
    guard text != store.locale else { return }
    store.locale = text
    honoured.append(CatalogSetting(member: "_locale", key: "locale", value: text))
  }

  // MARK: - Simulated errors

  private mutating func readErrors(_ settings: CatalogNode) throws(CatalogError) {
    if try settings.flag("_failTransactionsEnabled") == true {
      let code = try settings.integer("_storeKitError") ?? 0
      let failure = SimulatedErrors.failure(legacyCode: code)
      if failure == nil, let node = settings.member("_storeKitError") {
        unusable(node, found: "\(code)", expected: StoreKitFailure.unknown.rawValue)
      }
      fail(.purchase, failure ?? .unknown, member: "_failTransactionsEnabled")
    }
    for entry in try settings.objects("_storeKitErrors") { try readError(entry) }
  }

  private mutating func readError(_ entry: CatalogNode) throws(CatalogError) {
    let name = try entry.text("name") ?? ""
    let isEnabled = try entry.flag("enabled") ?? false
    let current = try entry.object("current")
    guard let api = FailableAPI.allCases.first(where: { $0.configurationName == name }) else {
      let names = FailableAPI.allCases.map(\.configurationName)
      return unusable(
        CatalogNode(value: entry.value, path: entry.path.member("name")),
        found: name,
        expected: NearNames.of(name, among: names, limit: 1).first
      )
    }
    // Xcode remembers a choice for errors that are switched off: it means nothing.
    guard isEnabled else { return }
    guard let current else {
      problems.append(CatalogProblem(.errorWithoutChoice, at: entry.place, found: name))
      return fail(api, .unknown, member: "_storeKitErrors")
    }
    let choice = SimulatedErrors.Choice(
      type: try current.text("type") ?? "",
      index: try current.integer("index") ?? -1
    )
    let failure = SimulatedErrors.failure(of: choice)
    if failure == nil {
      unusable(
        current,
        found: "\(choice.type) \(choice.index)",
        expected: StoreKitFailure.unknown.rawValue
      )
    }
    fail(api, failure ?? .unknown, member: "_storeKitErrors")
  }

  private mutating func fail(_ api: FailableAPI, _ failure: StoreKitFailure, member: String) {
    account.failures[api] = failure
    honoured.append(
      CatalogSetting(member: member, key: "fail", value: "\(api.rawValue) \(failure.rawValue)")
    )
  }
}
