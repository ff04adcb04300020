import IAPCore

extension HelpTopicText {
  /// Every key with its values, and what holds where neither the catalogue nor `set` says more.
  static var settings: [StyledText] {
    HelpText.pairs(settingKeys)
      + HelpText.section("values", HelpText.pairs(settingValues))
      + HelpText.section("preset sets", HelpText.pairs(presets))
      + [
        "",
        "The first five belong to an account (--all-accounts: to every one), the others",
        "to the store. A catalogue file with settings sets what is not set by hand.",
      ]
  }

  /// Each key with its values, its meaning, and its default.
  static var settingKeys: [(String, String)] {
    let usual = Dictionary(
      SettingsText.pairs(StoreSettings(), AccountSettings()).map { ($0.key, $0.value) },
      uniquingKeysWith: { first, _ in first }
    )
    return SettingTable.entries.map { entry in
      let without = usual[entry.key].map { "; without: \($0)" } ?? ""
      return (entry.key + " " + entry.value, entry.help + without)
    }
  }

  /// The words that stand for values in the table of keys.
  static var settingValues: [(String, String)] {
    let fail = SettingKey.failWords
    return [
      ("NAME of rate", RenewalRate.allCases.map(\.rawValue).joined(separator: " ")),
      ("  named after a day", "a month is 30 of its days and a year twelve months, 360 days"),
      ("API of fail", fail.apis.joined(separator: " ")),
      ("ERROR of fail", fail.errors.joined(separator: " ")),
      (
        "  for verification",
        "only " + StoreKitFailure.verificationErrors.map(\.rawValue).joined(separator: " ")
      ),
    ]
  }

  /// Computed from what a preset does, so that both agree.
  static var presets: [(String, String)] {
    Preset.allCases.map { preset in
      var settings = StoreSettings()
      preset.apply(to: &settings)
      let names = ["rate", "renewal-limit", "lead", "lag", "calendar", "anchor"]
      let pairs = SettingsText.pairs(settings, AccountSettings())
        .filter { names.contains($0.key) }
        .map { "\($0.key) \($0.value)" }
      return (preset.rawValue, pairs.joined(separator: ", "))
    }
  }
}
