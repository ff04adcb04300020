extension OfferType {
  /// The four kinds in the order of their numbers.
  static let all: [OfferType] = [.introductory, .promotional, .offerCode, .winBack]
}

extension CatalogLint.Entry {
  /// The offers of one kind with their places, usable or not.
  func offerNodes(_ type: OfferType) -> [CatalogNode] {
    let list = node.list(type.listName)
    guard type == .introductory, list.isEmpty, let single = node.member("introductoryOffer"),
      single.value.members != nil
    else { return list }
    return [single]
  }
}

extension CatalogLint {
  /// What is odd about offers that can be read; reading has reported the others.
  mutating func checkOffers() {
    for entry in entries {
      let plans = entry.node.list("billingPlans").compactMap { $0.string("billingPlanType") }
      for type in OfferType.all {
        for offer in entry.offerNodes(type) {
          checkPeriod(of: offer, in: entry)
          checkPlan(of: offer, among: plans)
        }
      }
      checkIntroductoryOffers(of: entry)
    }
  }

  private mutating func checkPeriod(of offer: CatalogNode, in entry: Entry) {
    guard let own = entry.period, let text = offer.string("subscriptionPeriod"),
      let period = SubscriptionPeriod(iso8601: text)
    else { return }
    let code: CatalogProblemCode
    switch offer.string("paymentMode") {
    case "free" where period.nominalDays > own.nominalDays: code = .trialLongerThanPeriod
    // Every discounted period is a period of the subscription (rule O-3).
    case "payAsYouGo" where period.nominalDays != own.nominalDays: code = .payAsYouGoPeriod
    default: return
    }
    report(
      CatalogProblem(
        code,
        at: offer.path.member("subscriptionPeriod").description,
        found: text,
        expected: own.iso8601
      )
    )
  }

  private mutating func checkPlan(of offer: CatalogNode, among plans: [String]) {
    guard let type = offer.string("billingPlanType"), !plans.contains(type) else { return }
    // Without plans a subscription is billed up front.
    if plans.isEmpty, type == BillingPlanType.billedUpfront.rawValue { return }
    report(
      CatalogProblem(
        .unknownBillingPlan,
        at: offer.path.member("billingPlanType").description,
        found: type,
        expected: plans.isEmpty ? nil : plans.joined(separator: " ")
      )
    )
  }

  /// At most one for each billing plan (storekit-format 3.14).
  private mutating func checkIntroductoryOffers(of entry: Entry) {
    var placeOfPlan: [String: String] = [:]
    for offer in entry.offerNodes(.introductory) where offer.string("paymentMode") != "none" {
      let plan = offer.string("billingPlanType") ?? ""
      guard let first = placeOfPlan[plan] else {
        placeOfPlan[plan] = offer.place
        continue
      }
      report(
        CatalogProblem(
          .severalIntroductoryOffers,
          at: offer.place,
          found: plan.isEmpty ? nil : plan,
          otherPath: first
        )
      )
    }
  }
}
