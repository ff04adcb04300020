package import IAPCore

/// The catalogue as the app sees it.
package struct ProductsReport: Report, Equatable {
  package var listing: ProductListing

  package init(_ listing: ProductListing) { self.listing = listing }

  package var exitCode: ExitCode { listing.invalid.isEmpty ? .success : .notFound }

  /// What stderr says about ids that no product has; `nil`: all were found (case M08).
  package var diagnostic: Diagnostic? {
    guard let first = listing.invalid.first else { return nil }
    let near = listing.invalid.flatMap(\.near).map(\.rawValue)
    let names = listing.invalid.map { "'\($0.id)'" }.joined(separator: ", ")
    let meant = near.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return Diagnostic(
      code: "unknownProduct",
      message: "no product \(names)",
      why: meant.isEmpty
        ? nil
        : "ids are compared exactly; did you mean "
          + meant.prefix(3).map { "'\($0)'" }.joined(separator: ", ") + "?",
      hint: first.near.first.map { "iap products " + ShellWord.quoted($0.rawValue) }
        ?? "iap products",
      exitCode: .notFound
    )
  }

  // MARK: - JSON

  package var json: JSONValue {
    .object([
      "products": .array(listing.products.map(Self.json)),
      "invalidProductIds": .strings(listing.invalid.map(\.id.rawValue)),
    ])
  }

  private static func json(_ product: ListedProduct) -> JSONValue {
    .object([
      "id": .string(product.id.rawValue),
      "type": .string(product.type.rawValue),
      "displayName": .string(product.displayName),
      "description": .string(product.description),
      "price": .string(product.price.text),
      "currency": .string(product.currency),
      "displayPrice": .string(product.displayPrice),
      "familyShareable": .boolean(product.isFamilyShareable),
      "subscription": product.subscription.map(json),
    ])
  }

  private static func json(_ info: ListedSubscription) -> JSONValue {
    .object([
      "groupId": .string(info.groupID.rawValue),
      "groupName": .string(info.groupName),
      "groupLevel": .integer(info.groupLevel),
      "period": .string(info.period.iso8601),
      "introductoryOffers": .array(info.introductoryOffers.map(json)),
      "promotionalOffers": .array(info.promotionalOffers.map(json)),
      "winBackOffers": .array(info.winBackOffers.map(json)),
      "codeOffers": .array(info.codeOffers.map(json)),
      "billingPlans": info.billingPlans.isEmpty ? nil : .array(info.billingPlans.map(json)),
    ])
  }

  private static func json(_ listed: ListedOffer) -> JSONValue {
    let offer = listed.offer
    let isCode = offer.type == .offerCode
    return .object([
      "id": offer.id.map { .string($0.rawValue) },
      "mode": .string(listed.mode),
      "period": .string(offer.period.iso8601),
      "periodCount": .integer(offer.periodCount),
      "price": .string(offer.paymentMode == .freeTrial ? "0" : offer.price.text),
      "displayPrice": .string(listed.displayPrice),
      "billingPlanType": offer.billingPlanType.map { .string($0.rawValue) },
      "eligibility": isCode ? .strings(offer.eligibility.sorted().map(\.rawValue)) : nil,
      "stackable": isCode ? .boolean(offer.isStackable) : nil,
    ])
  }

  private static func json(_ listed: ListedBillingPlan) -> JSONValue {
    .object([
      "type": .string(listed.plan.type.rawValue),
      "price": .string(listed.plan.price.text),
      "displayPrice": .string(listed.displayPrice),
      "commitmentPrice": .string(listed.plan.commitmentPrice.text),
      "commitmentDisplayPrice": .string(listed.commitmentDisplayPrice),
      "enabled": .boolean(listed.plan.isEnabled),
    ])
  }

  // MARK: - Text

  package func write(to page: inout TextPage) {
    if listing.products.isEmpty {
      page.line(listing.invalid.isEmpty ? "nothing is for sale" : "no such product")
      return
    }
    page.table(products)
    let offers = offers
    guard !offers.rows.isEmpty else { return }
    page.line()
    page.table(offers)
  }

  private var products: TextTable {
    var table = TextTable([
      .init("ID"), .init("TYPE"), .init("NAME"), .init("PRICE", .right), .init("PERIOD"),
      .init("GROUP"), .init("LEVEL", .right), .init("FAMILY"),
    ])
    for product in listing.products {
      let info = product.subscription
      table.add(
        StyledText(product.id.rawValue, .strong),
        StyledText(product.type.rawValue),
        StyledText(product.displayName),
        StyledText(product.displayPrice),
        StyledText(info.map { PeriodWords.length($0.period) } ?? ""),
        StyledText(info?.groupName ?? ""),
        StyledText(info.map { "\($0.groupLevel)" } ?? ""),
        StyledText(product.isFamilyShareable ? "shareable" : "")
      )
    }
    return table
  }

  private var offers: TextTable {
    var table = TextTable("PRODUCT", "OFFER", "ID", "TERMS", "FOR")
    for product in listing.products {
      for listed in product.subscription?.offers ?? [] {
        table.add(
          StyledText(product.id.rawValue, .strong),
          StyledText(Self.name(listed.offer.type)),
          StyledText(listed.offer.id?.rawValue ?? ""),
          StyledText(Self.terms(listed)),
          StyledText(Self.audience(listed.offer))
        )
      }
      for listed in product.subscription?.billingPlans ?? [] {
        table.add(
          StyledText(product.id.rawValue, .strong),
          "billing plan",
          StyledText(listed.plan.type.rawValue),
          StyledText(Self.terms(listed)),
          StyledText(listed.plan.isEnabled ? "" : "switched off")
        )
      }
    }
    return table
  }

  private static func name(_ type: OfferType) -> String {
    switch type {
    case .introductory: "introductory"
    case .promotional: "promotional"
    case .winBack: "win-back"
    case .offerCode: "offer code"
    default: "offer \(type)"
    }
  }

  private static func terms(_ listed: ListedOffer) -> String {
    let offer = listed.offer
    let length = PeriodWords.length(offer.period)
    switch offer.paymentMode {
    case .freeTrial: return "free for \(length)"
    case .payUpFront: return "\(listed.displayPrice) once for \(length)"
    default:
      if offer.periodCount == 1 { return "\(listed.displayPrice) for \(length)" }
      let whole =
        offer.period.value == 1
        ? PeriodWords.length(offer.period.times(offer.periodCount))
        : "\(offer.periodCount) times \(length)"
      return "\(listed.displayPrice) each for \(whole)"
    }
  }

  private static func terms(_ listed: ListedBillingPlan) -> String {
    listed.plan.price == listed.plan.commitmentPrice
      ? listed.displayPrice : "\(listed.displayPrice) each, \(listed.commitmentDisplayPrice) in all"
  }

  private static func audience(_ offer: Offer) -> String {
    var words = offer.eligibility.sorted().map(\.rawValue)
    if offer.type == .winBack, !offer.isEligible { words.append("nobody: switched off") }
    if let plan = offer.billingPlanType { words.append(plan.rawValue) }
    return words.joined(separator: ", ")
  }
}

/// Lengths of subscriptions in words.
enum PeriodWords {
  /// `1 month`, `3 days`.
  static func length(_ period: SubscriptionPeriod) -> String {
    let unit =
      switch period.unit {
      case .day: "day"
      case .week: "week"
      case .month: "month"
      case .year: "year"
      }
    return "\(period.value) \(unit)" + (period.value == 1 ? "" : "s")
  }
}
