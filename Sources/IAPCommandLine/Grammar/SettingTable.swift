import IAPCore

/// The keys of `iap store set` with what they take.
package enum SettingTable {
  package struct Entry: Equatable, Sendable {
    package let key: String
    /// The allowed words; empty where it is no list.
    package let words: [String]
    /// As help writes it: `on|off`.
    package let value: String
    /// One phrase, lower case, without a full stop.
    package let help: String

    init(_ key: String, _ value: String, words: [String] = [], _ help: String) {
      self.key = key
      self.words = words
      self.value = value
      self.help = help
    }

    init(_ key: String, _ words: [String], _ help: String) {
      self.init(key, words.joined(separator: "|"), words: words, help)
    }

    /// How many words the value has.
    var wordCount: Int { key == "fail" ? 2 : 1 }

    /// What a usage error says was expected, in the words of the store.
    var expectation: String {
      (SettingKey(rawValue: key)?.allowed ?? words).joined(separator: ", ")
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
    Entry("storefront", "C", "the App Store of a country, alpha-3 code: USA"),
    Entry("fail", "API ERROR|off", "an operation of the app fails; fail all off: none does"),
  ]

  /// What belongs to the store.
  private static let store = [
    Entry(
      "grace-period",
      ["off"] + GracePeriodLength.allCases.map(\.rawValue),
      "access while a failed payment is retried"
    ),
    Entry("grace-for", GraceEligibility.allCases.map(\.rawValue), "which failed renewals get it"),
    Entry("billing-retry", "DAYS", "how long a payment is retried"),
    Entry(
      "rate",
      "NAME",
      words: RenewalRate.allCases.map(\.rawValue),
      "how fast subscriptions renew"
    ),
    Entry("renewal-limit", "N|none", "renewals until auto-renewal goes off"),
    Entry("lead", "D", "how long before the expiry a renewal is made, up to 24h"),
    Entry("lag", "D", "how long after the expiry a renewal is made"),
    Entry("calendar", RenewalCalendar.allCases.map(\.rawValue), "time zone of calendar arithmetic"),
    Entry("anchor", RenewalAnchor.allCases.map(\.rawValue), "how renewals at month ends go on"),
    Entry("rebuy", RebuyBehavior.allCases.map(\.rawValue), "buying what is owned already"),
    Entry("locale", "L", "the language of product texts and prices: en_US"),
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
