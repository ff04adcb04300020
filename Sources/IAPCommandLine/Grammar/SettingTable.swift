import IAPCore

/// The keys of `iap store set` with what they take; the values are checked by the store as well.
package enum SettingTable {
  package struct Entry: Equatable, Sendable {
    package let key: String
    /// As help writes it: `on|off`.
    package let value: String
    /// The allowed words; empty where it is no list.
    package let words: [String]
    /// How many words the value has.
    package let wordCount: Int
    package let help: String

    init(_ key: String, _ value: String, words: [String] = [], wordCount: Int = 1, _ help: String) {
      self.key = key
      self.value = value
      self.words = words
      self.wordCount = wordCount
      self.help = help
    }

    init(_ key: String, _ words: [String], _ help: String) {
      self.init(key, words.joined(separator: "|"), words: words, help)
    }
  }

  private static let switches = ["on", "off"]

  package static let entries: [Entry] = [
    Entry("ask-to-buy", switches, "purchases wait for the parent"),
    Entry("interrupted", switches, "purchases are interrupted until resolved"),
    Entry("network", switches, "off: the app does not reach the store"),
    Entry("storefront", "C", "the App Store of a country, alpha-3 code: USA"),
    Entry("fail", "API ERROR|off", wordCount: 2, "an operation of the app fails with this error"),
    Entry("fail all", ["off"], "no operation fails any more"),
    Entry(
      "grace-period",
      ["off"] + GracePeriodLength.allCases.map(\.rawValue),
      "access while billing is retried"
    ),
    Entry(
      "grace-for",
      GraceEligibility.allCases.map(\.rawValue),
      "which failed renewals get grace"
    ),
    Entry("billing-retry", "DAYS", "how long billing is retried (60)"),
    Entry(
      "rate",
      "NAME",
      words: RenewalRate.allCases.map(\.rawValue),
      "how fast subscriptions renew: realTime, sandbox5min, ..."
    ),
    Entry("renewal-limit", "N|none", "renewals until auto-renewal goes off"),
    Entry("lead", "D", "how long before the expiry a renewal is made, up to 24h"),
    Entry("lag", "D", "how long after the expiry a renewal is made"),
    Entry(
      "calendar",
      RenewalCalendar.allCases.map(\.rawValue),
      "the time zone of calendar arithmetic"
    ),
    Entry(
      "anchor",
      RenewalAnchor.allCases.map(\.rawValue),
      "how renewals at the end of a month continue"
    ),
    Entry(
      "rebuy",
      RebuyBehavior.allCases.map(\.rawValue),
      "what buying an owned non-consumable answers"
    ),
    Entry("locale", "L", "the language of product texts and prices: en_US"),
    Entry(
      "tamper",
      Tampering.allCases.map(\.rawValue) + ["off"],
      "what the store breaks in signed data"
    ),
    Entry(
      "preset",
      ["sandbox", "xcode", "testflight"],
      "rate, limits and retries of that environment"
    ),
  ]
}
