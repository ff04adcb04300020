import Foundation

/// Prices as customers read them, by the system's currency and language data (CLDR).
///
/// Depends on the currency and the named locale only, never on the process's own locale.
package struct PriceFormatter: Sendable {
  private let locale: Locale

  package init(locale: LocaleName) {
    self.locale = locale.locale
  }

  /// The price with its currency: `$9.99`, `9,99 €`, `¥1,000`, `KWD 1.250` (cases M02, M03, M04).
  ///
  /// An amount for which the currency has no coins is shown as it is charged, `¥147.99`: nothing
  /// is rounded away (rule C-9).
  package func display(_ price: Price, currency: String) -> String {
    let style = Decimal.FormatStyle.Currency(code: currency).locale(locale)
    guard Self.isPayable(price, currency: currency) else {
      let digits = Self.fractionDigits(of: currency)
      return Self.amount(price).formatted(
        style.precision(.fractionLength(min(digits, 3)...3))
      )
    }
    return Self.amount(price).formatted(style)
  }

  /// Decimals that the currency has: 2 for USD, none for JPY, 3 for KWD.
  package static func fractionDigits(of currency: String) -> Int {
    let style = Decimal.FormatStyle.Currency(code: currency).locale(Locale(identifier: "en_US"))
    let text = Decimal(1).formatted(style)
    guard let point = text.lastIndex(of: ".") else { return 0 }
    return text[text.index(after: point)...].prefix { $0.isNumber }.count
  }

  /// Whether somebody can pay exactly this amount in the currency: not 9.99 yen (case M02).
  package static func isPayable(_ price: Price, currency: String) -> Bool {
    var unit: Int64 = 1000
    for _ in 0..<min(fractionDigits(of: currency), 3) { unit /= 10 }
    return price.milliunits % unit == 0
  }

  /// Exact: thousandths are whole numbers.
  private static func amount(_ price: Price) -> Decimal {
    Decimal(price.milliunits) / 1000
  }
}
