/// An exact amount of money without its currency.
///
/// `text` is the decimal as it stands in the catalogue, so that nothing is rounded or reformatted
/// (case M01); `milliunits` is the same amount as signed data writes it (rule C-9).
package struct Price: Hashable, Sendable {
  package let text: String
  /// Thousandths of the currency's unit: 9.99 is 9990, 300 yen are 300000.
  package let milliunits: Int64

  package static let zero = Price(milliunits: 0)

  /// A price that a catalogue leaves empty: no money, and no text either (storekit-format 4.3).
  package static let empty = Price(text: "", milliunits: 0)

  private init(text: String, milliunits: Int64) {
    self.text = text
    self.milliunits = milliunits
  }

  /// Reads a decimal in the C locale: digits, at most one point with digits on both sides.
  ///
  /// `nil` for signs, separators, empty text, more than three decimals that are not zero, and
  /// amounts over 999,999,999,999.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(digits.contains) }),
      let units = Int64(String(decoding: parts[0], as: UTF8.self)), units <= 999_999_999_999
    else { return nil }
    var fraction: Int64 = 0
    if parts.count == 2 {
      guard parts[1].dropFirst(3).allSatisfy({ $0 == UInt8(ascii: "0") }) else { return nil }
      let padded = (String(decoding: parts[1].prefix(3), as: UTF8.self) + "000").prefix(3)
      fraction = Int64(padded) ?? 0
    }
    self.text = text
    milliunits = units * 1000 + fraction
  }

  /// The shortest usual text for an amount: two decimals, three where needed, none if whole is kept
  /// as two (`9.99`, `1.250`, `300.00`).
  package init(milliunits: Int64) {
    let magnitude = milliunits.magnitude
    let (units, rest) = (magnitude / 1000, magnitude % 1000)
    let decimals = String(1000 + rest).dropFirst()
    let sign = milliunits < 0 ? "-" : ""
    text = "\(sign)\(units)." + (rest % 10 == 0 ? decimals.dropLast() : decimals)
    self.milliunits = milliunits
  }
}

extension Price: Codable {
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let price = text.isEmpty ? .empty : Price(text) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "expected a decimal like 9.99, found \"\(text)\""
        )
      )
    }
    self = price
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
