import IAPCore

/// The keys of `iap store set` with what they take.
package enum SettingTable {
  package enum Kind: Equatable, Sendable {
    case word([String])
    case days
    /// A number or `none`.
    case count
    case duration
    case text
  }

  package struct Entry: Equatable, Sendable {
    package let key: String
    package let kind: Kind
    /// As help writes it: `on|off`.
    package let value: String
    /// One phrase, lower case, without a full stop.
    package let help: String

    init(_ key: String, _ kind: Kind, _ value: String, _ help: String) {
      self.key = key
      self.kind = kind
      self.value = value
      self.help = help
    }

    init(_ key: String, _ words: [String], _ help: String) {
      self.init(key, .word(words), words.joined(separator: "|"), help)
    }

    /// How many words the value has.
    var wordCount: Int { key == "fail" ? 2 : 1 }

    /// The allowed words; empty where it is no list.
    package var words: [String] {
      if case .word(let words) = kind { words } else { [] }
    }

    var expectation: String {
      switch kind {
      case .word(let words): words.joined(separator: ", ")
      case .days: "a number of days from 0 to 3650"
      case .count: "a number or none"
      case .duration: "a duration like 6h or 0"
      case .text: "a text"
      }
    }
  }

  private static let switches = ["on", "off"]

  package static let keys = entries.map(\.key)

  package static let entries: [Entry] = account + store

  /// What belongs to an account.
  private static let account = [
    Entry("ask-to-buy", switches, "purchases wait for the parent"),
    Entry("interrupted", switches, "purchases are interrupted until resolved"),
    Entry("network", switches, "off: the app does not reach the store"),
    Entry("storefront", .text, "C", "the App Store of a country, alpha-3 code: USA"),
    Entry("fail", .text, "API ERROR|off", "an operation of the app fails; fail all off: none does"),
  ]

  /// What belongs to the store.
  private static let store = [
    Entry(
      "grace-period",
      ["off"] + GracePeriodLength.allCases.map(\.rawValue),
      "access while a failed payment is retried"
    ),
    Entry("grace-for", GraceEligibility.allCases.map(\.rawValue), "which failed renewals get it"),
    Entry("billing-retry", .days, "DAYS", "how long a payment is retried (60)"),
    Entry(
      "rate",
      .word(RenewalRate.allCases.map(\.rawValue)),
      "NAME",
      "how fast subscriptions renew: realTime, sandbox5min, testflight, ..."
    ),
    Entry("renewal-limit", .count, "N|none", "renewals until auto-renewal goes off"),
    Entry("lead", .duration, "D", "how long before the expiry a renewal is made, up to 24h"),
    Entry("lag", .duration, "D", "how long after the expiry a renewal is made"),
    Entry("calendar", RenewalCalendar.allCases.map(\.rawValue), "time zone of calendar arithmetic"),
    Entry("anchor", RenewalAnchor.allCases.map(\.rawValue), "how renewals at month ends go on"),
    Entry("rebuy", RebuyBehavior.allCases.map(\.rawValue), "buying what is owned already"),
    Entry("locale", .text, "L", "the language of product texts and prices: en_US"),
    Entry(
      "tamper",
      Tampering.allCases.map(\.rawValue) + ["off"],
      "what the store breaks in signed data"
    ),
    Entry("one-time-charge", switches, "whether the server hears of one-time purchases"),
    Entry("consumption-request", ["standard", "all"], "for which product types it is asked"),
    Entry("refund-decision", ["manual", "preference"], "whether a refund preference decides"),
    Entry("strict-consumption-window", switches, "whether answers after 12 hours are refused"),
    Entry("unfinished-consumables", ["allow", "block"], "buying a consumable that is unfinished"),
    Entry("consumables-in-history", switches, "whether finished consumables stay in the history"),
    Entry("preset", ["sandbox", "xcode", "testflight"], "rate, limits and retries of that place"),
  ]
}
