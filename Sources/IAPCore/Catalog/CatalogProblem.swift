/// One thing in a catalogue that somebody should know about, as facts without words.
package struct CatalogProblem: Equatable, Sendable {
  package var code: CatalogProblemCode
  /// Where in the file: `products[2].displayPrice`; empty: the whole file.
  package var path: String
  /// What stands there, as written.
  package var found: String?
  /// What should stand there, or what was meant.
  package var expected: String?
  /// The other place that it collides with.
  package var otherPath: String?
  /// The name of what it is in: a group, a product.
  package var owner: String?

  package init(
    _ code: CatalogProblemCode,
    at path: String,
    found: String? = nil,
    expected: String? = nil,
    otherPath: String? = nil,
    owner: String? = nil
  ) {
    self.code = code
    self.path = path
    self.found = found
    self.expected = expected
    self.otherPath = otherPath
    self.owner = owner
  }

  package var severity: CatalogProblemSeverity { code.severity }
}

/// How bad it is: an error cannot work, a warning does not do what it seems to, a note is news.
package enum CatalogProblemSeverity: String, Sendable, CaseIterable {
  case error
  case warning
  case note
}

/// Every kind of problem that reading and checking a catalogue can find.
package enum CatalogProblemCode: String, Sendable, CaseIterable {
  // The file
  case newerVersion
  case unknownVersion
  case missingVersion
  case unknownMember
  case misnamedMember
  case misplacedProducts
  case suitesNotSold
  case keyPairUnusable

  // Settings
  case unknownSetting
  case unusableSetting
  case errorWithoutChoice

  // Products
  case emptyProductID
  case duplicateProductID
  case shadowingProductID
  case oddWhiteSpace
  case unusualProductID
  case unknownProductType
  case misplacedProductType
  case notShareable

  // Texts
  case emptyLocalizations
  case emptyDisplayName
  case duplicateLocale
  case unknownLocale

  // Prices
  case emptyPrice
  case impossiblePrice

  // Groups and levels
  case duplicateGroupID
  case emptyGroup
  case groupIDMismatch
  case levelMissing
  case levelsOutOfOrder
  case unusualPeriod

  // Billing plans
  case duplicateBillingPlan
  case monthlyPlanOfShortPeriod
  case commitmentPriceDisagrees
  case planPriceDiffers
  case noEnabledPlan
  case unknownBillingPlan

  // Offers
  case offerFieldMissing
  case offerFieldInvalid
  case offerModeNone
  case offerPeriodCountIgnored
  case duplicateOfferID
  case introductoryOffersDisagree
  case severalIntroductoryOffers
  case trialLongerThanPeriod
  case stalePrice
  case payAsYouGoPeriod
  case nobodyEligible
  case unknownEligibility

  package var severity: CatalogProblemSeverity {
    switch self {
    case .misplacedProducts, .emptyProductID, .duplicateProductID, .oddWhiteSpace,
      .unknownProductType, .impossiblePrice, .duplicateBillingPlan, .offerFieldMissing,
      .offerFieldInvalid, .duplicateOfferID:
      .error
    case .newerVersion, .unknownVersion, .suitesNotSold, .unknownSetting, .errorWithoutChoice,
      .emptyGroup, .planPriceDiffers:
      .note
    default: .warning
    }
  }
}
