import IAPCore

/// The words of `iap store set` as an event: keys with their values, one after the other.
enum SettingWords {
  static func event(_ options: ParsedOptions) throws -> SetEvent {
    var words = options.words[...]
    var values: [String: String] = [:]
    while let key = words.popFirst() {
      let entry = try entry(key, options)
      guard words.count >= entry.wordCount else {
        throw UsageError(
          .missingOperand("a value for \(key): \(entry.value)"),
          command: options.command
        )
      }
      let value = words.prefix(entry.wordCount).joined(separator: " ")
      words = words.dropFirst(entry.wordCount)
      try check(value, entry, options)
      if entry.key == "locale" { _ = try LocaleName(value) }
      guard values.updateValue(value, forKey: key) == nil else {
        throw UsageError(.conflict("'\(key)' is set twice"), command: options.command)
      }
    }
    return SetEvent(values, allAccounts: options.has("all-accounts"))
  }

  private static func entry(
    _ key: String,
    _ options: ParsedOptions
  ) throws(UsageError) -> SettingTable.Entry {
    if let entry = SettingTable.entries.first(where: { $0.key == key }) { return entry }
    throw invalid("KEY", key, among: SettingTable.keys, options)
  }

  private static func check(
    _ value: String,
    _ entry: SettingTable.Entry,
    _ options: ParsedOptions
  ) throws(UsageError) {
    if entry.key == "fail" { return try checkFailure(value, options) }
    guard SettingKey(rawValue: entry.key)?.accepts(value) != true else { return }
    let known = entry.key == "storefront" ? Storefronts.near(value) : entry.words
    throw invalid(entry.key, value, among: known, options, expected: entry.expectation)
  }

  /// `API ERROR`, `API off` or `all off`.
  private static func checkFailure(
    _ value: String,
    _ options: ParsedOptions
  ) throws(UsageError) {
    let words = value.split(separator: " ").map(String.init)
    let operations = SettingKey.failWords.apis
    guard let operation = words.first, operations.contains(operation) else {
      throw invalid("fail", words.first ?? "", among: operations, options)
    }
    let errors =
      switch operation {
      case "all": ["off"]
      case FailableAPI.verification.rawValue:
        StoreKitFailure.verificationErrors.map(\.rawValue) + ["off"]
      default: SettingKey.failWords.errors
      }
    guard words.count == 2, errors.contains(words[1]) else {
      throw invalid("fail \(operation)", words.last ?? "", among: errors, options)
    }
  }

  private static func invalid(
    _ place: String,
    _ found: String,
    among allowed: [String],
    _ options: ParsedOptions,
    expected: String? = nil
  ) -> UsageError {
    let near = place == "storefront" ? allowed.first : NearNames.of(found, among: allowed).first
    let corrected = near.map { word in
      options.command + options.words.map { $0 == found ? word : $0 }
    }
    return UsageError(
      .invalidValue(
        place: place,
        found: found,
        expected: expected ?? allowed.joined(separator: ", ")
      ),
      command: options.command,
      allowed: allowed,
      corrected: corrected
    )
  }
}
