import IAPCore
import Testing

/// Prices for people, from the system's language data.
struct PriceFormatterTests {
  private func display(_ price: StaticString, _ currency: String, _ locale: String) throws -> String
  {
    let text = PriceFormatter(locale: try LocaleName(locale))
      .display(Price(price), currency: currency)
    // CLDR puts narrow and no-break blanks between amount and symbol.
    return String(text.map { $0.isWhitespace ? " " : $0 })
  }

  @Test func `case M01: two decimals stay two, and are exact`() throws {
    let texts: [StaticString] = ["114.99", "39.99", "2.99", "24.99", "0.1", "0.3"]

    #expect(texts.map { Price($0).milliunits } == [114_990, 39_990, 2_990, 24_990, 100, 300])
    #expect(texts.map { Price($0).text } == texts.map { "\($0)" })
    #expect(try display("114.99", "PLN", "pl_PL") == "114,99 zł")
    #expect(try display("39.99", "USD", "en_US") == "$39.99")
    #expect(try display("0.1", "USD", "en_US") == "$0.10")
  }

  @Test func `case M02: yen and won have no decimals, Kuwait's dinar has three`() throws {
    #expect(try display("1000", "JPY", "en_US") == "¥1,000")
    #expect(try display("14000", "KRW", "en_US") == "₩14,000")
    #expect(try display("1.250", "KWD", "en_US") == "KWD 1.250")
    #expect(try display("300", "JPY", "ja_JP") == "¥300")
    #expect(["USD", "JPY", "KWD", "EUR"].map(PriceFormatter.fractionDigits) == [2, 0, 3, 2])
  }

  @Test func `case M02: nobody can pay 9.99 yen`() {
    #expect(!PriceFormatter.isPayable(Price("9.99"), currency: "JPY"))
    #expect(PriceFormatter.isPayable(Price("10.00"), currency: "JPY"))
    #expect(PriceFormatter.isPayable(Price("1.250"), currency: "KWD"))
    #expect(!PriceFormatter.isPayable(Price("1.255"), currency: "USD"))
  }

  @Test func `case M03: the symbol is that of the price's currency, not of the locale`() throws {
    #expect(try display("349", "RUB", "en_US") == "RUB 349.00")
    #expect(try display("349", "RUB", "ru_RU") == "349,00 ₽")
  }

  @Test func `case M04: a locale without its own symbol never gives the generic sign`() throws {
    #expect(try display("9.99", "USD", "ro_RO") == "9,99 USD")
    for storefront in Storefronts.all {
      for locale in ["ro_RO", "en_US", "ar_EG", "ja", "de_DE"] {
        let text = try display("5", storefront.currencyCode, locale)
        #expect(!text.contains("¤"), "\(storefront.countryCode) \(locale)")
      }
    }
  }

  @Test func `case M06: an offer's number and text agree`() throws {
    #expect(try display("0.99", "USD", "en_US") == "$0.99")
    #expect(
      PriceFormatter(locale: .standard).display(.zero, currency: "JPY") == "¥0"
    )
    #expect(PriceFormatter(locale: .standard).display(.empty, currency: "USD") == "$0.00")
  }

  @Test(arguments: ["en_US", "en-US", "EN_us", "en-us"])
  func `Both spellings of a locale are one`(_ text: String) throws {
    #expect(try LocaleName(text) == .standard)
  }

  @Test(arguments: ["ja", "zh_Hans", "zh_CN", "zh_TW", "nb_NO", "es_419", "pt_BR", "zh-Hant-HK"])
  func `Locales of real catalogues are known`(_ text: String) throws {
    #expect(try LocaleName(text).identifier == text.replacing("-", with: "_"))
  }

  @Test func `An unknown locale names near ones`() {
    #expect(throws: UnknownLocale(text: "en_UX", near: ["en_CX", "en_MX", "en_SX"])) {
      try LocaleName("en_UX")
    }
    #expect(throws: UnknownLocale(text: "jaa_JP", near: ["ja_JP"])) {
      try LocaleName("jaa_JP")
    }
    for text in ["", "x", "klingon", "en_US@currency=EUR", "en__US", "e n", "xx_YY", "en_US_POSIX"]
    {
      #expect(throws: UnknownLocale.self) { try LocaleName(text) }
    }
  }
}
