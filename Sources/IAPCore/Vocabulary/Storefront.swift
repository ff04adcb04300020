/// The App Store of one country or region.
package struct Storefront: Hashable, Sendable {
  /// ISO 3166-1 alpha-3, as in signed data (rule C-10).
  package var countryCode: String
  /// ISO 3166-1 alpha-2, as in locale names.
  package var regionCode: String
  /// ISO 4217 code of its price list.
  package var currencyCode: String
  /// Apple's number as text; `nil` where it is not known.
  package var id: String?

  package init(countryCode: String, regionCode: String, currencyCode: String, id: String?) {
    self.countryCode = countryCode
    self.regionCode = regionCode
    self.currencyCode = currencyCode
    self.id = id
  }
}
