import IAPCore

extension ProductsReport {
  package func write(to page: inout TextPage) {
    guard !listing.products.isEmpty else {
      // Ids that no product has are an error, and said on stderr (case N01).
      if listing.invalid.isEmpty { page.line("nothing is for sale") }
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
      .init("ID"), .init("TYPE"), .init("NAME"), .init("PRICE", .right), .init("NOW", .right),
      .init("PERIOD"), .init("GROUP"), .init("LEVEL", .right), .init("FAMILY"),
    ])
    for product in listing.products {
      let info = product.subscription
      table.add(
        StyledText(product.id.rawValue, .strong),
        StyledText(product.type.rawValue),
        StyledText(product.displayName),
        StyledText(product.displayPrice),
        StyledText(answer.offers[product.id].map { $0.displayPriceNow ?? "nothing" } ?? ""),
        StyledText(info.map { PeriodWords.length($0.period) } ?? ""),
        StyledText(info?.groupName ?? ""),
        StyledText(info.map { "\($0.groupLevel)" } ?? ""),
        StyledText(product.isFamilyShareable ? "shareable" : "")
      )
    }
    return table
  }

  private var offers: TextTable {
    var table = TextTable("PRODUCT", "OFFER", "ID", "TERMS", "FOR", "NOW")
    for product in listing.products {
      for listed in product.subscription?.offers ?? [] {
        table.add(
          StyledText(product.id.rawValue, .strong),
          StyledText(Self.name(listed.offer.type)),
          StyledText(listed.offer.id?.rawValue ?? ""),
          StyledText(Self.terms(listed)),
          StyledText(Self.audience(listed.offer)),
          Self.styled(answer.offers[product.id]?.answer(to: listed.offer))
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

  private static func styled(_ answer: OfferAnswer?) -> StyledText {
    guard let answer else { return "" }
    return StyledText(answer.words, answer == .eligible ? .good : .plain)
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
