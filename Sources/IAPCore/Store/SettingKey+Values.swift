extension SettingKey {
  /// Takes over a store-wide value; false: the text is none.
  func apply(_ text: String, to settings: inout StoreSettings) -> Bool {
    switch self {
    case .preset:
      guard let preset = Preset(rawValue: text) else { return false }
      preset.apply(to: &settings)
      return true
    case .gracePeriod: return set(&settings.gracePeriod, text)
    case .graceFor: return set(&settings.graceFor, text)
    case .billingRetry:
      return set(
        &settings.billingRetryDays,
        Int(text).flatMap { (1...365).contains($0) ? $0 : nil }
      )
    case .locale: return set(&settings.locale, text.isLocale ? text : nil)
    case .rate: return set(&settings.rate, text)
    case .lead: return set(&settings.renewalLead, text.duration(upTo: Instant.day))
    case .lag: return set(&settings.renewalLag, text.duration(upTo: 60 * Instant.day))
    default: return applyMore(text, to: &settings)
    }
  }

  private func applyMore(_ text: String, to settings: inout StoreSettings) -> Bool {
    switch self {
    case .calendar: return set(&settings.calendar, text)
    case .anchor: return set(&settings.anchor, text)
    case .rebuy: return set(&settings.rebuy, text)
    case .tamper: return set(&settings.tamper, text)
    case .oneTimeCharge: return set(&settings.sendsOneTimeCharge, text.flag)
    case .consumablesInHistory: return set(&settings.includesConsumablesInHistory, text.flag)
    case .strictConsumptionWindow: return set(&settings.hasStrictConsumptionWindow, text.flag)
    case .consumptionRequest:
      return set(&settings.requestsConsumptionForAllTypes, text.choice("all", over: "standard"))
    case .refundDecision:
      return set(&settings.followsRefundPreference, text.choice("preference", over: "manual"))
    case .unfinishedConsumables:
      return set(&settings.blocksUnfinishedConsumables, text.choice("block", over: "allow"))
    case .renewalLimit:
      if text == "none" {
        settings.renewalLimit = nil
        return true
      }
      guard let limit = Int(text), limit >= 1 else { return false }
      settings.renewalLimit = limit
      return true
    default: return false
    }
  }

  /// Takes over an account's value; false: the text is none.
  func apply(_ text: String, to settings: inout AccountSettings) -> Bool {
    switch self {
    case .askToBuy: return set(&settings.askToBuy, text.flag)
    case .interrupted: return set(&settings.interrupted, text.flag)
    case .network: return set(&settings.network, text.flag)
    case .storefront: return set(&settings.storefront, Storefronts.find(text)?.countryCode)
    case .fail: return applyFailure(text, to: &settings)
    default: return false
    }
  }

  private func applyFailure(_ text: String, to settings: inout AccountSettings) -> Bool {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 2 else { return false }
    if words == ["all", "off"] {
      settings.failures = [:]
      return true
    }
    guard let api = FailableAPI(rawValue: words[0]) else { return false }
    if words[1] == "off" {
      settings.failures[api] = nil
      return true
    }
    guard let failure = StoreKitFailure(rawValue: words[1]),
      api != .verification || StoreKitFailure.verificationErrors.contains(failure)
    else { return false }
    settings.failures[api] = failure
    return true
  }

  private func set<Value>(_ setting: inout Value, _ value: Value?) -> Bool {
    guard let value else { return false }
    setting = value
    return true
  }

  private func set<Word: RawRepresentable<String>>(_ setting: inout Word, _ text: String) -> Bool {
    set(&setting, Word(rawValue: text))
  }

  private func set<Word: RawRepresentable<String>>(_ setting: inout Word?, _ text: String) -> Bool {
    guard text != "off" else {
      setting = nil
      return true
    }
    guard let word = Word(rawValue: text) else { return false }
    setting = word
    return true
  }

  /// Takes the value of one file's settings where the present one is another file's.
  func copy(
    from new: StoreSettings,
    to settings: inout StoreSettings,
    ifEqualTo old: StoreSettings
  ) {
    func follow<Value: Equatable>(_ path: WritableKeyPath<StoreSettings, Value>) {
      if settings[keyPath: path] == old[keyPath: path] {
        settings[keyPath: path] = new[keyPath: path]
      }
    }
    switch self {
    case .gracePeriod: follow(\.gracePeriod)
    case .graceFor: follow(\.graceFor)
    case .billingRetry: follow(\.billingRetryDays)
    case .locale: follow(\.locale)
    case .rate: follow(\.rate)
    case .renewalLimit: follow(\.renewalLimit)
    case .lead: follow(\.renewalLead)
    case .lag: follow(\.renewalLag)
    default: break
    }
  }

  /// The same for what belongs to an account; failing renewals come with `network`'s key group.
  func copy(
    from new: AccountSettings,
    to settings: inout AccountSettings,
    ifEqualTo old: AccountSettings
  ) {
    func follow<Value: Equatable>(_ path: WritableKeyPath<AccountSettings, Value>) {
      if settings[keyPath: path] == old[keyPath: path] {
        settings[keyPath: path] = new[keyPath: path]
      }
    }
    switch self {
    case .askToBuy: follow(\.askToBuy)
    case .interrupted: follow(\.interrupted)
    case .network: follow(\.billingFails)
    case .storefront: follow(\.storefront)
    case .fail: follow(\.failures)
    default: break
    }
  }
}

extension String {
  fileprivate var flag: Bool? {
    choice("on", over: "off")
  }

  /// True for one word, false for the other; `nil`: neither.
  fileprivate func choice(_ word: String, over other: String) -> Bool? {
    self == word ? true : self == other ? false : nil
  }

  /// Letters, digits, `_` and `-`: as files and people write locales.
  fileprivate var isLocale: Bool {
    (2...35).contains(utf8.count)
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  /// Milliseconds of a length without months; `nil`: none, or too long.
  fileprivate func duration(upTo limit: Int64) -> Int64? {
    if self == "0" { return 0 }
    guard let length = CalendarDuration(self), length.months == 0 else { return nil }
    let total = Int64(length.days) * Instant.day + length.milliseconds
    return (0...limit).contains(total) ? total : nil
  }
}
