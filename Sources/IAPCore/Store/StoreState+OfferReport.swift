/// Whether an offer applies to one customer, in three answers (rules O-1, E04, E05).
package enum OfferAnswer: Equatable, Sendable {
  case eligible
  case notEligible(OfferIneligibility)
  /// The product has no such offer, which says nothing of the customer.
  case noOffer
  /// Account or product are not known here.
  case cannotTell
}

/// What one customer is offered for one product, and what a purchase now would cost.
package struct OfferReport: Equatable, Sendable {
  package struct Line: Equatable, Sendable {
    package var offer: Offer
    package var answer: OfferAnswer
  }

  package var productID: ProductID
  package var introductory: OfferAnswer
  package var promotional: [Line]
  package var winBack: [Line]
  package var codes: [Line]
  /// Milliunits of the first charge of a plain purchase; `nil`: nothing would be charged, because
  /// it is owned already, or it cannot be told.
  package var priceNow: Int64?
  /// The introductory offer that such a purchase would get.
  package var offerNow: Offer?

  init(productID: ProductID, introductory: OfferAnswer) {
    self.productID = productID
    self.introductory = introductory
    promotional = []
    winBack = []
    codes = []
  }
}

extension StoreState {
  /// Eligibility for every offer of a product, and the price of a purchase now.
  package func offers(for id: ProductID, account name: AccountName) -> OfferReport {
    let rules = StoreRules(self)
    guard let product = rules.product(id), let account = accounts[name] else {
      return OfferReport(productID: id, introductory: .cannotTell)
    }
    var report = OfferReport(productID: id, introductory: .noOffer)
    guard let info = product.subscription else {
      let isOwned =
        product.type == .nonConsumable
        && account.owned.contains {
          $0.transaction.productID == id && $0.sharedBy == nil && !$0.isRevoked
        }
      report.priceNow = isOwned ? nil : product.price.milliunits
      return report
    }
    func lines(_ offers: [Offer]) -> [OfferReport.Line] {
      offers.map { offer in
        let reason = account.eligibility(for: offer, of: product, at: header.now, rules: rules)
        return OfferReport.Line(
          offer: offer,
          answer: reason.map(OfferAnswer.notEligible) ?? .eligible
        )
      }
    }
    if let introductory = lines(info.introductoryOffers).first {
      report.introductory = introductory.answer
    }
    report.promotional = lines(info.promotionalOffers)
    report.winBack = lines(info.winBackOffers)
    report.codes = lines(info.codeOffers)
    quote(product, info, account: account, rules: rules, into: &report)
    return report
  }

  private func quote(
    _ product: Product,
    _ info: SubscriptionInfo,
    account: AccountState,
    rules: StoreRules,
    into report: inout OfferReport
  ) {
    let plan = product.plan(nil)
    if let own = account.ownIndex(in: info.groupID) {
      let decision = account.subscriptions[own].decide(
        plan,
        hasOffer: false,
        at: header.now,
        rules: rules
      )
      guard [.start, .changeNow, .recover].contains(decision) else { return }
    }
    if report.introductory == .eligible {
      report.offerNow = info.introductoryOffers.first { $0.applies(to: plan) }
    }
    report.priceNow = report.offerNow.map { RunningOffer($0).price } ?? plan.price
  }
}
