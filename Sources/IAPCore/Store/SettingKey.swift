/// What `store set` changes: the one table of keys, their scope and their values.
package enum SettingKey: String, Sendable, CaseIterable {
  // First, so that other keys of the same command refine it.
  case preset
  case askToBuy = "ask-to-buy"
  case interrupted
  case network
  case storefront
  case fail
  case gracePeriod = "grace-period"
  case graceFor = "grace-for"
  case billingRetry = "billing-retry"
  case locale
  case rate
  case lead
  case lag
  case calendar
  case anchor
  case renewalLimit = "renewal-limit"
  case rebuy
  case tamper
  case oneTimeCharge = "one-time-charge"
  case consumptionRequest = "consumption-request"
  case refundDecision = "refund-decision"
  case strictConsumptionWindow = "strict-consumption-window"
  case unfinishedConsumables = "unfinished-consumables"
  case consumablesInHistory = "consumables-in-history"

  /// Whose behaviour the key changes.
  package enum Scope: Sendable {
    case store
    case account
  }

  package var scope: Scope {
    switch self {
    case .askToBuy, .interrupted, .network, .storefront, .fail: .account
    default: .store
    }
  }

  /// What a value may be: words, or what stands for them, for messages and help.
  package var allowed: [String] {
    switch self {
    case .preset: Preset.allCases.map(\.rawValue)
    case .askToBuy, .interrupted, .network, .oneTimeCharge, .consumablesInHistory,
      .strictConsumptionWindow:
      ["on", "off"]
    case .refundDecision: ["manual", "preference"]
    case .unfinishedConsumables: ["allow", "block"]
    case .storefront: ["a storefront like USA"]
    case .fail: ["API ERROR", "API off", "all off"]
    case .gracePeriod: ["off"] + GracePeriodLength.allCases.map(\.rawValue)
    case .graceFor: GraceEligibility.allCases.map(\.rawValue)
    case .billingRetry: ["a number of days from 1 to 365"]
    case .locale: ["a locale like en_US"]
    case .rate: RenewalRate.allCases.map(\.rawValue)
    case .lead: ["a duration from 0 to 24h"]
    case .lag: ["a duration from 0 to 60d"]
    case .calendar: RenewalCalendar.allCases.map(\.rawValue)
    case .anchor: RenewalAnchor.allCases.map(\.rawValue)
    case .renewalLimit: ["none", "a number from 1"]
    case .rebuy: RebuyBehavior.allCases.map(\.rawValue)
    case .tamper: ["off"] + Tampering.allCases.map(\.rawValue)
    case .consumptionRequest: ["standard", "all"]
    }
  }

  /// Whether `set` takes the value.
  package func accepts(_ value: String) -> Bool {
    var (store, account) = (StoreSettings(), AccountSettings())
    return scope == .store ? apply(value, to: &store) : apply(value, to: &account)
  }

  /// The operations and errors of `fail`, for messages and help.
  package static var failWords: (apis: [String], errors: [String]) {
    (
      FailableAPI.allCases.map(\.rawValue) + ["all"],
      StoreKitFailure.allCases.map(\.rawValue) + ["off"]
    )
  }

  /// Whether one of the keys moves what is due in every account.
  static func movesDueDates(_ keys: some Sequence<String>) -> Bool {
    let moving: [SettingKey] = [.preset, .lead, .lag, .renewalLimit]
    return keys.contains { key in moving.contains { $0.rawValue == key } }
  }
}

/// Settings that belong together (store-semantics, section 9).
package enum Preset: String, Sendable, CaseIterable {
  case sandbox
  case xcode
  case testflight

  /// Takes over what the place is like.
  package func apply(to settings: inout StoreSettings) {
    settings.renewalLead = 0
    settings.renewalLag = 0
    settings.calendar = .utc
    settings.anchor = .anchor
    switch self {
    case .sandbox:
      settings.rate = .sandbox5min
      settings.renewalLimit = 12
    case .xcode:
      settings.rate = .realTime
      settings.renewalLimit = nil
    case .testflight:
      settings.rate = .testflight
      settings.renewalLimit = 6
    }
  }
}
