import IAPCore

/// Settings in the words of `iap store set`.
enum SettingsText {
  /// Every key with its value; what belongs to an account comes from the account.
  static func pairs(
    _ store: StoreSettings,
    _ account: AccountSettings
  ) -> [(key: String, value: String)] {
    accountPairs(account) + [
      ("grace-period", store.gracePeriod?.rawValue ?? "off"),
      ("grace-for", store.graceFor.rawValue),
      ("billing-retry", "\(store.billingRetryDays)"),
      ("rate", store.rate.rawValue),
      ("renewal-limit", store.renewalLimit.map { "\($0)" } ?? "none"),
      ("lead", duration(store.renewalLead)),
      ("lag", duration(store.renewalLag)),
      ("calendar", store.calendar.rawValue),
      ("anchor", store.anchor.rawValue),
      ("rebuy", store.rebuy.rawValue),
      ("locale", store.locale),
      ("tamper", store.tamper?.rawValue ?? "off"),
      ("one-time-charge", onOff(store.sendsOneTimeCharge)),
      ("consumption-request", store.requestsConsumptionForAllTypes ? "all" : "standard"),
      ("refund-decision", store.followsRefundPreference ? "preference" : "manual"),
      ("strict-consumption-window", onOff(store.hasStrictConsumptionWindow)),
      ("unfinished-consumables", store.blocksUnfinishedConsumables ? "block" : "allow"),
      ("consumables-in-history", onOff(store.includesConsumablesInHistory)),
    ]
  }

  private static func accountPairs(
    _ account: AccountSettings
  ) -> [(key: String, value: String)] {
    let failures = account.failures.sorted { $0.key.rawValue.isBefore($1.key.rawValue) }
      .map { "\($0.key.rawValue) \($0.value.rawValue)" }
    return [
      ("ask-to-buy", onOff(account.askToBuy)),
      ("interrupted", onOff(account.interrupted)),
      ("network", onOff(account.network)),
      ("storefront", account.storefront),
      ("billing", account.billingFails ? "fails" : "ok"),
      ("fail", failures.isEmpty ? "off" : failures.joined(separator: ", ")),
    ]
  }

  /// The settings that are not as without a catalogue, as `key value`.
  static func changed(_ store: StoreSettings, _ account: AccountSettings) -> [String] {
    let usual = pairs(StoreSettings(), AccountSettings())
    return zip(pairs(store, account), usual).filter { $0.0.value != $0.1.value }
      .map { "\($0.0.key) \($0.0.value)" }
  }

  /// The values that `set` takes, without `fail` and the bank.
  static func settable(_ store: StoreSettings, _ account: AccountSettings) -> [String: String] {
    var values: [String: String] = [:]
    for (key, value) in pairs(store, account) where key != "fail" && key != "billing" {
      values[key] = value
    }
    return values
  }

  static func json(_ store: StoreSettings, _ account: AccountSettings) -> JSONValue {
    .object(pairs(store, account).map { JSONMember($0.key, .string($0.value)) })
  }

  private static func onOff(_ flag: Bool) -> String { flag ? "on" : "off" }

  private static func duration(_ milliseconds: Int64) -> String {
    CalendarDuration(milliseconds: milliseconds).iso8601
  }
}
