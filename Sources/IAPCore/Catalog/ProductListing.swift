/// What the app gets when it asks for products: texts of one language, prices of one storefront.
package struct ProductListing: Equatable, Sendable {
  /// In the catalogue's order; where ids were asked for, in the order of asking, each once.
  package var products: [ListedProduct]
  /// What was asked for and does not exist, in the order of asking (case M08).
  package var invalid: [InvalidProductID]
  package var storefront: Storefront
  package var locale: LocaleName

  /// Lists the asked products, all of them where none is asked for.
  ///
  /// `fallback`: the locales whose texts are used where the asked one has none, best first.
  package init(
    of catalog: Catalog,
    ids: [ProductID] = [],
    storefront: Storefront,
    locale: LocaleName,
    fallback: [LocaleName] = []
  ) {
    var asked: [ProductID] = []
    var seen: Set<ProductID> = []
    for id in ids where seen.insert(id).inserted { asked.append(id) }
    var maker = ListingMaker(
      catalog: catalog,
      currency: storefront.currencyCode,
      prices: PriceFormatter(locale: locale),
      texts: LocalizationChoice(locale, fallback: fallback)
    )
    let known = Dictionary(catalog.products.map { ($0.id, $0) }) { first, _ in first }
    let found = ids.isEmpty ? catalog.products : asked.compactMap { known[$0] }
    products = found.map { maker.product($0) }
    invalid = asked.filter { known[$0] == nil }.map { id in
      InvalidProductID(
        id: id,
        near: NearNames.of(id.rawValue, among: catalog.products.map(\.id.rawValue))
          .map { ProductID($0) }
      )
    }
    self.storefront = storefront
    self.locale = locale
  }
}

/// An id that no product has, compared exactly, with up to three that may have been meant.
package struct InvalidProductID: Equatable, Sendable {
  package var id: ProductID
  package var near: [ProductID]

  package init(id: ProductID, near: [ProductID]) {
    self.id = id
    self.near = near
  }
}

/// One product as the app shows it.
package struct ListedProduct: Equatable, Sendable {
  package var id: ProductID
  package var type: ProductType
  /// The reference name where the product has no texts at all.
  package var displayName: String
  package var description: String
  /// As the catalogue writes it, digit by digit (case M01).
  package var price: Price
  package var currency: String
  package var displayPrice: String
  package var isFamilyShareable: Bool
  package var subscription: ListedSubscription?
}

/// What only an auto-renewable subscription shows.
package struct ListedSubscription: Equatable, Sendable {
  package var groupID: SubscriptionGroupID
  package var groupName: String
  package var groupLevel: Int
  package var period: SubscriptionPeriod
  package var introductoryOffers: [ListedOffer]
  package var promotionalOffers: [ListedOffer]
  package var winBackOffers: [ListedOffer]
  package var codeOffers: [ListedOffer]
  package var billingPlans: [ListedBillingPlan]

  /// All offers, in the order introductory, promotional, win-back, code.
  package var offers: [ListedOffer] {
    introductoryOffers + promotionalOffers + winBackOffers + codeOffers
  }
}

/// One offer with its price for customers.
package struct ListedOffer: Equatable, Sendable {
  package var offer: Offer
  /// Zero in the currency's own way for a free trial (case M06).
  package var displayPrice: String

  /// StoreKit's name of the payment mode.
  package var mode: String {
    switch offer.paymentMode {
    case .freeTrial: "freeTrial"
    case .payAsYouGo: "payAsYouGo"
    case .payUpFront: "payUpFront"
    default: offer.paymentMode.rawValue
    }
  }
}

/// One billing plan with its prices for customers (rule P-9).
package struct ListedBillingPlan: Equatable, Sendable {
  package var plan: BillingPlan
  package var displayPrice: String
  package var commitmentDisplayPrice: String
}

private struct ListingMaker {
  let catalog: Catalog
  let currency: String
  let prices: PriceFormatter
  var texts: LocalizationChoice

  mutating func product(_ product: Product) -> ListedProduct {
    let text = texts.choose(from: product.localizations)
    return ListedProduct(
      id: product.id,
      type: product.type,
      displayName: text?.displayName ?? product.referenceName ?? "",
      description: text?.description ?? "",
      price: product.price,
      currency: currency,
      displayPrice: prices.display(product.price, currency: currency),
      isFamilyShareable: product.isFamilyShareable,
      subscription: product.subscription.map { subscription($0) }
    )
  }

  private mutating func subscription(_ info: SubscriptionInfo) -> ListedSubscription {
    let group = catalog.groups.first { $0.id == info.groupID }
    let text = texts.choose(from: group?.localizations ?? [])
    return ListedSubscription(
      groupID: info.groupID,
      groupName: text?.displayName ?? group?.name ?? "",
      groupLevel: info.groupLevel,
      period: info.period,
      introductoryOffers: info.introductoryOffers.map(offer),
      promotionalOffers: info.promotionalOffers.map(offer),
      winBackOffers: info.winBackOffers.map(offer),
      codeOffers: info.codeOffers.map(offer),
      billingPlans: info.billingPlans.map { plan in
        ListedBillingPlan(
          plan: plan,
          displayPrice: prices.display(plan.price, currency: currency),
          commitmentDisplayPrice: prices.display(plan.commitmentPrice, currency: currency)
        )
      }
    )
  }

  private func offer(_ offer: Offer) -> ListedOffer {
    ListedOffer(offer: offer, displayPrice: prices.display(offer.price, currency: currency))
  }
}
