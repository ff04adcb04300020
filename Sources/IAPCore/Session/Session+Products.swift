/// What an app asks the App Store about products.
package struct ProductsRequest: Equatable, Sendable {
  /// Empty: everything that is for sale.
  package var ids: [ProductID]
  /// Whose prices; `nil`: those of the account's own App Store.
  package var storefront: Storefront?
  /// Whose language; `nil`: the one that the store is set to.
  package var locale: LocaleName?
  /// Whether to tell what this account would get and pay now.
  package var asksEligibility: Bool

  package init(
    ids: [ProductID] = [],
    storefront: Storefront? = nil,
    locale: LocaleName? = nil,
    asksEligibility: Bool = false
  ) {
    self.ids = ids
    self.storefront = storefront
    self.locale = locale
    self.asksEligibility = asksEligibility
  }
}

/// The answer to one account.
package struct AccountListing: Equatable, Sendable {
  package var listing: ProductListing
  /// By product; empty unless asked for.
  package var offers: [ProductID: ListedEligibility]
  /// A locale that the store is set to and that is none; `nil`: it is, or was not needed.
  package var unusableLocale: String?

  package init(
    listing: ProductListing,
    offers: [ProductID: ListedEligibility] = [:],
    unusableLocale: String? = nil
  ) {
    self.listing = listing
    self.offers = offers
    self.unusableLocale = unusableLocale
  }
}

/// What one account would get and pay for one product now.
package struct ListedEligibility: Equatable, Sendable {
  package var report: OfferReport
  /// The first charge of a plain purchase; `nil`: nothing would be charged, or it cannot be told.
  package var displayPriceNow: String?

  package init(report: OfferReport, displayPriceNow: String?) {
    self.report = report
    self.displayPriceNow = displayPriceNow
  }

  /// The answer for one offer of the product.
  package func answer(to offer: Offer) -> OfferAnswer {
    let lines =
      switch offer.type {
      case .promotional: report.promotional
      case .winBack: report.winBack
      case .offerCode: report.codes
      default: [OfferReport.Line]()
      }
    if offer.type == .introductory { return report.introductory }
    return lines.first { $0.offer.id == offer.id }?.answer ?? .cannotTell
  }
}

extension Session {
  /// Loads products for an account's app; fails as the app's request would, offline or simulated.
  ///
  /// Prices are today's, and products removed from sale are not found any more.
  package mutating func products(
    _ request: ProductsRequest,
    for account: AccountName
  ) throws(SessionFailure) -> AccountListing {
    try requireAccount(account)
    try loadAccounts([account])
    let settings = store.accounts[account]?.settings ?? store.header.accountDefaults
    guard settings.network else { throw .offline(account) }
    if let failure = settings.failures[.loadProducts] { throw .store(.storeKit(failure)) }
    let own = try? LocaleName(store.header.settings.locale)
    var catalog = store.catalog
    catalog.products = store.products
    let listing = ProductListing(
      of: catalog,
      ids: request.ids,
      storefront: request.storefront ?? Storefronts.find(settings.storefront)
        ?? Storefronts.standard,
      locale: request.locale ?? own ?? .standard,
      fallback: own.map { [$0] } ?? []
    )
    let isUnusable = request.locale == nil && own == nil
    return AccountListing(
      listing: listing,
      offers: request.asksEligibility ? eligibility(of: listing, for: account) : [:],
      unusableLocale: isUnusable ? store.header.settings.locale : nil
    )
  }

  private func eligibility(
    of listing: ProductListing,
    for account: AccountName
  ) -> [ProductID: ListedEligibility] {
    let prices = PriceFormatter(locale: listing.locale)
    var answers: [ProductID: ListedEligibility] = [:]
    for product in listing.products {
      let report = store.offers(for: product.id, account: account)
      answers[product.id] = ListedEligibility(
        report: report,
        displayPriceNow: report.priceNow.map {
          prices.display(Price(milliunits: $0), currency: listing.storefront.currencyCode)
        }
      )
    }
    return answers
  }
}
