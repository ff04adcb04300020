/// A calendar length as App Store Connect knows it: a number of days, weeks, months or years.
package struct SubscriptionPeriod: Hashable, Sendable {
  package enum Unit: String, Sendable, CaseIterable {
    case day = "D"
    case week = "W"
    case month = "M"
    case year = "Y"
  }

  /// At least 1.
  package var value: Int
  package var unit: Unit

  package init(_ value: Int, _ unit: Unit) {
    self.value = value
    self.unit = unit
  }

  /// Reads the one-unit ISO 8601 form, `P1M`; `nil` for everything else.
  package init?(iso8601 text: String) {
    guard text.hasPrefix("P"), let letter = text.last, let unit = Unit(rawValue: String(letter)),
      let value = Int(text.dropFirst().dropLast()), (1...9999).contains(value),
      text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") })
    else { return nil }
    self.init(value, unit)
  }

  package var iso8601: String { "P\(value)\(unit.rawValue)" }

  /// Several of these in a row, as in `offerPeriod` (rule C-12: 2 x P1M is P2M).
  package func times(_ count: Int) -> SubscriptionPeriod {
    SubscriptionPeriod(value * count, unit)
  }

  /// A length to compare plans by; months count 30 days and years 360, so that P12M equals P1Y.
  package var nominalDays: Int {
    switch unit {
    case .day: value
    case .week: value * 7
    case .month: value * 30
    case .year: value * 360
    }
  }
}

extension SubscriptionPeriod: Codable {
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let period = SubscriptionPeriod(iso8601: text) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "expected a period like P1M, found \"\(text)\""
        )
      )
    }
    self = period
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(iso8601)
  }
}
